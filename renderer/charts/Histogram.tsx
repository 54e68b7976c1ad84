import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatScore } from '../i18n/format.ts';
import { ChartFrame, type ChartTable } from './ChartFrame.tsx';
import classes from './charts.module.css';

export type HistogramBin = { readonly from: number; readonly to: number; readonly count: number };
type Props = {
  readonly bins: readonly HistogramBin[];
  /** One sentence with the finding. */
  readonly label: string;
  readonly height?: number;
  readonly onBinClick?: (index: number) => void;
  readonly selected?: number | null;
  readonly formatValue?: (value: number) => string;
  /** A baseline of the same bins, drawn as a step line: an earlier version, production. */
  readonly baseline?: readonly number[];
  /** What a bin stands for, where `from` to `to` does not say it: whole numbers, an open end. */
  readonly nameBin?: (bin: HistogramBin) => string;
  /** The words under the first, the middle and the last bar, where the bins' names are too long. */
  readonly ticks?: readonly string[];
  /** Names of the bars' and the baseline's columns in the table. */
  readonly seriesNames?: readonly [count: string, baseline: string];
  /** Values marked on the axis, such as percentiles; `at` is a share of its length. */
  readonly marks?: readonly HistogramMark[];
};
export type HistogramMark = { readonly label: string; readonly at: number };

/** Below this many values the numbers stand on the bars. */
const FEW = 30;

/** Counts by range. Bars are buttons where they lead to the samples behind them. */
export function Histogram({
  bins,
  label,
  height = 120,
  onBinClick,
  selected = null,
  formatValue = formatScore,
  baseline,
  nameBin,
  ticks,
  seriesNames,
  marks = [],
}: Props) {
  const { t } = useTranslation('charts');
  const total = bins.reduce((sum, bin) => sum + bin.count, 0);
  const most = Math.max(1, ...bins.map((bin) => bin.count), ...(baseline ?? []));
  const name = (bin: HistogramBin): string =>
    nameBin === undefined
      ? t('bin', { from: formatValue(bin.from), to: formatValue(bin.to), count: bin.count })
      : t('namedBin', { name: nameBin(bin), count: bin.count });
  const table = tableOf({ bins, baseline, seriesNames, nameBin, formatValue }, t);
  return (
    <ChartFrame label={label} table={table}>
      <div className={classes.plot} style={{ height }} data-marked={marks.length > 0 || undefined}>
        <div className={classes.grid} aria-hidden>
          <span />
          <span />
          <span />
        </div>
        {bins.map((bin, index) => (
          <Tooltip key={bin.from} label={name(bin)} openDelay={0}>
            <Bin
              name={name(bin)}
              share={bin.count / most}
              text={total < FEW && bin.count > 0 ? formatCount(bin.count) : null}
              isSelected={index === selected}
              isDimmed={selected !== null && index !== selected}
              onClick={onBinClick === undefined || bin.count === 0 ? undefined : () => onBinClick(index)}
            />
          </Tooltip>
        ))}
        {baseline === undefined ? null : <StepLine values={baseline} most={most} />}
        {marks.map((mark) => (
          <span key={mark.label} className={classes.mark} style={{ left: `${mark.at * 100}%` }} aria-hidden>
            <span className={classes.markText} data-end={mark.at > 0.85 || undefined}>
              {mark.label}
            </span>
          </span>
        ))}
      </div>
      <Axis ticks={ticks ?? ticksOf(bins, formatValue)} />
    </ChartFrame>
  );
}

type BinProps = {
  readonly name: string;
  readonly share: number;
  readonly text: string | null;
  readonly isSelected: boolean;
  readonly isDimmed: boolean;
  readonly onClick: (() => void) | undefined;
};

/** The column is as high as the plot, so that a low bar is as easy to hit as a high one. */
function Bin({ name, share, text, isSelected, isDimmed, onClick, ...rest }: BinProps) {
  const bar = (
    <>
      {text === null ? null : <span className={classes.barText}>{text}</span>}
      <span className={classes.bar} style={{ height: `${share * 100}%` }} data-empty={share === 0 || undefined} />
    </>
  );
  const data = { 'data-selected': isSelected || undefined, 'data-dimmed': isDimmed || undefined };
  if (onClick === undefined) {
    return (
      <span {...rest} className={classes.column} {...data}>
        {bar}
      </span>
    );
  }
  return (
    // The tooltip passes its own class and handlers; ours come after.
    <button
      {...rest}
      type="button"
      className={classes.column}
      aria-label={name}
      aria-pressed={isSelected}
      onClick={onClick}
      {...data}
    >
      {bar}
    </button>
  );
}

function StepLine({ values, most }: { values: readonly number[]; most: number }) {
  const step = 100 / Math.max(1, values.length);
  const path = values
    .map((value, index) => {
      const y = 100 - (value / most) * 100;
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

function Axis({ ticks }: { readonly ticks: readonly string[] }) {
  return (
    <div className={classes.axis} aria-hidden>
      {ticks.map((tick) => (
        <span key={tick}>{tick}</span>
      ))}
    </div>
  );
}

function ticksOf(bins: readonly HistogramBin[], formatValue: (value: number) => string): string[] {
  const [first] = bins;
  const last = bins.at(-1);
  if (first === undefined || last === undefined) return [];
  return [first.from, (first.from + last.to) / 2, last.to].map(formatValue);
}

type Translate = ReturnType<typeof useTranslation<'charts'>>['t'];
type TableProps = {
  readonly bins: readonly HistogramBin[];
  readonly baseline: readonly number[] | undefined;
  readonly seriesNames: Props['seriesNames'] | undefined;
  readonly nameBin: Props['nameBin'] | undefined;
  readonly formatValue: (value: number) => string;
};

function tableOf({ bins, baseline, seriesNames, nameBin, formatValue }: TableProps, t: Translate): ChartTable {
  const names = nameBin === undefined ? [t('from'), t('to')] : [t('value')];
  const counts = [
    seriesNames?.[0] ?? t('count'),
    ...(baseline === undefined ? [] : [seriesNames?.[1] ?? t('baseline')]),
  ];
  return {
    head: [...names, ...counts],
    rows: bins.map((bin, at) => [
      ...(nameBin === undefined ? [formatValue(bin.from), formatValue(bin.to)] : [nameBin(bin)]),
      formatCount(bin.count),
      ...(baseline === undefined ? [] : [formatCount(baseline[at] ?? 0)]),
    ]),
  };
}
