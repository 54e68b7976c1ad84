import { useTranslation } from 'react-i18next';
import type { SampleDetail } from '../../../shared/model/sample.ts';
import type { ScorePart, ScoreRow } from '../../../shared/model/score.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatMean, formatScore } from '../../i18n/format.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { OutcomeMark } from '../../ui/Marks.tsx';
import classes from './preview.module.css';
import type { Run } from './run-view.ts';
import { barSegments, platformDiffers, shadeOf, text } from './score-view.ts';
import type { Graded } from './use-preview.ts';

type Props = {
  readonly score: ScoreRow;
  readonly weights: ReadonlyMap<string, number> | null;
  readonly detail: SampleDetail;
  readonly graded: Graded;
  readonly run: Run | null;
};

/** The value in large, how it came about in a bar, and what was known before. Not scored is a word, never a 0. */
export function ScoreSummary({ score, weights, detail, graded, run }: Props) {
  const { t } = useTranslation('graders');
  const gave = useGave(run, detail, graded);
  const part = score.detail;
  const paid = platformDiffers(score);
  const note = part === null ? null : text(part, 'platformNote');
  const facts = [useGradedText(detail, graded), gave].filter((fact) => fact !== null);
  return (
    <div className={classes.summary}>
      <div className={classes.valueRow}>
        {score.value === null ? (
          <NotScored part={score} />
        ) : (
          <span className={classes.value}>{formatScore(score.value)}</span>
        )}
        <span className="label t2">{facts.join(', ')}</span>
        <span className={classes.grow} />
        {part?.durationUs == null ? null : (
          <span className="meta num">{t('preview.duration', { ms: milliseconds(part.durationUs) })}</span>
        )}
      </div>
      {part === null || score.value === null ? null : <ScoreStack part={part} weights={weights} />}
      {score.reason === null ? null : <p className={classes.reason}>{score.reason}</p>}
      {paid === null ? null : (
        <p className={classes.reason}>
          {t('preview.platform', { value: formatScore(paid) })}
          {note === null ? null : ` ${note}`}
        </p>
      )}
    </div>
  );
}

/** Skipped is a dashed ring and a word, errored a red badge. */
export function NotScored({ part }: { readonly part: Pick<ScorePart, 'state'> }) {
  const { t } = useTranslation('graders');
  if (part.state === 'errored') return <ToneBadge tone="err">{t('preview.errored')}</ToneBadge>;
  return (
    <span className={classes.skipped}>
      <OutcomeMark outcome="unknown" isSmall label="" />
      {t('preview.skipped')}
    </span>
  );
}

type StackProps = { readonly part: ScorePart; readonly weights: ReadonlyMap<string, number> | null };

/** What each part adds, out of 1. */
export function ScoreStack({ part, weights }: StackProps) {
  const { t } = useTranslation('graders');
  const segments = barSegments(part, weights);
  const value = formatScore(part.value ?? 0);
  const parts = segments.map(({ key, share }) => t('preview.barPart', { key, value: formatScore(share) })).join(', ');
  const label = segments.length > 1 ? t('preview.bar', { value, parts }) : t('preview.barWhole', { value });
  return (
    <div className={classes.stack} role="img" aria-label={label}>
      {segments.map(({ key, share }) => (
        <span
          key={key}
          style={{ width: `${share * 100}%`, background: shadeOf(part.parts.findIndex((one) => one.key === key)) }}
        />
      ))}
    </div>
  );
}

function useGradedText(detail: SampleDetail, graded: Graded): string | null {
  const { t } = useTranslation('graders');
  if (graded.kind !== 'attempt') return graded.kind === 'reference' ? t('preview.reference') : t('preview.answer');
  const attempt = detail.attempts.find((one) => one.id === graded.attemptId);
  return attempt === undefined ? null : t('preview.attempt', { number: attempt.idx + 1 });
}

/** What the latest run of this grader gave the same attempt. */
function useGave(run: Run | null, detail: SampleDetail, graded: Graded): string | null {
  const { t } = useTranslation('graders');
  const { data } = useRpcQuery('scores.forSample', run === null ? null : { sampleId: detail.row.id, runId: run.id });
  if (run === null || graded.kind !== 'attempt') return null;
  const value = data?.scores.find((score) => score.attemptId === graded.attemptId)?.value ?? null;
  return value === null ? null : t('preview.gave', { version: run.version, value: formatScore(value) });
}

function milliseconds(durationUs: number): string {
  return formatMean(durationUs / 1_000);
}
