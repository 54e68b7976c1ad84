import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sampleRef } from '../../../shared/model/ids.ts';
import type { SampleRow } from '../../../shared/model/sample.ts';
import type { SortKey } from './table-settings.ts';
import { formatCount, formatDuration, formatMean, formatMoment, formatScore } from '../../i18n/format.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { OutcomeMark, ScoreBar } from '../../ui/Marks.tsx';
import { VerdictIcon } from '../../ui/VerdictIcon.tsx';
import { FlagIcon } from './flag-icons.tsx';
import type { ColumnId } from './table-settings.ts';
import classes from './table.module.css';

/** A row in sight: its place in the view, and its sample once the page is there (null: the sample is gone). */
export type GridRow = { readonly position: number; readonly sample: SampleRow | null | undefined };

export const features = tableFeatures({ columnVisibilityFeature });
const helper = createColumnHelper<typeof features, GridRow>();

type ColumnLook = {
  /** As CSS grid takes it. */
  readonly width: string;
  readonly minPx: number;
  readonly align: 'start' | 'end';
  readonly sort: SortKey | null;
};

export const COLUMN_LOOKS: Readonly<Record<ColumnId, ColumnLook>> = {
  title: { width: 'minmax(200px, 1fr)', minPx: 200, align: 'start', sort: 'title' },
  calls: { width: '46px', minPx: 46, align: 'end', sort: 'calls' },
  attempts: { width: '68px', minPx: 68, align: 'start', sort: 'attempts' },
  score: { width: '58px', minPx: 58, align: 'end', sort: 'score' },
  steps: { width: '50px', minPx: 50, align: 'end', sort: 'steps' },
  reward: { width: '60px', minPx: 60, align: 'end', sort: 'reward' },
  tokens: { width: '64px', minPx: 64, align: 'end', sort: 'tokens' },
  latency: { width: '66px', minPx: 66, align: 'end', sort: 'latency' },
  decision: { width: '86px', minPx: 86, align: 'start', sort: 'decision' },
  split: { width: '76px', minPx: 76, align: 'start', sort: null },
  source: { width: '120px', minPx: 120, align: 'start', sort: 'source' },
  lang: { width: '70px', minPx: 70, align: 'start', sort: null },
  toolErrors: { width: '52px', minPx: 52, align: 'end', sort: null },
  tags: { width: '110px', minPx: 110, align: 'start', sort: null },
  flags: { width: '66px', minPx: 66, align: 'start', sort: 'flags' },
  created: { width: '96px', minPx: 96, align: 'end', sort: 'newest' },
};

type CellProps = { readonly sample: SampleRow };

/** One display column each; a cell draws nothing while its page is on the way. */
function cell(id: ColumnId, Cell: (props: CellProps) => ReactNode) {
  return helper.display({
    id,
    cell: ({ row }) => {
      const { sample } = row.original;
      return sample === undefined || sample === null ? null : <Cell sample={sample} />;
    },
  });
}

export const columns = helper.columns([
  cell('title', TaskCell),
  cell('calls', ({ sample }) => (sample.calls === null ? <None /> : formatMean(sample.calls))),
  cell('attempts', AttemptsCell),
  cell('score', ({ sample }) =>
    sample.attempts.length === 0 && sample.score === null ? <None /> : <ScoreBar value={sample.score} />,
  ),
  cell('steps', ({ sample }) => (sample.steps === null ? <None /> : formatMean(sample.steps))),
  cell('reward', ({ sample }) => (sample.reward === null ? <None /> : formatScore(sample.reward))),
  cell('tokens', ({ sample }) => (sample.tokens === null ? <None /> : formatCount(sample.tokens))),
  cell('latency', ({ sample }) => (sample.latencyMs === null ? <None /> : formatDuration(sample.latencyMs))),
  cell('decision', DecisionCell),
  cell('split', SplitCell),
  cell('source', ({ sample }) => <span className="ell">{sample.sourceName}</span>),
  cell('lang', ({ sample }) => (sample.lang === null ? <None /> : <span className={classes.lang}>{sample.lang}</span>)),
  cell('toolErrors', ({ sample }) => (sample.toolErrors === 0 ? <None /> : formatCount(sample.toolErrors))),
  cell('tags', ({ sample }) => <span className="ell">{sample.tags.join(', ')}</span>),
  cell('flags', ({ sample }) => <Flags ruleIds={sample.flags} />),
  cell('created', ({ sample }) => (sample.createdAt === null ? <None /> : formatMoment(sample.createdAt))),
]);

/** Not measured, which is not the same as 0. */
function None() {
  const { t } = useTranslation();
  return (
    <span className="t3" aria-label={t('states.none')}>
      –
    </span>
  );
}

function TaskCell({ sample }: CellProps) {
  const { t } = useTranslation('samples');
  return (
    <span className={classes.task}>
      <span className={classes.title}>
        <VisibleText text={sample.title === '' ? t('table.untitled') : sample.title} />
      </span>
      <span className={classes.meta}>
        <DecisionMark decision={sample.decision} />
        <span className="mono11">{sampleRef(sample.id)}</span>
        {sample.lang === null ? null : <span className={classes.lang}>{sample.lang}</span>}
        <span className="ell">{sample.sourceName}</span>
        <Flags ruleIds={sample.flags} />
      </span>
    </span>
  );
}

const MAX_PIPS = 5;

function AttemptsCell({ sample }: CellProps) {
  const { t } = useTranslation('samples');
  const shown = sample.attempts.slice(0, sample.attempts.length > MAX_PIPS ? MAX_PIPS - 1 : MAX_PIPS);
  const more = sample.attempts.length - shown.length;
  if (sample.attempts.length === 0) return <None />;
  return (
    <span className={classes.pips}>
      {shown.map((attempt) => (
        <OutcomeMark key={attempt.id} outcome={attempt.outcome} isSmall />
      ))}
      {more === 0 ? null : (
        <span className="meta" title={t('table.moreAttempts', { count: more })}>
          +{more}
        </span>
      )}
    </span>
  );
}

function DecisionMark({ decision }: { readonly decision: SampleRow['decision'] }) {
  const { t } = useTranslation();
  if (decision === 'undecided') return null;
  return (
    <span
      className={classes.verdict}
      role="img"
      aria-label={t(`decision.${decision}`)}
      title={t(`decision.${decision}`)}
    >
      <VerdictIcon verdict={decision === 'include' ? 'accept' : 'reject'} size={12} isMute />
    </span>
  );
}

function DecisionCell({ sample }: CellProps) {
  const { t } = useTranslation();
  return <span className={sample.decision === 'undecided' ? 't3' : undefined}>{t(`decision.${sample.decision}`)}</span>;
}

function SplitCell({ sample }: CellProps) {
  const { t } = useTranslation('samples');
  return sample.split === null ? <None /> : t(`splits.${sample.split}`);
}

function Flags({ ruleIds }: { readonly ruleIds: readonly string[] }) {
  if (ruleIds.length === 0) return null;
  return (
    <span className={classes.flags}>
      {ruleIds.map((ruleId) => (
        <FlagIcon key={ruleId} ruleId={ruleId} />
      ))}
    </span>
  );
}
