import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../prng.ts';
import { jaccard } from './jaccard.ts';
import { LARGE_BUCKET, nearPairs, type Pairs } from './near-pairs.ts';
import { shingleSet } from './shingles.ts';
import { createUnionFind } from './union-find.ts';

type Pair = readonly [a: number, b: number, similarity: number];

function listed({ count, a, b, similarity }: Pairs): Pair[] {
  return Array.from({ length: count }, (_, at) => [a[at]!, b[at]!, similarity[at]!]);
}

/** Every pair at or above the floor, by an index from each run of five words to its documents: no hash, no sampling. */
function bruteForce(documents: readonly (readonly string[])[], floor: number): Pair[] {
  const sets = documents.map((words) => new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(' '))));
  const index = new Map<string, number[]>();
  const found: Pair[] = [];
  for (const [b, set] of sets.entries()) {
    const shared = new Map<number, number>();
    for (const run of set) {
      const earlier = index.get(run);
      if (earlier === undefined) index.set(run, [b]);
      else {
        for (const a of earlier) shared.set(a, (shared.get(a) ?? 0) + 1);
        earlier.push(b);
      }
    }
    for (const [a, both] of shared) {
      const similarity = both / (sets[a]!.size + set.size - both);
      if (similarity >= floor) found.push([a, b, similarity]);
    }
  }
  return found.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
}

type Planted = { readonly documents: string[][]; readonly pairs: Pair[] };

/**
 * Groups of a document of 45 runs and three copies. A copy has other words at its end: with t of them, t runs differ, and
 * its similarity with the document is exactly (45 - t) / (45 + t); that of two copies is set by the larger t.
 */
function plantGroups(groups: number): Planted {
  const random = createRandom(7);
  const fresh = (count: number): string[] => Array.from({ length: count }, () => `w${Math.floor(random() * 5_000)}`);
  const documents: string[][] = [];
  const pairs: Pair[] = [];
  for (let group = 0; group < groups; group++) {
    const original = fresh(49);
    const changed = [0, ...Array.from({ length: 3 }, () => 1 + Math.floor(random() * 15))];
    // Every fifth group has a copy exactly on the floor of 0.8.
    if (group % 5 === 0) changed[1] = 5;
    const from = documents.length;
    for (const [member, count] of changed.entries()) {
      documents.push([...original.slice(0, 49 - count), ...fresh(count)]);
      for (let earlier = 0; earlier < member; earlier++) {
        const most = Math.max(count, changed[earlier]!);
        pairs.push([from + earlier, from + member, (45 - most) / (45 + most)]);
      }
    }
  }
  return { documents, pairs };
}

describe('nearPairs', () => {
  it('finds at least 0.99 of the pairs at 0.8 among 10,000 documents, and no others', () => {
    const { documents, pairs } = plantGroups(2_500);
    const expected = bruteForce(documents, 0.8);
    expect(expected).toEqual(
      pairs.filter(([, , similarity]) => similarity >= 0.8).sort((x, y) => x[0] - y[0] || x[1] - y[1]),
    );
    expect(expected.filter(([, , similarity]) => similarity === 0.8).length).toBeGreaterThan(500);

    const result = nearPairs(
      documents.map((words) => shingleSet(words.join(' '))),
      0.8,
    );
    const wanted = new Map(expected.map(([a, b, similarity]) => [a * 10_000 + b, similarity]));
    const found = listed(result);
    expect(found.filter(([a, b, similarity]) => wanted.get(a * 10_000 + b) !== similarity)).toEqual([]);
    expect(found.length / expected.length).toBeGreaterThanOrEqual(0.99);
    expect(result.isComplete).toBe(true);
  });

  it('lists only true pairs with their exact similarity, sorted, for any documents and floor', () => {
    // Pieces of a few texts, so that many share some runs.
    const base = fc.array(fc.nat(999).map(String), { minLength: 30, maxLength: 30 });
    const piece = fc.tuple(fc.nat(1), fc.nat(4), fc.integer({ min: 9, max: 30 }));
    const drawn = fc
      .tuple(base, base, fc.array(piece, { maxLength: 12 }))
      .map(([one, other, pieces]) => pieces.map(([which, from, to]) => (which === 0 ? one : other).slice(from, to)));
    let [found, all] = [0, 0];
    fc.assert(
      fc.property(drawn, fc.constantFrom(0.3, 0.5, 0.8, 1), (documents, floor) => {
        const sets = documents.map((words) => shingleSet(words.join(' ')));
        const firsts = sets.map((set) => sets.findIndex((other) => other.join() === set.join()));
        // Copies hang on the first of their kind; only first ones are compared with each other.
        const expected = bruteForce(documents, floor).filter(
          ([a, b]) => firsts[b] === a || (firsts[a] === a && firsts[b] === b),
        );
        const result = listed(nearPairs(sets, floor));
        for (const pair of result) expect(expected).toContainEqual(pair);
        expect(result).toEqual([...result].sort((x, y) => x[0] - y[0] || x[1] - y[1]));
        found += result.length;
        all += expected.length;
      }),
      { seed: 11, numRuns: 200 },
    );
    expect(found / all).toBeGreaterThanOrEqual(0.99);
  });

  it('links the copies of a text in a star', () => {
    const sets = ['one two three four five six', 'other words in this line here', 'One two three, four five six!'];
    const { a, b } = nearPairs([...sets, ...sets].map(shingleSet), 0.5);
    expect([...a]).toEqual([0, 0, 0, 1]);
    expect([...b]).toEqual([2, 3, 5, 4]);
  });

  it('keeps a crowd of one template together without listing every pair', () => {
    const common = Array.from({ length: 40 }, (_, at) => `common${at}`).join(' ');
    const crowd = Array.from({ length: LARGE_BUCKET * 4 }, (_, at) => shingleSet(`${common} number ${at}`));
    const { count, a, b, isComplete } = nearPairs(crowd, 0.8);
    expect(isComplete).toBe(false);
    expect(count).toBeLessThan(crowd.length * 70);
    const groups = createUnionFind(crowd.length);
    for (let at = 0; at < count; at++) groups.union(a[at]!, b[at]!);
    expect(groups.groups().map((group) => group.length)).toEqual([crowd.length]);
    for (let at = 0; at < count; at += 997) expect(jaccard(crowd[a[at]!]!, crowd[b[at]!]!)).toBeGreaterThanOrEqual(0.8);
  });

  it('takes no texts, one text and empty sets', () => {
    expect(nearPairs([], 0.8).count).toBe(0);
    expect(nearPairs([shingleSet('one')], 0.8).count).toBe(0);
    expect(nearPairs([new Uint32Array(), new Uint32Array()], 0.8).count).toBe(1);
  });

  it('refuses a floor outside 0 to 1', () => {
    expect(() => nearPairs([], 0)).toThrow('The floor 0 is not above 0 and at most 1.');
    expect(() => nearPairs([], 1.1)).toThrow(RangeError);
  });
});
