import { useTranslation } from 'react-i18next';
import { Note } from '../../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../../ui/ListStates.tsx';
import { LeftOutFiles, MatchChoice, PolicyChoice } from './CheckChoices.tsx';
import { CheckCounts } from './CheckCounts.tsx';
import { CheckIssues } from './CheckIssues.tsx';
import { FileRail } from './FileMarks.tsx';
import type { StepProps } from './FormStep.tsx';
import { PrivacyPanel } from './PrivacyPanel.tsx';
import { SamplePreview } from './SamplePreview.tsx';
import { UpdateChoice } from './UpdateOffer.tsx';
import { useFile } from './use-file.ts';
import classes from './wizard.module.css';

/** What the files would give, before anything is written. */
export function CheckStep({ wizard, inspected, current }: StepProps) {
  const { t } = useTranslation('collect');
  const { ref } = current.file;
  const { query, inspection } = useFile(wizard, ref);
  return (
    <div className={classes.check}>
      {inspected.length > 1 ? <FileRail inspected={inspected} current={ref} onShow={wizard.show} /> : null}
      <div className={classes.checkMain}>
        <ListStates query={{ ...query, data: inspection }} skeleton={<RowSkeleton rows={6} />}>
          {(shown) => (
            <>
              <CheckCounts inspection={shown} isJoining={wizard.state.join === 'same_prompt'} />
              {shown.alreadyImported ? (
                <Note tone="accent">{t('check.imported')}</Note>
              ) : (
                <UpdateChoice wizard={wizard} fileRef={ref} inspection={shown} />
              )}
              <CheckIssues key={`issues ${ref}`} inspection={shown} />
              <SamplePreview key={ref} inspection={shown} />
            </>
          )}
        </ListStates>
      </div>
      <div className={classes.checkSide}>
        <PrivacyPanel choice={wizard.state.privacy} onChoice={wizard.setPrivacy} />
        <MatchChoice wizard={wizard} inspected={inspected} />
        <PolicyChoice wizard={wizard} />
        <LeftOutFiles inspected={inspected} />
      </div>
    </div>
  );
}
