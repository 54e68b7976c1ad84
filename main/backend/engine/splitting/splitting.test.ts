import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplitName } from '../../../../shared/contract/splits.ts';
import { assignSplits } from './assign.ts';
import { groupByKeys } from './groups.ts';
import { perSplit, SPLIT_ORDER, type Divisible } from './types.ts';
import { wantedCounts } from './wanted.ts';

const sample = fc.record({
  name: fc.string({ minLength: 1, maxLength: 6 }),
  labels: fc.uniqueArray(fc.constantFrom('lang:de', 'lang:en', 'tool:a', 'tool:b', 'tool:c'), { maxLength: 3 }),
  locked: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom<SplitName>(...SPLIT_ORDER)),
  keys: fc.uniqueArray(fc.constantFrom('c:1', 'c:2', 'c:3', 'c:4', 'u:1', 'u:2'), { maxLength: 2 }),
});
const samples = fc
  .uniqueArray(sample, { maxLength: 60, selector: (one) => one.name })
  .map((list) => list.map((one) => ({ ...one })));
const share = fc.integer({ min: 0, max: 10 });
const shares = fc
  .record({ train: share, validation: share, test: share })
  .filter(({ train, validation, test }) => train + validation + test > 0);
const seed = fc.integer({ min: 0, max: 2_147_483_647 });
const unlocked = samples.map((list) => list.map((one) => ({ ...one, locked: null })));
const counted = (splits: readonly SplitName[]): Record<SplitName, number> =>
  perSplit((split) => splits.filter((one) => one === split).length);
const alone = (names: readonly string[], labels: readonly string[] = []): Divisible[] =>
  names.map((name) => ({ name, labels, locked: null }));

describe('a split', () => {
  it('never tears a group, unless locks did', () => {
    fc.assert(
      fc.property(samples, shares, seed, (list, wanted, by) => {
        const groups = groupByKeys(list.map((one) => one.keys));
        const { splits, torn } = assignSplits({ samples: list, groups, shares: wanted, seed: by });
        for (const group of groups) {
          const locks = new Set(group.flatMap((at) => list[at]?.locked ?? []));
          if (locks.size > 1) expect(torn).toContain(group);
          else expect(new Set(group.map((at) => splits[at])).size).toBe(1);
        }
      }),
    );
  });

  it('never moves what is locked, whatever is added, and lets new ones follow a locked group', () => {
    fc.assert(
      fc.property(samples, samples, shares, seed, (before, more, wanted, by) => {
        const first = assignSplits({
          samples: before,
          groups: groupByKeys(before.map((one) => one.keys)),
          shares: wanted,
          seed: by,
        });
        const names = new Set(before.map((one) => one.name));
        const kept = before.map((one, at) => ({ ...one, locked: first.splits[at] ?? null }));
        const added = more.filter((one) => !names.has(one.name)).map((one) => ({ ...one, locked: null }));
        const all = [...added, ...kept];
        const groups = groupByKeys(all.map((one) => one.keys));
        const { splits } = assignSplits({ samples: all, groups, shares: wanted, seed: by + 1 });
        expect(splits.slice(added.length)).toEqual(first.splits);
        for (const group of groups) {
          const locks = new Set(group.flatMap((at) => all[at]?.locked ?? []));
          if (locks.size === 1) expect(new Set(group.map((at) => splits[at]))).toEqual(locks);
        }
      }),
    );
  });

  it('is the same for the same seed, whatever order the samples come in', () => {
    fc.assert(
      fc.property(samples, shares, seed, fc.func(fc.nat()), (list, wanted, by, shuffle) => {
        const split = (ordered: typeof list): Map<string, SplitName | undefined> => {
          const groups = groupByKeys(ordered.map((one) => one.keys));
          const { splits } = assignSplits({ samples: ordered, groups, shares: wanted, seed: by });
          return new Map(ordered.map((one, at) => [one.name, splits[at]]));
        };
        const shuffled = list.toSorted((a, b) => shuffle(a.name) - shuffle(b.name));
        const first = split(list);
        for (const [name, one] of split(shuffled)) expect(one).toBe(first.get(name));
      }),
    );
  });

  it('gives every share its samples to within rounding when nothing is grouped or locked, however labels mix', () => {
    fc.assert(
      fc.property(unlocked, shares, seed, (list, wanted, by) => {
        const { splits } = assignSplits({ samples: list, groups: [], shares: wanted, seed: by });
        const counts = counted(splits);
        expect(counts).toEqual(wantedCounts(list.length, wanted));
        const sum = wanted.train + wanted.validation + wanted.test;
        for (const split of SPLIT_ORDER)
          expect(Math.abs(counts[split] - (list.length * wanted[split]) / sum)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('mixes a label alike in every split', () => {
    const list = Array.from({ length: 500 }, (_, at) => ({
      name: `s${at}`,
      labels: [at % 5 === 0 ? 'lang:de' : 'lang:en', at % 3 === 0 ? 'tool:a' : 'tool:b'],
      locked: null,
    }));
    const { splits } = assignSplits({
      samples: list,
      groups: [],
      shares: { train: 8, validation: 1, test: 1 },
      seed: 5,
    });
    for (const label of ['lang:de', 'lang:en', 'tool:a', 'tool:b']) {
      const all = list.filter((one) => one.labels.includes(label)).length;
      const inside = list.filter((one, at) => splits[at] === 'validation' && one.labels.includes(label)).length;
      expect(Math.abs(inside - all / 10)).toBeLessThanOrEqual(1);
    }
  });

  it('moves few others when a sample comes', () => {
    const names = Array.from({ length: 400 }, (_, at) => `s${at}`);
    const split = (list: readonly string[]): readonly SplitName[] =>
      assignSplits({ samples: alone(list), groups: [], shares: { train: 8, validation: 2, test: 0 }, seed: 3 }).splits;
    const before = split(names);
    const after = split([...names, 'new']);
    expect(before.filter((one, at) => one !== after[at]).length).toBeLessThanOrEqual(1);
  });

  it('T43: ten rows split twice by one seed split the same, and three rows leave test empty at 80/10/10', () => {
    const ten = alone(Array.from({ length: 10 }, (_, at) => `row ${at}`));
    const request = { samples: ten, groups: [[2, 7]], shares: { train: 8, validation: 1, test: 1 }, seed: 11 };
    const first = assignSplits(request);
    expect(assignSplits(request)).toEqual(first);
    expect(first.splits[2]).toBe(first.splits[7]);
    expect(wantedCounts(3, request.shares)).toEqual({ train: 2, validation: 1, test: 0 });
  });

  it('puts a group that is too large for a small split into the largest one', () => {
    const list = alone(Array.from({ length: 10 }, (_, at) => `s${at}`));
    const { splits } = assignSplits({
      samples: list,
      groups: [[0, 1, 2, 3, 4, 5, 6]],
      shares: { train: 8, validation: 2, test: 0 },
      seed: 1,
    });
    expect(splits[0]).toBe('train');
    expect(counted(splits)).toEqual({ train: 8, validation: 2, test: 0 });
  });
});
