import {
  TOOL_MEASURES,
  type Spread,
  type ToolMeasure,
  type ToolUseBin,
  type ToolUseStats,
} from '../../../shared/model/tool-use.ts';

/** A call as it is counted, in the order of the attempt. */
export type UsedCall = { readonly step: number; readonly name: string; readonly status: 'ok' | 'error' | 'missing' };

/** What the calls of one attempt say; repeated calls need their arguments and are counted by `countRepeats`. */
export type CallFacts = {
  readonly unique: number;
  readonly errors: number;
  readonly retries: number;
  /** Calls of each step that has any. */
  readonly widths: readonly number[];
};

/** One attempt; null is not known. */
export type ToolUse = CallFacts & {
  readonly attemptId: number;
  readonly sampleId: number;
  readonly calls: number;
  readonly steps: number;
  readonly repeats: number;
  readonly latency: number | null;
  readonly tokens: number | null;
};

/** @param calls in order of their steps */
export function readCalls(calls: readonly UsedCall[]): CallFacts {
  const lastStep = new Map<string, number>();
  const widths = new Map<number, number>();
  for (const { name, step } of calls) {
    lastStep.set(name, Math.max(step, lastStep.get(name) ?? step));
    widths.set(step, (widths.get(step) ?? 0) + 1);
  }
  const failed = calls.filter(({ status }) => status === 'error');
  return {
    unique: lastStep.size,
    errors: failed.length,
    retries: failed.filter(({ name, step }) => (lastStep.get(name) ?? step) > step).length,
    widths: [...widths.values()],
  };
}

/** @returns how many of these calls, each named by its tool and arguments, were made before */
export function countRepeats(calls: readonly string[]): number {
  return calls.length - new Set(calls).size;
}

/**
 * The value below which a share of the values lies, interpolated linearly between neighbours: numpy's default method, type
 * 7 of R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", 1996.
 *
 * @param sorted ascending, not empty
 * @param share 0 … 1
 */
export function percentile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const from = sorted[low]!;
  const to = sorted[Math.min(low + 1, sorted.length - 1)]!;
  return from + (to - from) * (at - low);
}

/** @returns null without values */
export function spreadOf(values: Float64Array): Spread | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted();
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1)!,
  };
}

/** @returns a measure's values over some attempts, those not known left out */
export function valuesOf(uses: readonly ToolUse[], measure: ToolMeasure): Float64Array {
  return Float64Array.from(uses.flatMap((use) => valuesOfOne(use, measure)));
}

/** @returns what one attempt adds to a measure: one value, for `parallel` one a calling step, none where it is not known */
export function valuesOfOne(use: ToolUse, measure: ToolMeasure): readonly number[] {
  if (measure === 'parallel') return use.widths;
  const value = use[measure];
  return value === null ? [] : [value];
}

/** Counts, rates and spreads of some attempts. */
export function toolUseStats(uses: readonly ToolUse[]): ToolUseStats {
  const sum = (of: (use: ToolUse) => number): number => uses.reduce((total, use) => total + of(use), 0);
  const calls = sum((use) => use.calls);
  const errors = sum((use) => use.errors);
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
  const spread = (measure: ToolMeasure): Spread | null => spreadOf(valuesOf(uses, measure));
  return {
    samples: new Set(uses.map((use) => use.sampleId)).size,
    attempts: uses.length,
    calls,
    errorRate: share(errors, calls),
    retryRate: share(
      sum((use) => use.retries),
      errors,
    ),
    repeatRate: share(
      sum((use) => use.repeats),
      calls,
    ),
    spreads: byMeasure(spread),
  };
}

/** @returns the result for every measure */
export function byMeasure<T>(make: (measure: ToolMeasure) => T): Record<ToolMeasure, T> {
  // Every key of the record is one of the list, from which its type is made.
  return Object.fromEntries(TOOL_MEASURES.map((measure) => [measure, make(measure)])) as Record<ToolMeasure, T>;
}

/** About so many bars: few enough to hit, enough to show two humps. */
const MOST_BINS = 24;
const NEAR_TAIL = 4;

/**
 * Counts two sets in common bins. Bins are one value wide for small whole numbers, else a round number (1, 2 or 5 times a
 * power of ten). They end at the larger of the sets' 99th percentiles; a tail far beyond it is one bin without an end.
 *
 * @returns empty without values
 */
export function toolUseBins(values: Float64Array, against: Float64Array): ToolUseBin[] {
  const spreads = [spreadOf(values), spreadOf(against)].filter((spread) => spread !== null);
  if (spreads.length === 0) return [];
  const top = Math.max(...spreads.map((spread) => spread.max));
  const reach = Math.max(...spreads.map((spread) => spread.p99));
  const least = Math.min(minOf(values), minOf(against));
  const width = roundWidth((reach - Math.min(least, reach)) / (MOST_BINS - 1));
  const start = Math.floor(least / width);
  const highest = Math.floor(top / width);
  const body = Math.floor(reach / width);
  // A tail of a few bins is shown as it is.
  const end = highest - start < MOST_BINS + NEAR_TAIL ? highest : body;
  const bins: ToolUseBin[] = [];
  for (let step = start; step <= end; step++)
    bins.push({ from: step * width, to: (step + 1) * width, count: 0, against: 0 });
  if (highest > end) bins.push({ from: (end + 1) * width, to: null, count: 0, against: 0 });
  const place = (value: number): number => Math.min(bins.length - 1, Math.floor(value / width) - start);
  const counts = countInto(values, bins.length, place);
  const others = countInto(against, bins.length, place);
  return bins.map((bin, at) => ({ ...bin, count: counts[at]!, against: others[at]! }));
}

function minOf(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

/** @returns 1, 2 or 5 times a power of ten, at least 1 and at least the width */
function roundWidth(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return (([1, 2, 5, 10] as const).find((factor) => factor * power >= least) ?? 10) * power;
}

function countInto(values: Float64Array, size: number, place: (value: number) => number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const value of values) counts[place(value)]!++;
  return counts;
}
