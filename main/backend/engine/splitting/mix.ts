import { jensenShannon } from '../likeness/distance.ts';
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
  const countsOf = (split: 'train' | 'validation' | 'test'): number[] => values.map(({ counts }) => counts[split]);
  const distanceTo = (split: 'validation' | 'test'): number | null => jensenShannon(countsOf('train'), countsOf(split));
  const total = ({ counts }: ValueCounts<V>): number => SPLIT_ORDER.reduce((sum, split) => sum + counts[split], 0);
  return {
    distance: { validation: distanceTo('validation'), test: distanceTo('test') },
    values: shared.toSorted((a, b) => total(b) - total(a)),
  };
}
