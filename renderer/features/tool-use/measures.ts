import type { HistogramBin, HistogramMark } from '../../charts/Histogram.tsx';
import type { Output } from '../../data/methods.ts';
import { formatCount, formatDuration, formatMean } from '../../i18n/format.ts';

export type Charts = Output<'toolUse.summary'>['charts'];
export type Stats = Output<'toolUse.summary'>['all'];
export type Group = Output<'toolUse.summary'>['groups'][number];
export type Measure = keyof Charts;
export type Bin = Charts[Measure][number];
export type Spread = NonNullable<Stats['spreads'][Measure]>;

/** In the order shown: what is asked first comes first. */
export const MEASURES = [
  'calls',
  'parallel',
  'unique',
  'steps',
  'latency',
  'tokens',
  'repeats',
  'errors',
  'retries',
] as const satisfies readonly Measure[];

/** @returns a value as people read it: 4, 4.5, 1,200, 11.4 s */
export function formatMeasure(measure: Measure, value: number): string {
  if (measure === 'latency') return formatDuration(value);
  return value >= 100 ? formatCount(value) : formatMean(value);
}

/** Bars of the same width; the one without an end is drawn as wide as the others. */
export function barsOf(bins: readonly Bin[]): HistogramBin[] {
  const [first] = bins;
  const width = first === undefined || first.to === null ? 1 : first.to - first.from;
  return bins.map(({ from, to, count }) => ({ from, to: to ?? from + width, count }));
}

/** @returns where a value stands on the axis, 0 … 1: whole numbers in the middle of their bar, the tail in that of the last */
export function placeOf(bins: readonly HistogramBin[], value: number): number {
  const [first] = bins;
  if (first === undefined) return 0;
  const width = first.to - first.from;
  const inBars = (value - first.from) / width + (width === 1 ? 0.5 : 0);
  return Math.min(Math.max(inBars, 0), bins.length - 0.5) / bins.length;
}

/** P50 and P95 of a chart; as one mark where they would stand on each other. */
export function marksOf(bins: readonly HistogramBin[], spread: Spread): HistogramMark[] {
  const p50 = placeOf(bins, spread.p50);
  const p95 = placeOf(bins, spread.p95);
  if (p95 - p50 < 0.16) return [{ label: 'P50, P95', at: p95 }];
  return [
    { label: 'P50', at: p50 },
    { label: 'P95', at: p95 },
  ];
}

/** The other set's bars as high as they would be if it had as many values. */
export function toScale(bins: readonly Bin[]): number[] {
  const sum = (of: (bin: Bin) => number): number => bins.reduce((total, bin) => total + of(bin), 0);
  const others = sum((bin) => bin.against);
  const factor = others === 0 ? 0 : sum((bin) => bin.count) / others;
  return bins.map((bin) => bin.against * factor);
}

/** @returns the filter with a term added */
export function within(filter: string, term: string): string {
  return filter.trim() === '' ? term : `(${filter}) ${term}`;
}
