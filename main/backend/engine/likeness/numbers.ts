/** A number and how often it occurs; lists of these are ascending, no number twice. */
export type Tally = readonly (readonly [value: number, count: number])[];

/** A share of nothing would be infinitely far from any other: it counts as one in ten thousand. */
const PSI_EPSILON = 0.0001;

export function tally(values: Iterable<number>): Tally {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return sorted(counts);
}

/** @returns the numbers of both; with `round`, each number as that makes it */
export function mergeTallies(tallies: readonly Tally[], round: (value: number) => number = (value) => value): Tally {
  const counts = new Map<number, number>();
  for (const one of tallies)
    for (const [value, count] of one) counts.set(round(value), (counts.get(round(value)) ?? 0) + count);
  return sorted(counts);
}

function sorted(counts: ReadonlyMap<number, number>): Tally {
  return [...counts].toSorted(([a], [b]) => a - b);
}

export function countOf(numbers: Tally): number {
  return numbers.reduce((sum, [, count]) => sum + count, 0);
}

/**
 * A quantile with linear interpolation between the two nearest numbers, as numpy's default.
 *
 * @param share 0..1
 * @returns null for no numbers
 */
export function quantile(numbers: Tally, share: number): number | null {
  const count = countOf(numbers);
  if (count === 0) return null;
  const rank = share * (count - 1);
  const below = Math.floor(rank);
  const low = at(numbers, below);
  const high = at(numbers, Math.min(count - 1, below + 1));
  const part = rank - below;
  // As numpy: from whichever end is nearer, so that equal numbers give that number.
  return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part);
}

function at(numbers: Tally, rank: number): number {
  let passed = 0;
  for (const [value, count] of numbers) {
    passed += count;
    if (rank < passed) return value;
  }
  return numbers.at(-1)?.[0] ?? 0;
}

/** @returns the inner deciles, ascending, each once: equal ones make one bin of several */
export function decileEdges(numbers: Tally): number[] {
  const edges = new Set<number>();
  for (let tenth = 1; tenth <= 9; tenth += 1) {
    const edge = quantile(numbers, tenth / 10);
    if (edge !== null) edges.add(edge);
  }
  return [...edges].toSorted((a, b) => a - b);
}

/** Counts by bins: up to and with the first edge, above it up to and with the second, and so on. */
export function binCounts(numbers: Tally, edges: readonly number[]): number[] {
  const counts = Array.from({ length: edges.length + 1 }, () => 0);
  let bin = 0;
  for (const [value, count] of numbers) {
    for (let edge = edges[bin]; edge !== undefined && value > edge; edge = edges[bin]) bin += 1;
    counts[bin] = (counts[bin] ?? 0) + count;
  }
  return counts;
}

/**
 * The population stability index over the deciles of `expected`: the sum of (a - e) ln(a / e) over the bins' shares.
 *
 * @returns null when either has no numbers
 * @see N. Siddiqi, "Credit Risk Scorecards", 2006
 */
export function stabilityIndex(expected: Tally, actual: Tally): number | null {
  const ofExpected = countOf(expected);
  const ofActual = countOf(actual);
  if (ofExpected === 0 || ofActual === 0) return null;
  const edges = decileEdges(expected);
  const actualBins = binCounts(actual, edges);
  let index = 0;
  for (const [bin, count] of binCounts(expected, edges).entries()) {
    const e = Math.max(PSI_EPSILON, count / ofExpected);
    const a = Math.max(PSI_EPSILON, (actualBins[bin] ?? 0) / ofActual);
    index += (a - e) * Math.log(a / e);
  }
  return index;
}

/** Bins of a chart are at most this many. */
const MOST_BINS = 8;

/**
 * Ends of bins for a chart of whole numbers, in the steps 1, 2, 5, 10 and so on: each bin reaches from behind the end before
 * it to its own. Neighbours are joined, the emptiest first, until few are left.
 */
export function chartEdges(numbers: Tally): number[] {
  const most = numbers.at(-1)?.[0];
  if (most === undefined) return [];
  const edges: number[] = [0];
  for (let power = 1; (edges.at(-1) ?? 0) < most; power *= 10) edges.push(...[1, 2, 5].map((step) => step * power));
  const counts = binCounts(numbers, edges);
  const bins = edges.map((edge, bin) => ({ edge, count: counts[bin] ?? 0 }));
  while (bins.length > 1 && bins[0]?.count === 0) bins.shift();
  while (bins.length > 1 && bins.at(-1)?.count === 0) bins.pop();
  while (bins.length > MOST_BINS) {
    let best = 0;
    const weight = (bin: number): number => (bins[bin]?.count ?? 0) + (bins[bin + 1]?.count ?? 0);
    for (let bin = 1; bin + 1 < bins.length; bin += 1) if (weight(bin) < weight(best)) best = bin;
    const joined = weight(best);
    bins.splice(best, 1);
    const kept = bins[best];
    if (kept !== undefined) kept.count = joined;
  }
  // The last bin is open, so its end is no edge.
  return bins.slice(0, -1).map(({ edge }) => edge);
}
