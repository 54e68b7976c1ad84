import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUnionFind } from './union-find.ts';

/** Components by spreading the lowest label until nothing changes. */
function componentsOf(size: number, pairs: readonly (readonly [number, number])[]): number[][] {
  const label = Array.from({ length: size }, (_, at) => at);
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [a, b] of pairs) {
      const low = Math.min(label[a]!, label[b]!);
      if (label[a] === low && label[b] === low) continue;
      label[a] = low;
      label[b] = low;
      isChanged = true;
    }
  }
  return [...Map.groupBy(label.keys(), (at) => label[at]).values()].filter((group) => group.length > 1);
}

const pairLists = fc
  .integer({ min: 1, max: 60 })
  .chain((size) =>
    fc.tuple(fc.constant(size), fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 80 })),
  );

describe('createUnionFind', () => {
  it('makes the groups that a brute-force search makes of the same pairs', () => {
    fc.assert(
      fc.property(pairLists, ([size, pairs]) => {
        const joined = createUnionFind(size);
        for (const [a, b] of pairs) joined.union(a, b);
        expect(joined.groups()).toEqual(componentsOf(size, pairs));
      }),
      { numRuns: 300 },
    );
  });

  it('says whether a union joined two groups, and finds one root for a group', () => {
    const joined = createUnionFind(4);
    expect([joined.union(2, 1), joined.union(1, 0), joined.union(0, 2), joined.union(3, 3)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(joined.find(0)).toBe(joined.find(2));
    expect(joined.find(3)).not.toBe(joined.find(2));
    expect(joined.groups()).toEqual([[0, 1, 2]]);
  });

  it('refuses a member that is not there', () => {
    expect(() => createUnionFind(2).find(2)).toThrow('2 is not one of the 2 members.');
  });
});
