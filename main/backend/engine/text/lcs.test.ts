import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lcsLength, lcsLengthSparse, lcsRowIndexes } from './lcs.ts';

/** The textbook table, as an independent check. */
function table(rows: Int32Array, columns: Int32Array): readonly (readonly number[])[] {
  const cells: number[][] = [new Array<number>(columns.length + 1).fill(0)];
  rows.forEach((symbol, row) => {
    const above = cells[row] ?? [];
    const line = [0];
    columns.forEach((other, column) => {
      const diagonal = (above[column] ?? 0) + 1;
      line.push(symbol === other ? diagonal : Math.max(above[column + 1] ?? 0, line[column] ?? 0));
    });
    cells.push(line);
  });
  return cells;
}

function walkBack(rows: Int32Array, columns: Int32Array): readonly number[] {
  const cells = table(rows, columns);
  const found: number[] = [];
  let [row, column] = [rows.length, columns.length];
  while (row > 0 && column > 0) {
    if (rows[row - 1] === columns[column - 1]) {
      found.unshift(row - 1);
      row -= 1;
      column -= 1;
    } else if ((cells[row - 1]?.[column] ?? 0) > (cells[row]?.[column - 1] ?? 0)) {
      row -= 1;
    } else {
      column -= 1;
    }
  }
  return found;
}

/** Up to 120 symbols, so that several words of 32 bits and the carries between them are in play. */
const symbols = fc
  .integer({ min: 1, max: 5 })
  .chain((most) => fc.array(fc.integer({ min: 0, max: most }), { maxLength: 120 }))
  .map((items) => Int32Array.from(items));

describe('longest common subsequence', () => {
  it('has the length the textbook table gives, by either method', () => {
    fc.assert(
      fc.property(symbols, symbols, (left, right) => {
        const expected = table(left, right).at(-1)?.at(-1);
        expect(lcsLength(left, right)).toBe(expected);
        expect(lcsLengthSparse(left, right)).toBe(expected);
      }),
    );
  });

  it('picks the same one as a walk back through the textbook table', () => {
    fc.assert(
      fc.property(symbols, symbols, (rows, columns) => {
        expect(lcsRowIndexes(rows, columns)).toEqual(walkBack(rows, columns));
      }),
    );
  });

  it('handles two texts of 200,000 characters', () => {
    const left = Int32Array.from({ length: 200_000 }, (_, at) => at % 2);
    const right = Int32Array.from({ length: 200_000 }, (_, at) => (at + 1) % 2);
    expect(lcsLength(left, right)).toBe(199_999);
  });

  it('handles two texts of 200,000 characters that are all different', () => {
    const left = Int32Array.from({ length: 200_000 }, (_, at) => at);
    const right = left.map((symbol) => (symbol + 100_000) % 200_000);
    expect(lcsLength(left, right)).toBe(100_000);
  });
});
