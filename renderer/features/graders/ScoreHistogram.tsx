import { Tooltip, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatScore } from '../../i18n/format.ts';
import classes from './histogram.module.css';
import { niceTicks, type Histogram } from './run-view.ts';

type Bin = Histogram['bins'][number];
type Props = {
  readonly bins: readonly Bin[];
  /** One sentence with the finding. */
  readonly label: string;
  /** Counts of an earlier version over the same bins, drawn as a step line. */
  readonly baseline?: readonly number[] | null;
  readonly baselineName?: string | null;
  /** Without axes and table, for one of several side by side. */
  readonly isSmall?: boolean;
  readonly onOpen: (bin: Bin) => void;
};

/** Counts over 0 to 1. Each bar is a button that opens the samples in it. */
export function ScoreHistogram({ bins, label, baseline = null, baselineName = null, isSmall = false, onOpen }: Props) {
  const { t } = useTranslation('graders');
  const [isTable, setTable] = useState(false);
  const shown = isSmall ? pairs(bins) : bins;
  const ticks = niceTicks(Math.max(...shown.map((bin) => bin.count), ...(baseline ?? [])));
  const top = Math.max(1, isSmall ? Math.max(...shown.map((bin) => bin.count)) : (ticks.at(-1) ?? 1));
  return (
    <figure className={classes.figure} aria-label={label} data-small={isSmall || undefined}>
      {isTable ? (
        <BinTable bins={bins} baseline={baseline} baselineName={baselineName} label={label} />
      ) : (
        <div className={classes.area}>
          {isSmall ? null : <CountAxis ticks={ticks} top={top} />}
          <div className={classes.plot}>
            {shown.map((bin) => (
              <Bar key={bin.from} bin={bin} share={bin.count / top} onOpen={onOpen} />
            ))}
            {baseline === null ? null : <StepLine counts={baseline} top={top} />}
          </div>
          {isSmall ? null : <ValueAxis bins={bins} />}
        </div>
      )}
      {isSmall ? null : (
        <UnstyledButton className={classes.toggle} onClick={() => setTable(!isTable)}>
          {isTable ? t('results.showChart') : t('results.showTable')}
        </UnstyledButton>
      )}
    </figure>
  );
}

/** Two bins as one, so that small bars can be hit. Their filter spans both. */
function pairs(bins: readonly Bin[]): readonly Bin[] {
  return bins.flatMap((bin, index) => {
    const next = bins[index + 1];
    if (index % 2 === 1) return [];
    return [
      next === undefined ? bin : { ...next, from: bin.from, count: bin.count + next.count, term: joined(bin, next) },
    ];
  });
}

/** `score:0..0.049999` and `score:0.05..0.099999` are `score:0..0.099999`. */
function joined(first: Bin, second: Bin): string {
  const start = first.term.slice(0, first.term.lastIndexOf('..'));
  return `${start}${second.term.slice(second.term.lastIndexOf('..'))}`;
}

type BarProps = { readonly bin: Bin; readonly share: number; readonly onOpen: (bin: Bin) => void };

/** As high as the plot, so that a low bar is as easy to hit as a high one. */
function Bar({ bin, share, onOpen }: BarProps) {
  const { t } = useTranslation('graders');
  const values = { from: formatScore(bin.from), to: formatScore(bin.to), scores: formatCount(bin.count) };
  const bar = (
    <span className={classes.bar} style={{ height: `${share * 100}%` }} data-empty={bin.count === 0 || undefined} />
  );
  if (bin.count === 0) return <span className={classes.column}>{bar}</span>;
  return (
    <Tooltip label={t('results.bin', values)} openDelay={0}>
      <button
        type="button"
        className={classes.column}
        aria-label={t('results.openBin', values)}
        onClick={() => onOpen(bin)}
      >
        {bar}
      </button>
    </Tooltip>
  );
}

function CountAxis({ ticks, top }: { readonly ticks: readonly number[]; readonly top: number }) {
  return (
    <div className={classes.counts} aria-hidden>
      {ticks.map((tick) => (
        <span
          key={tick}
          className={classes.tick}
          style={{ bottom: `${(tick / top) * 100}%` }}
          data-zero={tick === 0 || undefined}
        >
          <span>{formatCount(tick)}</span>
        </span>
      ))}
    </div>
  );
}

/** Six marks over the range: 0.0, 0.2 and so on over 0 to 1. */
function ValueAxis({ bins }: { readonly bins: readonly Bin[] }) {
  const from = bins[0]?.from ?? 0;
  const to = bins.at(-1)?.to ?? 1;
  const isUnit = from === 0 && to === 1;
  return (
    <div className={classes.values} aria-hidden>
      {[0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => {
        const value = from + share * (to - from);
        return (
          <span key={share} style={{ left: `${share * 100}%` }}>
            {isUnit ? value.toFixed(1) : formatScore(value)}
          </span>
        );
      })}
    </div>
  );
}

function StepLine({ counts, top }: { readonly counts: readonly number[]; readonly top: number }) {
  const step = 100 / Math.max(1, counts.length);
  const path = counts
    .map((count, index) => {
      const y = 100 - (count / top) * 100;
      return `${index === 0 ? 'M' : 'L'}${index * step},${y} L${(index + 1) * step},${y}`;
    })
    .join(' ');
  return (
    <svg className={classes.line} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <path className={classes.halo} d={path} vectorEffect="non-scaling-stroke" />
      <path className={classes.step} d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

type TableProps = {
  readonly bins: readonly Bin[];
  readonly baseline: readonly number[] | null;
  readonly baselineName: string | null;
  readonly label: string;
};

function BinTable({ bins, baseline, baselineName, label }: TableProps) {
  const { t } = useTranslation('graders');
  return (
    // A table that scrolls must be reachable.

    <div className={classes.tableBox} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('results.from')}</th>
            <th scope="col">{t('results.to')}</th>
            <th scope="col">{t('results.count')}</th>
            {baseline === null ? null : <th scope="col">{baselineName}</th>}
          </tr>
        </thead>
        <tbody>
          {bins.map((bin, index) => (
            <tr key={bin.from}>
              <td>{formatScore(bin.from)}</td>
              <td>{formatScore(bin.to)}</td>
              <td>{formatCount(bin.count)}</td>
              {baseline === null ? null : <td>{formatCount(baseline[index] ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
