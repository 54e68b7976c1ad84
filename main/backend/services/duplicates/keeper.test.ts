import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_KEEPER, KeeperReason } from '../../../../shared/model/duplicates.ts';
import type { MemberFacts } from '../../store/clusters.ts';
import { keeperOf } from './keeper.ts';

const few = fc.integer({ min: 0, max: 2 });
const facts = fc.record({
  attempts: few,
  reviews: few,
  hasReference: fc.integer({ min: 0, max: 1 }),
  score: fc.constantFrom(null, 0, 0.5, 1),
  humanScore: fc.constantFrom(null, 0, 1),
  createdAt: fc.constantFrom(null, 1_000, 2_000),
});
/** Samples by id, whose uids stand in another order. */
const cluster = fc.array(facts, { minLength: 1, maxLength: 6 }).map((all) =>
  all.map((own, at): MemberFacts => {
    const rest = { title: '', sourceName: '', lang: null, solved: 0, decision: 'undecided' };
    return { ...rest, ...own, id: at + 1, uid: `u${(at * 5) % 7}` };
  }),
);
const rule = fc.shuffledSubarray([...KeeperReason.options]);

describe('keeperOf', () => {
  it('keeps the same sample by the same rule, whatever the order and the ids they have here', () => {
    fc.assert(
      fc.property(cluster, rule, fc.integer({ min: 1, max: 99 }), (members, by, shift) => {
        const here = keeperOf(idsOf(members), byId(members), by);
        const elsewhere = members.map((one) => ({ ...one, id: one.id * 100 - shift })).toReversed();
        const there = keeperOf(idsOf(elsewhere), byId(elsewhere), by);
        expect(there).toEqual({ id: here.id * 100 - shift, reason: here.reason });
      }),
    );
  });

  it('keeps the one that is left when each measure in turn leaves only its best, and the lowest uid last', () => {
    fc.assert(
      fc.property(cluster, rule, (members, by) => {
        let left = members;
        for (const measure of by) left = bestBy(left, VALUES[measure]);
        const [last] = left.toSorted((one, other) => (one.uid < other.uid ? -1 : 1));
        expect(keeperOf(idsOf(members), byId(members), by).id).toBe(last?.id);
      }),
    );
  });

  it('asks the measures in their order and tells apart by uid what they leave level', () => {
    const plain = { title: '', sourceName: '', lang: null, solved: 0, decision: 'undecided', humanScore: null };
    const one = { ...plain, id: 1, uid: 'b', attempts: 3, reviews: 0, hasReference: 1, score: null, createdAt: null };
    const members = [one, { ...one, id: 2, uid: 'a' }, { ...one, id: 3, uid: 'c', attempts: 1, reviews: 2 }];
    expect(keeperOf([1, 2, 3], byId(members), DEFAULT_KEEPER)).toEqual({ id: 3, reason: 'reviews' });
    expect(keeperOf([1, 2, 3], byId(members), ['reference', 'attempts'])).toEqual({ id: 2, reason: 'lowest' });
    expect(keeperOf([1, 3], byId(members), ['oldest', 'attempts'])).toEqual({ id: 1, reason: 'attempts' });
  });
});

/** What is best is greatest; unknown is null and never better. */
const VALUES: Readonly<Record<KeeperReason, (facts: MemberFacts) => number | null>> = {
  reviews: (one) => one.reviews,
  attempts: (one) => one.attempts,
  reference: (one) => one.hasReference,
  score: (one) => one.score,
  human: (one) => one.humanScore,
  newest: (one) => one.createdAt,
  oldest: (one) => (one.createdAt === null ? null : -one.createdAt),
};

function bestBy(members: readonly MemberFacts[], value: (facts: MemberFacts) => number | null): MemberFacts[] {
  const known = members.flatMap((one) => value(one) ?? []);
  return members.filter((one) => known.length === 0 || value(one) === Math.max(...known));
}

function idsOf(members: readonly MemberFacts[]): number[] {
  return members.map(({ id }) => id);
}

function byId(members: readonly MemberFacts[]): Map<number, MemberFacts> {
  return new Map(members.map((one) => [one.id, one]));
}
