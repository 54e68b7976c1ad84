import { perSplit, SPLIT_ORDER, type PerSplit } from './types.ts';

export type ValueCounts<V> = { readonly value: V; readonly counts: PerSplit<number> };
export type Mix<V> = {
  readonly distance: { readonly validation: number | null; readonly test: number | null };
  /** Largest first, then as given. */
  readonly values: readonly (ValueCounts<V> & { readonly shares: PerSplit<number> })[];
};

/** Compares how often values come in train with how often they come in the other splits. */
export function compareMix<V>(values: readonly ValueCounts<V>[]): Mix<V> {
  const sums = perSplit((split) => values.reduce((sum, { counts }) => sum + counts[split], 0));
  const shared = values.map((one) => ({
    ...one,
    shares: perSplit((split) => (sums[split] === 0 ? 0 : one.counts[split] / sums[split])),
  }));
  const distanceTo = (split: 'validation' | 'test'): number | null =>
    sums.train === 0 || sums[split] === 0
      ? null
      : jensenShannonDistance(
          shared.map(({ shares }) => shares.train),
          shared.map(({ shares }) => shares[split]),
        );
  const total = ({ counts }: ValueCounts<V>): number => SPLIT_ORDER.reduce((sum, split) => sum + counts[split], 0);
  return {
    distance: { validation: distanceTo('validation'), test: distanceTo('test') },
    values: shared.toSorted((a, b) => total(b) - total(a)),
  };
}

/**
 * The square root of the Jensen-Shannon divergence with logarithms to base 2: 0 for equal distributions, 1 for those that
 * share nothing (Lin, "Divergence measures based on the Shannon entropy", IEEE Trans. Inf. Theory 37(1), 1991; Endres and
 * Schindelin, "A new metric for probability distributions", 2003).
 *
 * @param p shares that sum to 1; `q` alike, in the same order
 */
export function jensenShannonDistance(p: readonly number[], q: readonly number[]): number {
  let divergence = 0;
  for (const [at, left] of p.entries()) {
    const right = q[at] ?? 0;
    const middle = (left + right) / 2;
    if (left > 0) divergence += (left * Math.log2(left / middle)) / 2;
    if (right > 0) divergence += (right * Math.log2(right / middle)) / 2;
  }
  return Math.sqrt(Math.min(1, Math.max(0, divergence)));
}
