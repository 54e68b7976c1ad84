import type { SplitName } from '../../../../shared/contract/splits.ts';
import { perSplit, SPLIT_ORDER, type PerSplit } from './types.ts';

/** @returns the shares divided by their sum; train takes all when every share is 0 */
export function normalised(shares: PerSplit<number>): PerSplit<number> {
  const sum = shares.train + shares.validation + shares.test;
  return sum > 0 ? perSplit((split) => shares[split] / sum) : { train: 1, validation: 0, test: 0 };
}

/**
 * Divides a number of samples into whole parts by the method of largest remainders (Hamilton), an earlier split before a
 * later one on a tie. Since no trainer takes a package without validation, that gets one of the largest part when its share
 * would round to nothing and two samples are there.
 *
 * @returns parts whose sum is `count`, each less than one away from its share, but for that one sample
 */
export function wantedCounts(count: number, shares: PerSplit<number>): PerSplit<number> {
  const parts = normalised(shares);
  const exact = perSplit((split) => count * parts[split]);
  // Sums of binary fractions fall a hair short of whole numbers.
  const counts = perSplit((split) => Math.floor(exact[split] + 1e-9));
  const byRemainder = SPLIT_ORDER.filter((split) => parts[split] > 0).toSorted(
    (a, b) => rounded(exact[b] - counts[b]) - rounded(exact[a] - counts[a]),
  );
  let rest = count - SPLIT_ORDER.reduce((sum, split) => sum + counts[split], 0);
  for (const split of byRemainder) {
    if (rest <= 0) break;
    counts[split] += 1;
    rest -= 1;
  }
  const largest = largestOf(counts);
  if (parts.validation > 0 && counts.validation === 0 && counts[largest] > 1) {
    counts[largest] -= 1;
    counts.validation += 1;
  }
  return counts;
}

/** @returns the split with the most, the earlier one on a tie */
export function largestOf(counts: PerSplit<number>): SplitName {
  return SPLIT_ORDER.reduce((best, split) => (counts[split] > counts[best] ? split : best), 'train');
}

function rounded(value: number): number {
  return Math.round(value * 1e9);
}
