import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../prng.ts';
import { areaUnderCurve } from './auc.ts';
import { jensenShannon } from './distance.ts';
import { judge } from './gate.ts';
import { missingCells } from './missing.ts';
import { binCounts, chartEdges, countOf, mergeTallies, stabilityIndex, tally } from './numbers.ts';
import { compareMixes, type PatternTable } from './resample.ts';
import { tellApart, type LabelledVector } from './two-sample.ts';

const counts = fc.array(fc.nat(500), { minLength: 1, maxLength: 8 });
const pair = fc
  .tuple(counts, counts)
  .map(([a, b]) => [a, a.map((_, at) => b[at] ?? 0)] as const)
  .filter(([a, b]) => a.some((count) => count > 0) && b.some((count) => count > 0));

describe('jensenShannon', () => {
  it('is the same both ways, between 0 and 1, and blind to the size of a set', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: 2, max: 50 }), ([a, b], times) => {
        const distance = jensenShannon(a, b);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(1);
        expect(jensenShannon(b, a)).toBeCloseTo(distance ?? NaN, 12);
        const larger = a.map((count) => count * times);
        expect(jensenShannon(larger, a)).toBeLessThan(1e-7);
        expect(jensenShannon(larger, b)).toBeCloseTo(distance ?? NaN, 7);
      }),
      { numRuns: 200 },
    );
  });

  it('is 0 for the same mix, 1 for mixes that share nothing, and not told of nothing', () => {
    expect(jensenShannon([3, 5, 7], [3, 5, 7])).toBe(0);
    expect(jensenShannon([4, 0], [0, 9])).toBe(1);
    expect(jensenShannon([0, 0], [1, 2])).toBeNull();
  });
});

const table = (production: number[], curated: number[], both = production.map(() => 0)): PatternTable => ({
  values: production.length,
  patterns: production.map((_, at) => [at]),
  production,
  curated,
  both,
});

describe('compareMixes', () => {
  it('has an interval that holds the distance, and a p-value that is never 0', () => {
    fc.assert(
      fc.property(pair, fc.nat(1_000), ([a, b], seed) => {
        const found = compareMixes(table([...a], [...b]), 60, seed);
        if (found === null) throw new Error('Both sets have values.');
        expect(found.distance).toBe(jensenShannon(a, b));
        expect(found.low).toBeLessThanOrEqual(found.distance);
        expect(found.high).toBeGreaterThanOrEqual(found.distance);
        expect(found.low).toBeGreaterThanOrEqual(0);
        expect(found.high).toBeLessThanOrEqual(1);
        expect(found.pValue).toBeGreaterThan(0);
        expect(found.pValue).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40 },
    );
  });

  it('gives the same numbers for the same seed', () => {
    const one = table([40, 30, 10], [12, 9, 11]);
    expect(compareMixes(one, 300, 5)).toEqual(compareMixes(one, 300, 5));
    expect(compareMixes(one, 300, 5)).not.toEqual(compareMixes(one, 300, 6));
  });

  it('finds p-values spread evenly where both sets are of one mix', () => {
    const random = createRandom(11);
    const tests = 200;
    const found = Array.from({ length: tests }, (_, at) => {
      const [production, curated] = [drawn(random, 300), drawn(random, 60)];
      return compareMixes(table(production, curated), 99, at)?.pValue ?? NaN;
    });
    for (const level of [0.1, 0.25, 0.5, 0.75]) {
      const share = found.filter((p) => p <= level).length / tests;
      // Four standard errors of a share.
      expect(Math.abs(share - level)).toBeLessThan(4 * Math.sqrt((level * (1 - level)) / tests));
    }
  });

  it('knows a large difference from chance, and a curated part of production from a stranger', () => {
    expect(compareMixes(table([500, 500], [95, 5]), 199, 1)?.pValue).toBe(1 / 200);
    // The curated set is a tenth of production, drawn like it.
    expect(compareMixes(table([450, 450], [0, 0], [50, 50]), 199, 1)?.pValue).toBeGreaterThan(0.5);
  });

  it('keeps the values of a sample together when samples are drawn', () => {
    // Every sample has both values: the mixes cannot differ, however they are drawn.
    const same: PatternTable = { values: 2, patterns: [[0, 1]], production: [80], curated: [9], both: [0] };
    expect(compareMixes(same, 100, 3)).toEqual({ distance: 0, low: 0, high: 0, pValue: 1 });
  });

  it('says of a small set that it is wide, and stops a large one that is far off', () => {
    const judged = (counts: PatternTable, curated: number): ReturnType<typeof judge> => {
      const { low, high, pValue } = compareMixes(counts, 400, 1) ?? { low: NaN, high: NaN, pValue: NaN };
      return judge(low, high, curated, pValue);
    };
    expect(judged(table([300, 200, 100, 50], [13, 9, 6, 2]), 30)).toEqual({ state: 'watch', isWide: true });
    // All alike, so nothing else can be drawn; ten samples still tell little.
    expect(judge(0, 0, 10, 1)).toEqual({ state: 'watch', isWide: true });
    // Fifty kinds, one sample each: far from production, and so is any division.
    expect(judge(0.3, 0.5, 50, 0.4)).toEqual({ state: 'watch', isWide: true });
    expect(judged(table([300, 200, 100, 50], [50, 100, 200, 300]), 500)).toEqual({ state: 'stop', isWide: false });
    expect(judged(table([3_000, 2_000, 1_000], [1_510, 990, 500]), 3_000)).toEqual({ state: 'pass', isWide: false });
  });

  it('covers the true distance about as often as it says', () => {
    const random = createRandom(3);
    const truth = jensenShannon([0.5, 0.3, 0.2], [0.3, 0.3, 0.4]) ?? NaN;
    const rounds = 120;
    let held = 0;
    for (let round = 0; round < rounds; round += 1) {
      const found = compareMixes(
        table(drawn(random, 2_000, [0.5, 0.3, 0.2]), drawn(random, 200, [0.3, 0.3, 0.4])),
        200,
        round,
      );
      if (found !== null && found.low <= truth && truth <= found.high) held += 1;
    }
    expect(held / rounds).toBeGreaterThan(0.9);
  });
});

function drawn(random: Random, n: number, shares: readonly number[] = [0.4, 0.3, 0.2, 0.1]): number[] {
  const found = shares.map(() => 0);
  for (let at = 0; at < n; at += 1) {
    let left = random();
    const value = shares.findIndex((share) => (left -= share) < 0);
    found[value === -1 ? shares.length - 1 : value] = (found[value === -1 ? shares.length - 1 : value] ?? 0) + 1;
  }
  return found;
}

describe('numbers', () => {
  const lists = fc.array(fc.nat(400_000), { minLength: 1, maxLength: 200 });
  it('are all in some bin of a chart, in eight bins at most', () => {
    fc.assert(
      fc.property(lists, (values) => {
        const numbers = tally(values);
        const edges = chartEdges(numbers);
        expect(edges.length).toBeLessThan(8);
        expect(edges).toEqual([...new Set(edges)].toSorted((a, b) => a - b));
        const bins = binCounts(numbers, edges);
        expect(bins.reduce((sum, count) => sum + count, 0)).toBe(values.length);
      }),
    );
  });

  it('are equally stable against themselves, whatever the order, and never below 0', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        expect(stabilityIndex(tally(a), tally(a.toReversed()))).toBe(0);
        expect(stabilityIndex(tally(a), tally(b))).toBeGreaterThanOrEqual(0);
        expect(countOf(mergeTallies([tally(a), tally(b)]))).toBe(a.length + b.length);
      }),
    );
    expect(stabilityIndex(tally([]), tally([1]))).toBeNull();
  });
});

