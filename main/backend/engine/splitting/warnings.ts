import type { SplitName, SplitWarning } from '../../../../shared/contract/splits.ts';
import { count } from '../../../../shared/text/plural.ts';
import { SPLIT_ORDER, type PerSplit } from './types.ts';

/** A trainer that takes fewer or more: the strictest of those that a project may choose. */
export type SplitLimits = {
  readonly title: string;
  readonly train: number;
  readonly validation: number;
  readonly recommendedTrain: number;
};
export type SplitShape = {
  readonly counts: PerSplit<number>;
  readonly wanted: PerSplit<number>;
  /** Parts of 1. */
  readonly shares: PerSplit<number>;
  /** Samples that take part. */
  readonly scope: number;
  readonly largestGroup: number;
  /** Groups that locks hold in more than one split. */
  readonly torn: number;
  readonly limits: SplitLimits;
};

/** A split below this says little: one sample more or less moves its mean by a tenth or more. */
export const TINY_SPLIT = 10;
const NAMES: PerSplit<string> = { train: 'Train', validation: 'Validation', test: 'Test' };

/** What a person should know of a split before training on it, one sentence each, what stops first. */
export function splitWarnings(shape: SplitShape): SplitWarning[] {
  if (shape.scope === 0) return [];
  const found = [...sizeWarnings(shape), ...limitWarnings(shape), ...groupWarnings(shape)];
  return found.toSorted((a, b) => Number(a.severity !== 'stop') - Number(b.severity !== 'stop'));
}

function warning(
  severity: SplitWarning['severity'],
  code: string,
  message: string,
  split: SplitName | null = null,
): SplitWarning {
  return { severity, code, message, filter: split === null ? null : `split:${split}` };
}

function sizeWarnings({ counts, shares, scope }: SplitShape): SplitWarning[] {
  const found: SplitWarning[] = [];
  for (const split of SPLIT_ORDER) {
    const n = counts[split];
    const share = shares[split];
    if (n === 0 && split === 'test' && share === 0) continue;
    if (n === 0)
      found.push(
        warning(
          split === 'test' ? 'watch' : 'stop',
          'empty_split',
          share === 0
            ? `${NAMES[split]} is empty, since its share is 0. A package needs train and validation.`
            : `${NAMES[split]} is empty: ${count(scope, 'sample')} ${scope === 1 ? 'is' : 'are'} too few for its share of ${percent(share)}, or groups are too large. Add samples or give it a larger share.`,
        ),
      );
    else if (n < TINY_SPLIT)
      found.push(
        warning(
          'watch',
          'tiny_split',
          `${NAMES[split]} has ${count(n, 'sample')} only, so one of them alone moves its result by ${percent(1 / n)}.`,
          split,
        ),
      );
  }
  if (counts.validation > counts.train && counts.train > 0)
    found.push(
      warning(
        'watch',
        'validation_larger',
        `Validation is larger than train (${counts.validation} and ${counts.train}). Give train a larger share.`,
        'validation',
      ),
    );
  return found;
}

function limitWarnings({ counts, limits }: SplitShape): SplitWarning[] {
  const found: SplitWarning[] = [];
  for (const split of ['train', 'validation'] as const)
    if (counts[split] > limits[split])
      found.push(
        warning(
          'stop',
          'over_limit',
          `${NAMES[split]} has ${count(counts[split], 'sample')}; ${limits.title} takes at most ${limits[split]}. Lower its share or take fewer samples.`,
          split,
        ),
      );
  if (counts.train > 0 && counts.train < limits.recommendedTrain && counts.train >= TINY_SPLIT)
    found.push(
      warning(
        'watch',
        'under_limit',
        `Train has ${count(counts.train, 'sample')}; ${limits.title} asks for at least ${limits.recommendedTrain}.`,
        'train',
      ),
    );
  return found;
}

function groupWarnings({ counts, wanted, shares, largestGroup, torn }: SplitShape): SplitWarning[] {
  const found: SplitWarning[] = [];
  const small = SPLIT_ORDER.filter((split) => shares[split] > 0 && wanted[split] < largestGroup);
  if (largestGroup > 1 && small.length > 0)
    found.push(
      warning(
        'watch',
        'large_group',
        `The largest group has ${count(largestGroup, 'sample')}, more than ${small.map((split) => `${split} should have (${wanted[split]})`).join(' and ')}. Group by something finer if the sizes matter.`,
      ),
    );
  const off = SPLIT_ORDER.filter((split) => Math.abs(counts[split] - wanted[split]) > Math.max(2, wanted[split] / 10));
  if (off.length > 0)
    found.push(
      warning(
        'watch',
        'off_share',
        `Not the shares that were asked for: ${off.map((split) => `${split} has ${counts[split]} instead of ${wanted[split]}`).join(', ')}. Groups, locks or moves by hand keep them from it.`,
      ),
    );
  if (torn > 0)
    found.push(
      warning(
        'stop',
        'torn_group',
        `${count(torn, 'group')} ${torn === 1 ? 'has' : 'have'} locked samples in more than one split, so ${torn === 1 ? 'it leaks' : 'they leak'}. Unlock and split again, or decide on the leaks.`,
      ),
    );
  return found;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
