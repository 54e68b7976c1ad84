import { describe, expect, it } from 'vitest';
import { jensenShannon } from '../likeness/distance.ts';
import { compareMix } from './mix.ts';
import { splitWarnings, type SplitShape } from './warnings.ts';

const shape: SplitShape = {
  counts: { train: 800, validation: 100, test: 100 },
  wanted: { train: 800, validation: 100, test: 100 },
  shares: { train: 0.8, validation: 0.1, test: 0.1 },
  scope: 1000,
  largestGroup: 3,
  torn: 0,
  limits: { title: 'The trainer', train: 5000, validation: 1000, recommendedTrain: 50 },
};
const codes = (change: Partial<SplitShape>): string[] => splitWarnings({ ...shape, ...change }).map((one) => one.code);

describe('warnings of a split', () => {
  it('are none for one of a good size', () => {
    expect(codes({})).toEqual([]);
  });

  it('T43: say that test is empty when three rows are split at 80/10/10', () => {
    const found = splitWarnings({
      ...shape,
      scope: 3,
      counts: { train: 2, validation: 1, test: 0 },
      wanted: { train: 2, validation: 1, test: 0 },
      largestGroup: 1,
    });
    expect(found.map((one) => one.message)).toContain(
      'Test is empty: 3 samples are too few for its share of 10 %, or groups are too large. Add samples or give it a larger share.',
    );
  });

  it('put first what makes a package impossible', () => {
    const found = splitWarnings({ ...shape, counts: { train: 6000, validation: 0, test: 5 } });
    expect(found.map((one) => [one.severity, one.code])).toEqual([
      ['stop', 'empty_split'],
      ['stop', 'over_limit'],
      ['watch', 'tiny_split'],
      ['watch', 'off_share'],
    ]);
  });

  it('tell of a validation larger than train, too few to train on, a group larger than a split and torn groups', () => {
    expect(
      codes({ counts: { train: 40, validation: 100, test: 0 }, shares: { train: 0.3, validation: 0.7, test: 0 } }),
    ).toEqual(expect.arrayContaining(['validation_larger', 'under_limit']));
    expect(codes({ largestGroup: 101 })).toEqual(['large_group']);
    expect(codes({ torn: 1 })).toEqual(['torn_group']);
  });

  it('are none before there is anything to split', () => {
    expect(codes({ scope: 0, counts: { train: 0, validation: 0, test: 0 } })).toEqual([]);
  });
});

describe('the mix of a facet', () => {
  it('is at distance 0 when shares are equal, at 1 when nothing is shared', () => {
    expect(jensenShannon([0.5, 0.5], [0.5, 0.5])).toBe(0);
    expect(jensenShannon([1, 0], [0, 1])).toBe(1);
  });

  it('agrees with scipy.spatial.distance.jensenshannon to base 2', () => {
    // scipy 1.10.1: jensenshannon([0.1, 0.4, 0.5], [0.2, 0.3, 0.5], base=2)
    expect(jensenShannon([0.1, 0.4, 0.5], [0.2, 0.3, 0.5])).toBeCloseTo(0.1320067319489374, 12);
  });

  it('is not compared with a split that has no value of it', () => {
    const mix = compareMix([
      { value: 'de', counts: { train: 1, validation: 1, test: 0 } },
      { value: 'en', counts: { train: 3, validation: 3, test: 0 } },
    ]);
    expect(mix.distance).toEqual({ validation: 0, test: null });
    expect(mix.values.map((one) => [one.value, one.shares.train, one.shares.test])).toEqual([
      ['en', 0.75, 0],
      ['de', 0.25, 0],
    ]);
  });
});
