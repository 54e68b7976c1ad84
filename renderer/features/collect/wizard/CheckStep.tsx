import { Radio } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../../../shared/contract/sources.ts';
import { formatCount } from '../../../i18n/format.ts';
import { Note, ToneBadge } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ListStates, RowSkeleton } from '../../../ui/ListStates.tsx';
import { FileRail } from './FileMarks.tsx';
import { chosenCounts, groupIssues, isImportable, type IssueGroup } from './file-state.ts';
import type { StepProps } from './FormStep.tsx';
import { PrivacyPanel } from './PrivacyPanel.tsx';
import { SamplePreview } from './SamplePreview.tsx';
import { useFile } from './use-file.ts';
import type { InspectedFile } from './use-inspections.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

/** What the files would give, before anything is written. */
export function CheckStep({ wizard, inspected, current }: StepProps) {
  const { ref } = current.file;
  const { query, inspection } = useFile(wizard, ref);
  return (
    <div className={classes.check}>
      {inspected.length > 1 ? <FileRail inspected={inspected} current={ref} onShow={wizard.show} /> : null}
      <div className={classes.checkMain}>
        <ListStates query={{ ...query, data: inspection }} skeleton={<RowSkeleton rows={6} />}>
          {(shown) => (
            <>
              <Counts inspection={shown} />
              {shown.alreadyImported ? <Imported /> : null}
              <SamplePreview key={ref} inspection={shown} />
            </>
          )}
        </ListStates>
      </div>
      <div className={classes.checkSide}>
        {inspection === undefined ? null : <IssuesSoFar inspection={inspection} />}
        <PrivacyPanel choice={wizard.state.privacy} onChoice={wizard.setPrivacy} />
        <Policy wizard={wizard} />
        <LeftOutFiles inspected={inspected} />
      </div>
    </div>
  );
}

function Counts({ inspection }: { readonly inspection: Inspection }) {
  const { t } = useTranslation('collect');
  const { samples, attempts } = chosenCounts(inspection);
  const stats = [
    { label: t('check.records'), value: inspection.recordsRead, isWarn: false },
    { label: t('check.samples'), value: samples, isWarn: samples === 0 },
    { label: t('check.attempts'), value: attempts, isWarn: false },
    { label: t('check.issues'), value: inspection.issues.length, isWarn: inspection.issues.length > 0 },
  ];
  return (
    <section className={classes.counts} aria-label={inspection.name}>
      <dl className={classes.countRow}>
        {stats.map(({ label, value, isWarn }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={isWarn ? 'c-warn' : undefined}>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.countNote}>
        {t(inspection.complete ? 'check.all' : 'check.head', { count: inspection.recordsRead })}
      </p>
    </section>
  );
}

function Imported() {
  const { t } = useTranslation('collect');
  return <Note tone="accent">{t('check.imported')}</Note>;
}

function IssuesSoFar({ inspection }: { readonly inspection: Inspection }) {
  const { t } = useTranslation('collect');
  const groups = groupIssues(inspection.issues);
  return (
    <Card
      title={t('check.issuesTitle')}
      badge={
        inspection.issues.length > 0 ? (
          <ToneBadge tone="warn">{formatCount(inspection.issues.length)}</ToneBadge>
        ) : undefined
      }
      hasLine
      className={classes.issuesCard}
    >
      {groups.length === 0 ? (
        <p className={classes.nothing}>{t('check.noIssues')}</p>
      ) : (
        // It scrolls, so the keyboard must reach it.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={classes.scroll} tabIndex={0} aria-label={t('check.issuesTitle')}>
          {groups.map((group) => (
            <li key={group.code} className={classes.issueGroup}>
              <IconAlertTriangle size={14} aria-hidden className="c-warn" />
              <span>
                {group.message}
                <span className="meta mono11">
                  <Lines group={group} />
                </span>
              </span>
              <b className="num">{formatCount(group.count)}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Lines({ group }: { readonly group: IssueGroup }) {
  const { t } = useTranslation('collect');
  if (group.lines.length === 0) return null;
  const lines = group.lines.map((line) => formatCount(line)).join(', ');
  const more = group.count - group.lines.length;
  return more > 0 ? t('check.moreLines', { lines, count: more }) : t('check.lines', { lines });
}

function Policy({ wizard }: { readonly wizard: Wizard }) {
  const { t } = useTranslation('collect');
  return (
    <Card title={t('check.policyTitle')} className={classes.policy}>
      <Radio.Group
        aria-label={t('check.policyTitle')}
        value={wizard.state.policy}
        onChange={(value) => wizard.setPolicy(value === 'all' ? 'all' : 'good')}
      >
        <div className={classes.policies}>
          <Radio value="good" label={t('check.policyGood')} description={t('check.goodHint')} />
          <Radio value="all" label={t('check.policyAll')} description={t('check.allHint')} />
        </div>
      </Radio.Group>
    </Card>
  );
}

/** Files that cannot take part, with the reason: none is dropped without a word. */
function LeftOutFiles({ inspected }: { readonly inspected: readonly InspectedFile[] }) {
  const { t } = useTranslation('collect');
  const left = inspected.filter(({ state }) => state !== 'reading' && !isImportable(state));
  if (left.length === 0) return null;
  return (
    <Card title={t('check.leftOut')} badge={<ToneBadge tone="warn">{formatCount(left.length)}</ToneBadge>} hasLine>
      <ul className={classes.leftOut}>
        {left.map(({ file, inspection, error }) => (
          <li key={file.ref}>
            <b className="ell">{file.name}</b>
            <span className="t2">{inspection?.refusal ?? error?.message}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
