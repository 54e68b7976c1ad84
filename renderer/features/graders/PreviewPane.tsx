import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleX, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Delayed, RowSkeleton } from '../../ui/ListStates.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AnswerBeside } from './AnswerBeside.tsx';
import { AttemptChoice } from './AttemptChoice.tsx';
import { PartList } from './PartList.tsx';
import classes from './preview.module.css';
import type { Run } from './run-view.ts';
import { SamplePicker } from './SamplePicker.tsx';
import { ScoreSummary } from './ScoreSummary.tsx';
import { weightsOf, type PreviewState } from './score-view.ts';
import { TrustNotice } from './TrustNotice.tsx';
import type { GraderCheck } from './use-grader-check.ts';
import type { GraderSession } from './use-grader-session.ts';
import type { PinnedSample } from './use-pinned-sample.ts';
import type { Preview } from './use-preview.ts';

type Props = {
  readonly session: GraderSession;
  readonly check: GraderCheck;
  readonly pinned: PinnedSample;
  readonly preview: Preview;
  /** The latest finished run of the grader. */
  readonly run: Run | null;
  readonly onShowProblems: () => void;
};

/** What the text gives for one sample, as it is typed. */
export function PreviewPane(props: Props) {
  const { pinned, preview } = props;
  const { t } = useTranslation('graders');
  const { state, isFetching } = preview;
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('preview.title')}</h2>
        <Freshness state={state} isFetching={isFetching} />
        <span className={classes.grow} />
        <SamplePicker pinned={pinned} />
      </div>
      {/* Scrolls by keyboard, too. */}
      {}
      <div className={classes.body} tabIndex={0} role="group" aria-label={t('preview.title')} aria-busy={isFetching}>
        <Body {...props} />
      </div>
    </>
  );
}

function Freshness({ state, isFetching }: { readonly state: PreviewState; readonly isFetching: boolean }) {
  const { t } = useTranslation('graders');
  if (state.kind !== 'shown' || (state.isStale && isFetching)) return null;
  if (state.isStale) return <ToneBadge tone="warn">{t('preview.stale')}</ToneBadge>;
  return (
    <ToneBadge tone="ok" icon={<IconCheck aria-hidden />}>
      {t('preview.live')}
    </ToneBadge>
  );
}

function Body({ session, check, pinned, preview, run, onShowProblems }: Props) {
  const { t } = useTranslation('graders');
  const { state, score } = preview;
  switch (state.kind) {
    case 'untrusted':
      return <TrustNotice check={check} onShow={(file) => session.open(file)} />;
    case 'noSample':
      return (
        <EmptyState
          icon={<IconTable size={20} />}
          title={t('preview.noSample')}
          text={pinned.total === null ? undefined : t('preview.noSampleText')}
        />
      );
    case 'invalid':
      return (
        <EmptyState
          icon={<IconCircleX size={20} />}
          tone="err"
          title={t('preview.invalidTitle')}
          text={t('preview.invalid', { count: state.errors })}
        >
          <Button onClick={onShowProblems}>{t('preview.showProblems')}</Button>
        </EmptyState>
      );
    case 'waiting':
      return (
        <Delayed>
          <p className={classes.working}>{t('preview.working')}</p>
          <RowSkeleton rows={5} />
        </Delayed>
      );
    case 'failed':
      return (
        <>
          {pinned.detail === null ? null : <AttemptChoice detail={pinned.detail} preview={preview} run={run} />}
          <EmptyState
            icon={<IconAlertTriangle size={20} />}
            tone="warn"
            title={t('preview.failed')}
            text={state.message}
          />
        </>
      );
    case 'shown':
      return score === null ? null : <Shown pinned={pinned} preview={preview} run={run} score={score} />;
  }
}

type ShownProps = Pick<Props, 'pinned' | 'preview' | 'run'> & { readonly score: NonNullable<Preview['score']> };

function Shown({ pinned, preview, run, score }: ShownProps) {
  const { detail } = pinned;
  const weights = preview.scoredFiles === null ? null : weightsOf(preview.scoredFiles.files);
  if (detail === null) return null;
  return (
    <>
      <ScoreSummary score={score} weights={weights} detail={detail} graded={preview.graded} run={run} />
      <AttemptChoice detail={detail} preview={preview} run={run} />
      {score.detail === null ? null : <PartList part={score.detail} weights={weights} />}
      <AnswerBeside detail={detail} preview={preview} />
    </>
  );
}
