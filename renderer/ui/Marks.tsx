import { useTranslation } from 'react-i18next';
import { formatScore } from '../i18n/format.ts';
import classes from './parts.module.css';

export type OutcomeName = 'success' | 'partial' | 'failure' | 'error' | 'unknown';

/** A shape as well as a colour: disc solved, half disc partial, ring failed, diamond error, dashed ring not scored. */
export function OutcomeMark({
  outcome,
  isSmall = false,
  label,
}: {
  outcome: OutcomeName;
  isSmall?: boolean;
  /** Read instead of the outcome's name; '' where text beside it says it. */
  label?: string;
}) {
  const { t } = useTranslation();
  const text = label ?? t(`outcome.${outcome}`);
  return (
    <span
      className={classes.outcome}
      data-outcome={outcome}
      data-small={isSmall || undefined}
      {...(text === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': text, title: text })}
    />
  );
}

/** A score with its bar over 0..1. Not scored is a dashed ring, never 0. */
export function ScoreBar({ value }: { value: number | null }) {
  const { t } = useTranslation();
  if (value === null) return <OutcomeMark outcome="unknown" isSmall />;
  return (
    <span className={classes.score} aria-label={t('score', { value: formatScore(value) })} role="img">
      {formatScore(value)}
      <span className={classes.scoreTrack}>
        <span className={classes.scoreFill} style={{ width: `${Math.max(0, Math.min(1, value)) * 100}%` }} />
      </span>
    </span>
  );
}
