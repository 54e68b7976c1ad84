import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion } from './apportion.ts';
import { createPlaces } from './places.ts';
import { sampleQuotas, type Candidate, type Sampled } from './sample.ts';

const candidate = (at: number, part: Partial<Candidate> = {}): Candidate => ({
  id: at + 1,
  uid: `u${at}`,
  cells: [0],
  preference: 0,
  isHeld: false,
  floors: [],
  ...part,
});
const idsOf = (sampled: Sampled): number[] => sampled.chosen.map((one) => one.id);

/** Up to 3 cells, so that the best assignment can be found by trying all. */
const anyCells = fc.subarray([0, 1, 2]);
const anyRows = fc.array(
  fc.record({ cells: anyCells, preference: fc.nat(2), floors: fc.subarray([0, 1]), isHeld: fc.boolean() }),
  { maxLength: 40 },
);
const anyQuotas = fc.array(fc.nat(8), { minLength: 3, maxLength: 3 });

/** Most samples that can have a place, by Hall's theorem: the least over all sets of cells of what they hold and what fits others. */
function mostPlaced(rows: readonly { readonly cells: readonly number[] }[], quotas: readonly number[]): number {
  let least = Infinity;
  for (let mask = 0; mask < 1 << quotas.length; mask++) {
    const inSet = (cell: number): boolean => (mask & (1 << cell)) !== 0;
    const places = quotas.reduce((sum, quota, cell) => sum + (inSet(cell) ? quota : 0), 0);
    const elsewhere = rows.filter((row) => row.cells.some((cell) => !inSet(cell))).length;
    least = Math.min(least, places + elsewhere);
  }
  return least;
}

/** Tries every choice of a cell or none for every sample. */
function bruteForce(rows: readonly (readonly number[])[], quotas: readonly number[]): number {
  const [first, ...rest] = rows;
  if (first === undefined) return 0;
  let best = bruteForce(rest, quotas);
  for (const cell of first)
    if ((quotas[cell] ?? 0) > 0)
      best = Math.max(
        best,
        1 +
          bruteForce(
            rest,
            quotas.map((quota, at) => (at === cell ? quota - 1 : quota)),
          ),
      );
  return best;
}

describe('places', () => {
  it('places as many samples as trying every assignment does', () => {
    fc.assert(
      fc.property(
        fc.array(anyCells, { maxLength: 7 }),
        fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
        (rows, quotas) => {
          const places = createPlaces(quotas);
          for (const [at, cells] of rows.entries()) places.add(at, cells);
          const placed = places.placed();
          expect(placed).toHaveLength(bruteForce(rows, quotas));
          expect(
            mostPlaced(
              rows.map((cells) => ({ cells })),
              quotas,
            ),
          ).toBe(placed.length);
          for (const [cell, quota] of quotas.entries())
            expect(placed.filter((one) => one.cell === cell).length).toBeLessThanOrEqual(quota);
          for (const { item, cell } of placed) expect(rows[item]).toContain(cell);
        },
      ),
    );
  });

  it('moves a sample that fits two cells when another fits only the one it has', () => {
    const places = createPlaces([1, 1]);
    expect([places.add(0, [0, 1]), places.add(1, [0]), places.add(2, [1])]).toEqual([true, true, false]);
    expect(places.placed()).toEqual([
      { item: 1, cell: 0 },
      { item: 0, cell: 1 },
    ]);
  });
});