describe('areaUnderCurve', () => {
  it('is what counting every pair says, and turns round with the labels', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6), fc.boolean()), { minLength: 2, maxLength: 40 }), (items) => {
        const scores = items.map(([score]) => score);
        const labels = items.map(([, label]) => Number(label));
        const found = areaUnderCurve(scores, labels);
        let won = 0;
        let pairs = 0;
        for (const [a, isA] of items)
          for (const [b, isB] of items) {
            if (!isA || isB) continue;
            pairs += 1;
            won += a > b ? 1 : a === b ? 0.5 : 0;
          }
        if (pairs === 0) {
          expect(found).toBeNull();
          return;
        }
        expect(found?.auc).toBeCloseTo(won / pairs, 12);
        const turned = areaUnderCurve(
          scores,
          labels.map((label) => 1 - label),
        );
        expect(turned?.auc).toBeCloseTo(1 - won / pairs, 12);
      }),
    );
  });
});

describe('tellApart', () => {
  const texts = (shift: number, seed: number, n = 60): LabelledVector[] => {
    const random = createRandom(seed);
    return Array.from({ length: 2 * n }, (_, group) => ({
      group,
      isCurated: group % 2 === 0,
      vector: Float32Array.from({ length: 6 }, () => random() - 0.5 + (group % 2 === 0 ? shift : 0)),
    }));
  };

  it('cannot tell sets of one kind apart, and tells different ones, the same way for a seed', () => {
    const same = tellApart(texts(0, 4), 1);
    expect(same?.low).toBeLessThan(0.5);
    expect(same?.high).toBeGreaterThan(0.5);
    const different = tellApart(texts(0.6, 4), 1);
    expect(different?.low).toBeGreaterThan(0.9);
    expect(tellApart(texts(0.6, 4), 1)).toEqual(different);
  });

  it('learns nothing from a text that is in both sets', () => {
    const [text] = texts(0, 9, 1);
    if (text === undefined) throw new Error('There is a text.');
    const random = createRandom(2);
    const shared = Array.from({ length: 40 }, (_, group) => {
      const vector = Float32Array.from({ length: 6 }, () => random() - 0.5);
      return [true, false].map((isCurated) => ({ group, isCurated, vector }));
    }).flat();
    expect(tellApart(shared, 1)?.auc).toBeCloseTo(0.5, 1);
  });

  it('says nothing of fewer than twenty texts', () => {
    expect(tellApart(texts(1, 1, 19), 1)).toBeNull();
  });
});

describe('missingCells', () => {
  const facet = {
    key: 'calls',
    title: 'Tool calls',
    isGated: true,
    hasSeveral: false,
    curated: 50,
    production: 200,
    distance: 0.2,
    low: 0.1,
    high: 0.3,
    pValue: 0.01,
    state: 'watch',
    isWide: false,
    more: 0,
    values: [
      { value: '0', label: '0', term: 'calls:0', curated: 30, production: 60 },
      { value: '1', label: '1', term: 'calls:1', curated: 20, production: 140 },
    ],
  } as const;

  it('name the values production has more of, and how many make the shares equal', () => {
    const cells = missingCells([{ ...facet, values: [...facet.values] }]);
    expect(cells).toMatchObject([{ value: '1', production: 0.7, curated: 0.4, toAdd: 50 }]);
    const [cell] = cells;
    expect((20 + (cell?.toAdd ?? 0)) / (50 + (cell?.toAdd ?? 0))).toBeCloseTo(0.7, 12);
    expect(missingCells([{ ...facet, isGated: false, values: [...facet.values] }])).toEqual([]);
  });
});
