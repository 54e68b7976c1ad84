import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeakKind, SplitName } from '../../../../shared/contract/splits.ts';
import { planFix } from './fix.ts';
import { findLeaks, type KindLeaks } from './leaks.ts';
import { createQuoteFinder, quotable } from './quotes.ts';
import { quoteRelation, sharedRelation, similarRelation, type Relation } from './relations.ts';
import { SPLIT_ORDER } from './types.ts';

const IDS = Array.from({ length: 24 }, (_, at) => at + 1);
const splitOf = fc
  .array(fc.constantFrom<SplitName | null>('train', 'train', 'validation', 'test', null), {
    minLength: IDS.length,
    maxLength: IDS.length,
  })
  .map((list) => new Map(IDS.flatMap((id, at) => (list[at] ? [[id, list[at]] as const] : []))));
const members = fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 2, maxLength: 6 });
const shared = fc.array(members, { maxLength: 8 });
const notWhen = { near: ['exact'], semantic: ['exact', 'near'] } as const;
const evidence = (similarity: number): string => `Prompt ${similarity}`;

function leaksOf(
  relations: readonly Relation[],
  splits: ReadonlyMap<number, SplitName>,
  accepted: readonly { kind: LeakKind; a: number; b: number }[] = [],
  cap = 1000,
): KindLeaks[] {
  const isAccepted = (kind: LeakKind, a: number, b: number): boolean =>
    accepted.some(
      (one) =>
        one.kind === kind && Math.min(one.a, one.b) === Math.min(a, b) && Math.max(one.a, one.b) === Math.max(a, b),
    );
  return findLeaks({ relations, notWhen, splitOf: splits, isAccepted, accepted, cap });
}
const pairKey = (a: number, b: number): string => `${Math.min(a, b)}-${Math.max(a, b)}`;
const across = (splits: ReadonlyMap<number, SplitName>, a: number, b: number): boolean => {
  const [one, other] = [splits.get(a), splits.get(b)];
  return one !== undefined && other !== undefined && one !== other;
};