describe('sampleQuotas', () => {
  it('T42: keeps exactly 50 and 50 of 900 and 50, the same for the same seed, and reports a shortage', () => {
    const all = Array.from({ length: 950 }, (_, at) => candidate(at, { cells: [at < 900 ? 0 : 1] }));
    const request = { candidates: all, quotas: [50, 50], floors: [], seed: 42 };
    const first = sampleQuotas(request);
    expect(first.cells).toEqual([
      { available: 900, kept: 50, short: 0, over: 0 },
      { available: 50, kept: 50, short: 0, over: 0 },
    ]);
    expect(sampleQuotas(request)).toEqual(first);
    expect(idsOf(sampleQuotas({ ...request, seed: 43 }))).not.toEqual(idsOf(first));
    expect(sampleQuotas({ ...request, quotas: [50, 60] }).cells[1]).toEqual({
      available: 50,
      kept: 50,
      short: 10,
      over: 0,
    });
  });

  it('fills every quota or is short by as little as can be, and never exceeds one', () => {
    fc.assert(
      fc.property(anyRows, anyQuotas, fc.nat(3), fc.integer(), (rows, quotas, floor, seed) => {
        const all = rows.map((row, at) => candidate(at, { ...row, isHeld: false }));
        const distance = (a: number, b: number): number => Math.abs(a - b);
        const { cells, chosen } = sampleQuotas({ candidates: all, quotas, floors: [floor, floor], seed, distance });
        expect(chosen).toHaveLength(mostPlaced(all, quotas));
        for (const [at, cell] of cells.entries()) {
          expect(cell.kept + cell.short).toBe(quotas[at]);
          expect(cell.short).toBeGreaterThanOrEqual(0);
          expect(chosen.filter((one) => one.cell === at)).toHaveLength(cell.kept);
        }
      }),
    );
  });

  it('chooses the same in whatever order the samples came', () => {
    const distance = (a: number, b: number, uids: readonly string[]): number =>
      Math.abs(Number(uids[a]?.slice(1)) - Number(uids[b]?.slice(1)));
    fc.assert(
      fc.property(anyRows, anyQuotas, fc.integer(), (rows, quotas, seed) => {
        const run = (all: readonly Candidate[]): string[] => {
          const uids = all.map((one) => one.uid);
          const { chosen } = sampleQuotas({
            candidates: all,
            quotas,
            floors: [2, 2],
            seed,
            distance: (a, b) => distance(a, b, uids),
          });
          return chosen
            .map((one) => `${all.find(({ id }) => id === one.id)?.uid ?? ''} ${one.cell} ${one.isOver}`)
            .toSorted();
        };
        const all = rows.map((row, at) => candidate(at, row));
        const renumbered = all.toReversed().map((one, at) => ({ ...one, id: at + 1 }));
        expect(run(renumbered)).toEqual(run(all));
      }),
    );
  });

  it('gives as many preferred samples a place as can have one', () => {
    fc.assert(
      fc.property(anyRows, anyQuotas, fc.integer(), (rows, quotas, seed) => {
        const all = rows.map((row, at) => candidate(at, { ...row, isHeld: false, floors: [] }));
        const distance = (a: number, b: number): number => (a * b) % 7;
        const { chosen } = sampleQuotas({ candidates: all, quotas, floors: [], seed, distance });
        const kept = new Set(chosen.map((one) => one.id));
        for (const least of [2, 1]) {
          const preferred = all.filter((one) => one.preference >= least);
          expect(preferred.filter((one) => kept.has(one.id))).toHaveLength(mostPlaced(preferred, quotas));
        }
      }),
    );
  });

  it('keeps every held sample, beyond the quota where it must', () => {
    const all = [
      ...Array.from({ length: 5 }, (_, at) => candidate(at, { isHeld: at < 3 })),
      candidate(5, { cells: [], isHeld: true }),
    ];
    const { chosen, cells } = sampleQuotas({ candidates: all, quotas: [2], floors: [], seed: 1 });
    expect(chosen.map((one) => one.id)).toEqual([1, 2, 3, 6]);
    expect(cells).toEqual([{ available: 5, kept: 2, short: 0, over: 1 }]);
    expect(chosen.at(-1)).toEqual({ id: 6, cell: null, isOver: true });
  });

  it('takes what a floor needs first and reports what it lacks', () => {
    const all = Array.from({ length: 100 }, (_, at) => candidate(at, { floors: at < 3 ? [0] : [1] }));
    const { floors, cells } = sampleQuotas({ candidates: all, quotas: [10], floors: [5, 5], seed: 9 });
    expect(floors[0]).toEqual({ available: 3, kept: 3 });
    expect(floors[1]).toEqual({ available: 97, kept: 7 });
    expect(cells[0]).toMatchObject({ kept: 10, short: 0 });
  });

  it('spreads the choice out where there is a distance', () => {
    // Three heaps: seeds that only shuffle would often take two of the big one.
    const heaps = [...Array.from({ length: 30 }, () => 0), 50, 100];
    const all = heaps.map((_, at) => candidate(at));
    const distance = (a: number, b: number): number => Math.abs((heaps[a] ?? 0) - (heaps[b] ?? 0));
    for (let seed = 0; seed < 20; seed++) {
      const chosen = idsOf(sampleQuotas({ candidates: all, quotas: [3], floors: [], seed, distance }));
      expect(chosen.map((id) => heaps[id - 1])).toEqual([0, 50, 100]);
    }
  });
});

describe('apportion', () => {
  it('adds up to the total and stays within one of every exact part', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { maxLength: 12 }), fc.nat(5_000), (weights, total) => {
        const sum = weights.reduce((all, weight) => all + weight, 0);
        const parts = apportion(weights, total);
        expect(parts.reduce((all, part) => all + part, 0)).toBe(sum === 0 ? 0 : total);
        for (const [at, part] of sum === 0 ? [] : parts.entries())
          expect(Math.abs(part - ((weights[at] ?? 0) / sum) * total)).toBeLessThan(1);
      }),
    );
  });
});
