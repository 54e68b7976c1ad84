import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stratify, type Candidate } from './stratify.ts';

const candidates = (count: number, cell: string, from = 0): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at + 1, uid: `u${from + at}`, cell, preference: 0 }));

describe('stratify', () => {
  it('keeps exactly 50 and 50 of 900 and 50', () => {
    const all = [...candidates(900, 'a'), ...candidates(50, 'b', 900)];
    const { cells, chosen } = stratify(
      all,
      [
        { value: 'a', wanted: 50 },
        { value: 'b', wanted: 50 },
      ],
      7,
    );
    expect(cells.map(({ kept, short }) => [kept, short])).toEqual([
      [50, 0],
      [50, 0],
    ]);
    expect(chosen).toHaveLength(100);
  });

  it('reports what a cell is short by and takes all it has', () => {
    const { cells } = stratify(
      candidates(3, 'b'),
      [
        { value: 'b', wanted: 10 },
        { value: 'c', wanted: 2 },
      ],
      1,
    );
    expect(cells).toEqual([
      { value: 'b', available: 3, wanted: 10, kept: 3, short: 7 },
      { value: 'c', available: 0, wanted: 2, kept: 0, short: 2 },
    ]);
  });

  it('takes preferred samples first', () => {
    const all = candidates(20, 'a').map((one) => ({ ...one, preference: one.id > 15 ? 1 : 0 }));
    expect(stratify(all, [{ value: 'a', wanted: 5 }], 3).chosen).toEqual([16, 17, 18, 19, 20]);
  });

  const sets = fc.array(
    fc.record({ cell: fc.constantFrom('a', 'b', 'c'), preference: fc.integer({ min: 0, max: 2 }) }),
    { maxLength: 60 },
  );

  it('never exceeds a quota, and gives the same choice for the same seed in whatever order candidates come', () => {
    fc.assert(
      fc.property(sets, fc.integer(), fc.integer({ min: 0, max: 30 }), (rows, seed, wanted) => {
        const all = rows.map((row, at): Candidate => ({ ...row, id: at + 1, uid: `u${at}` }));
        const quotas = ['a', 'b'].map((value) => ({ value, wanted }));
        const first = stratify(all, quotas, seed);
        const again = stratify(all.toReversed(), quotas, seed);
        expect(again.chosen).toEqual(first.chosen);
        for (const cell of first.cells) expect(cell.kept).toBe(Math.min(cell.available, wanted));
      }),
    );
  });

  it('does not move the choice in one cell when the quota of another changes', () => {
    const all = [...candidates(40, 'a'), ...candidates(40, 'b', 40)];
    const chosenOfA = (wantedB: number): number[] =>
      stratify(
        all,
        [
          { value: 'a', wanted: 10 },
          { value: 'b', wanted: wantedB },
        ],
        5,
      ).chosen.filter((id) => id <= 40);
    expect(chosenOfA(30)).toEqual(chosenOfA(2));
  });
});
