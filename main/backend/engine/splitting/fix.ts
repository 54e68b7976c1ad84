import type { SplitName } from '../../../../shared/contract/splits.ts';
import { createIdSets } from './id-sets.ts';
import type { SplitMap } from './relations.ts';
import { perSplit, SPLIT_ORDER } from './types.ts';

export type FixRequest = {
  /** Pairs that must come to one side. */
  readonly ties: Iterable<readonly [number, number]>;
  /** What must stay together by the rules, whatever leaks. */
  readonly together: readonly (readonly number[])[];
  readonly splitOf: SplitMap;
  readonly isLocked: (id: number) => boolean;
};

/**
 * Brings what hangs together, by ties and by groups, to one side: where it is locked, else where most of it is, else the
 * side nearer to training. What is locked on two sides stays as it is.
 *
 * @returns where samples that have to move go
 */
export function planFix({ ties, together, splitOf, isLocked }: FixRequest): Map<number, SplitName> {
  const sets = createIdSets();
  for (const [a, b] of ties) if (splitOf.has(a) && splitOf.has(b)) sets.union(a, b);
  const tied = new Set(sets.sets().keys());
  for (const group of together) {
    const present = group.filter((id) => splitOf.has(id));
    const [first] = present;
    // Groups that nothing leaks from are left alone.
    if (first !== undefined && present.some((id) => tied.has(sets.find(id)) || sets.find(id) !== id))
      for (const id of present) sets.union(first, id);
  }
  const moves = new Map<number, SplitName>();
  for (const members of sets.sets().values()) {
    const to = sideOf(members, splitOf, isLocked);
    if (to === null) continue;
    for (const id of members) if (splitOf.get(id) !== to && !isLocked(id)) moves.set(id, to);
  }
  return moves;
}

/** @returns null when it is locked on two sides */
export function sideOf(
  members: readonly number[],
  splitOf: SplitMap,
  isLocked: (id: number) => boolean,
): SplitName | null {
  const counts = perSplit((split) => members.filter((id) => splitOf.get(id) === split).length);
  const locks = SPLIT_ORDER.filter((split) => members.some((id) => splitOf.get(id) === split && isLocked(id)));
  if (locks.length > 1) return null;
  return (
    locks[0] ?? SPLIT_ORDER.reduce<SplitName>((best, split) => (counts[split] > counts[best] ? split : best), 'train')
  );
}
