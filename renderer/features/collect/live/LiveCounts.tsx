import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveStatus } from '../../../data/use-live.ts';
import { formatCount } from '../../../i18n/format.ts';
import { Note } from '../../../ui/Badges.tsx';
import classes from './live.module.css';

/** As the limit is set: in units of 1,024 squared. */
const MB = 1_024 ** 2;
/** Of the room, taken by what may not be dropped. */
const NEARLY_FULL = 0.8;

type CountsProps = { readonly status: LiveStatus };
type Row = { readonly label: string; readonly value: ReactNode; readonly isWarn?: boolean; readonly hint?: string };

/** What became of what came. Rows that only matter when there is something are there only then. */
export function LiveCounts({ status }: CountsProps) {
  const { t } = useTranslation('live');
  const rows = useRows(status);
  const isNearlyFull = status.on && status.buffer.openBytes > status.buffer.limitBytes * NEARLY_FULL;
  return (
    <>
      <dl className={classes.counts} aria-label={status.on ? t('counts.label') : t('counts.labelBefore')}>
        {rows.map(({ label, value, isWarn = false, hint }) => (
          <div key={label} title={hint}>
            <dt>{label}</dt>
            <dd className={isWarn ? 'c-warn' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {isNearlyFull ? <Note tone="warn">{t('bufferFull')}</Note> : null}
    </>
  );
}

function useRows({ on, counts, buffer }: LiveStatus): readonly Row[] {
  const { t } = useTranslation('live');
  const received = [
    counts.spans > 0 || counts.exchanges === 0 ? t('counts.spans', { count: counts.spans }) : null,
    counts.exchanges > 0 ? t('counts.exchanges', { count: counts.exchanges }) : null,
  ];
  const isFull = buffer.openBytes > buffer.limitBytes * NEARLY_FULL;
  const only = (count: number, row: Omit<Row, 'value'>): readonly Row[] =>
    count === 0 ? [] : [{ ...row, value: formatCount(count) }];
  return [
    {
      label: on ? t('counts.received') : t('counts.receivedBefore'),
      value: received.filter((part) => part !== null).join(', '),
    },
    { label: t('counts.samples'), value: formatCount(counts.samplesAdded) },
    ...only(counts.samplesUpdated, { label: t('counts.updated') }),
    ...only(counts.waiting, { label: t('counts.waiting'), hint: t('counts.waitingHint') }),
    ...only(counts.passed, { label: t('counts.passed') }),
    ...only(counts.issues, { label: t('counts.issues'), isWarn: true }),
    {
      label: t('counts.refused'),
      value: formatCount(counts.refused),
      isWarn: counts.refused > 0,
      hint: t('counts.refusedHint'),
    },
    {
      label: t('counts.buffer'),
      value: t('counts.bufferOf', { used: megabytes(buffer.bytes), limit: megabytes(buffer.limitBytes) }),
      isWarn: isFull,
    },
  ];
}

/** One decimal below a hundred; a little is not nothing. */
function megabytes(bytes: number): number {
  const value = bytes / MB;
  if (value >= 100) return Math.round(value);
  return Math.ceil(value * 10) / 10;
}