describe('the leak report', () => {
  it('finds every pair across splits that shares a value, each once, and none else', () => {
    fc.assert(
      fc.property(splitOf, shared, (splits, groups) => {
        const relation = sharedRelation(
          'group',
          groups.map((list) => ({ evidence: 'Same user', members: list })),
          false,
        );
        const [found] = leaksOf([relation], splits);
        const expected = new Set(
          groups.flatMap((list) =>
            list.flatMap((a) => list.filter((b) => across(splits, a, b)).map((b) => pairKey(a, b))),
          ),
        );
        const listed = found?.openList.map(({ a, b }) => pairKey(a, b)) ?? [];
        expect(found?.open).toBe(expected.size);
        expect(listed.length).toBe(expected.size);
        expect(new Set(listed)).toEqual(expected);
        for (const { a, b } of found?.openList ?? [])
          expect(SPLIT_ORDER.indexOf(splits.get(a) ?? 'test')).toBeLessThan(
            SPLIT_ORDER.indexOf(splits.get(b) ?? 'train'),
          );
      }),
    );
  });

  it('counts groups that share no member in full, whatever is listed or accepted', () => {
    fc.assert(
      fc.property(
        splitOf,
        fc.nat(5),
        fc.uniqueArray(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS)), { maxLength: 4 }),
        (splits, size, marks) => {
          const parts = [0, 1, 2].map((part) => IDS.filter((id) => id % (size + 3) === part));
          const groups = parts.map((list) => ({ evidence: 'Same prompt', members: list }));
          const accepted = [
            ...new Map(
              marks.filter(([a, b]) => a < b).map(([a, b]) => [pairKey(a, b), { kind: 'exact' as const, a, b }]),
            ).values(),
          ];
          const [whole] = leaksOf([sharedRelation('exact', groups, false)], splits, accepted);
          const [counted] = leaksOf([sharedRelation('exact', groups, true)], splits, accepted, 2);
          expect(counted).toMatchObject({ pairs: whole?.pairs, open: whole?.open, accepted: whole?.accepted });
          expect(counted?.openList.length).toBe(Math.min(2, whole?.open ?? 0));
          expect(counted?.acceptedList).toHaveLength(Math.min(2, whole?.accepted ?? 0));
        },
      ),
    );
  });

  it('spreads links over texts that are equal, and names a pair as near only when it is not exact', () => {
    // 1, 2 and 3 have one text; only 1 is linked with 4.
    const near = similarRelation(
      'near',
      [
        { a: 1, b: 2, similarity: 1 },
        { a: 1, b: 3, similarity: 1 },
        { a: 1, b: 4, similarity: 0.9 },
      ],
      evidence,
    );
    const exact = sharedRelation('exact', [{ evidence: 'Same prompt', members: [1, 2] }], true);
    const splits = new Map<number, SplitName>([
      [1, 'train'],
      [2, 'validation'],
      [3, 'validation'],
      [4, 'test'],
    ]);
    const [, found] = leaksOf([exact, near], splits);
    expect(found?.openList.map(({ a, b, similarity }) => [a, b, similarity])).toEqual([
      [1, 3, 1],
      [1, 4, 0.9],
      [2, 4, 0.9],
      [3, 4, 0.9],
    ]);
    // Without the one that holds the links, they still hold.
    splits.delete(1);
    const [, without] = leaksOf([exact, near], splits);
    expect(without?.openList.map(({ a, b }) => [a, b])).toEqual([
      [2, 4],
      [3, 4],
    ]);
  });

  it('tells of a quoted reference only when the result trains', () => {
    const quote = quoteRelation([{ answer: 1, result: 2, evidence: 'Quoted' }]);
    expect(
      leaksOf(
        [quote],
        new Map([
          [1, 'validation'],
          [2, 'train'],
        ]),
      )[0]?.open,
    ).toBe(1);
    expect(
      leaksOf(
        [quote],
        new Map([
          [1, 'train'],
          [2, 'validation'],
        ]),
      )[0]?.open,
    ).toBe(0);
  });

  it('is empty once what hangs together was brought to one side, unless it is locked on two', () => {
    fc.assert(
      fc.property(
        splitOf,
        shared,
        fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 4 }),
        (splits, groups, locks) => {
          const relation = sharedRelation(
            'group',
            groups.map((list) => ({ evidence: '', members: list })),
            false,
          );
          const isLocked = (id: number): boolean => locks.includes(id);
          const moves = planFix({
            ties: relation.chains((id) => splits.has(id)),
            together: [],
            splitOf: splits,
            isLocked,
          });
          for (const id of moves.keys()) expect(isLocked(id)).toBe(false);
          const after = new Map([...splits].map(([id, split]) => [id, moves.get(id) ?? split]));
          const [left] = leaksOf([relation], after);
          if (locks.length < 2) expect(left?.open).toBe(0);
          expect(left?.open ?? 0).toBeLessThanOrEqual(leaksOf([relation], splits)[0]?.open ?? 0);
        },
      ),
    );
  });
});

describe('quotes', () => {
  it('are found exactly where the answer stands in the text, by itself', () => {
    const word = fc.constantFrom('refund', 'of', '1714.50', 'approved', 'für', '承認', 'a');
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, fc.array(fc.array(word, { minLength: 2, maxLength: 8 }), { maxLength: 5 }), (whole, lists) => {
        const answers = lists.map((words, owner) => ({ owner, text: words.join(' ') }));
        const found = createQuoteFinder(answers)(whole);
        const expected = answers.flatMap((answer, at) => (` ${whole} `.includes(` ${answer.text} `) ? [at] : []));
        expect(found.toSorted((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('do not count inside of a longer number, and see through JSON in a text', () => {
    const find = createQuoteFinder([{ owner: 1, text: quotable('Pay 1,714.50 to "Holt"') }]);
    expect(find(quotable('{"note":"Pay 1,714.50\\nto \\"HOLT\\" today"}'))).toEqual([0]);
    expect(createQuoteFinder([{ owner: 1, text: '714.50' }])('pays 1714.50')).toEqual([]);
  });
});
