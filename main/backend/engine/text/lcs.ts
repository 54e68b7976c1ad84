import { countZeroBits, lcsLengthDense } from './lcs-dense.ts';

/**
 * Longest common subsequences by bit-parallel dynamic programming: H. Hyyrö, "Bit-parallel LCS-length computation
 * revisited" (2004). A row of the table is one bit per symbol of `columns`, 32 to a word; the bit is 0 where the
 * length grows. Memory is linear in the two lengths.
 */

/** Where each symbol stands in a sequence: for a symbol, the words with a set bit and the bits set in them. */
type Postings = {
  readonly start: Int32Array;
  readonly word: Int32Array;
  readonly mask: Int32Array;
  readonly idOf: ReadonlyMap<number, number>;
};

/** Gives equal items equal numbers across both lists, so that words can be compared as numbers. */
export function internTokens(
  left: readonly string[],
  right: readonly string[],
): { readonly left: Int32Array; readonly right: Int32Array } {
  const ids = new Map<string, number>();
  const number = (tokens: readonly string[]): Int32Array =>
    Int32Array.from(tokens, (token) => {
      const known = ids.get(token);
      if (known !== undefined) return known;
      ids.set(token, ids.size);
      return ids.size - 1;
    });
  return { left: number(left), right: number(right) };
}

/** The length of the longest common subsequence of two sequences of numbers (code points or interned words). */
export function lcsLength(left: Int32Array, right: Int32Array): number {
  const shorter = left.length <= right.length ? left : right;
  const longer = left.length <= right.length ? right : left;
  let prefix = 0;
  while (prefix < shorter.length && shorter[prefix] === longer[prefix]) prefix += 1;
  let suffix = 0;
  const suffixLimit = shorter.length - prefix;
  while (suffix < suffixLimit && shorter[shorter.length - 1 - suffix] === longer[longer.length - 1 - suffix])
    suffix += 1;
  const columns = shorter.subarray(prefix, shorter.length - suffix);
  const rows = longer.subarray(prefix, longer.length - suffix);
  if (columns.length === 0) return prefix + suffix;
  return prefix + suffix + (lcsLengthDense(rows, columns) ?? lcsLengthSparse(rows, columns));
}

/** As `lcsLength`, in memory linear in the lengths however many different symbols there are. */
export function lcsLengthSparse(rows: Int32Array, columns: Int32Array): number {
  const postings = buildPostings(columns);
  const state = new Int32Array(Math.ceil(columns.length / 32)).fill(-1);
  for (const symbol of rows) advance(state, postings, symbol);
  return countZeroBits(state, columns.length);
}

/**
 * The indexes into `rows` of one longest common subsequence, ascending. Of several equally long ones it is the one
 * found by walking back from the ends, taking a match where there is one, else stepping over the last row when that
 * keeps strictly more than stepping over the last column.
 */
export function lcsRowIndexes(rows: Int32Array, columns: Int32Array): readonly number[] {
  if (rows.length === 0 || columns.length === 0) return [];
  const postings = buildPostings(columns);
  const width = Math.ceil(columns.length / 32);
  // States are kept at every `stride`-th row only and replayed a stretch at a time, so memory stays far below the table's.
  const stride = Math.max(1, Math.ceil(Math.sqrt(rows.length)));
  const checkpoints: Int32Array[] = [];
  const state = new Int32Array(width).fill(-1);
  rows.forEach((symbol, row) => {
    if (row % stride === 0) checkpoints.push(state.slice());
    advance(state, postings, symbol);
  });
  const found: number[] = [];
  let column = columns.length - 1;
  for (let block = checkpoints.length - 1; block >= 0 && column >= 0; block -= 1) {
    const first = block * stride;
    const stretch = replay(checkpoints[block] ?? new Int32Array(width), rows.subarray(first, first + stride), postings);
    for (let row = stretch.length - 1; row >= 0 && column >= 0;) {
      if (rows[first + row] === columns[column]) {
        found.push(first + row);
        row -= 1;
        column -= 1;
      } else if (grewAt(stretch[row], column)) {
        row -= 1;
      } else {
        column -= 1;
      }
    }
  }
  return found.reverse();
}

/** The states after each of the given rows. */
function replay(start: Int32Array, rows: Int32Array, postings: Postings): readonly Int32Array[] {
  const state = start.slice();
  return Array.from(rows, (symbol) => {
    advance(state, postings, symbol);
    return state.slice();
  });
}

/** Whether the row's length grows at the column, which means that the row above keeps more than the column before. */
function grewAt(state: Int32Array | undefined, column: number): boolean {
  return (((state?.[column >>> 5] ?? -1) >>> (column & 31)) & 1) === 0;
}

function buildPostings(columns: Int32Array): Postings {
  const idOf = new Map<number, number>();
  const lastWord: number[] = [];
  const counts: number[] = [];
  columns.forEach((symbol, at) => {
    const id = idOf.get(symbol) ?? idOf.size;
    if (id === idOf.size) idOf.set(symbol, id);
    if (lastWord[id] !== at >>> 5) counts[id] = (counts[id] ?? 0) + 1;
    lastWord[id] = at >>> 5;
  });
  const start = new Int32Array(idOf.size + 1);
  counts.forEach((count, id) => (start[id + 1] = (start[id] ?? 0) + count));
  const total = start[idOf.size] ?? 0;
  const word = new Int32Array(total).fill(-1);
  const mask = new Int32Array(total);
  const next = Array.from(start.subarray(0, idOf.size), (first) => first - 1);
  columns.forEach((symbol, at) => {
    const id = idOf.get(symbol) ?? 0;
    let slot = next[id] ?? 0;
    if (slot < (start[id] ?? 0) || word[slot] !== at >>> 5) next[id] = slot += 1;
    word[slot] = at >>> 5;
    mask[slot] = (mask[slot] ?? 0) | (1 << (at & 31));
  });
  return { start, word, mask, idOf };
}

/**
 * One row of the recurrence S = (S + (S & M)) | (S & ~M). Words without a match change only while a carry runs
 * through them, so only the symbol's own words are visited.
 */
function advance(state: Int32Array, postings: Postings, symbol: number): void {
  const id = postings.idOf.get(symbol);
  if (id === undefined) return;
  const { word, mask } = postings;
  const end = postings.start[id + 1] ?? 0;
  let carry = 0;
  let carryWord = 0;
  for (let slot = postings.start[id] ?? 0; slot < end; slot += 1) {
    const at = word[slot] as number; // in range by construction, as are the reads below; the check would cost a third of the time
    while (carry !== 0 && carryWord < at) {
      const plain = state[carryWord] as number;
      carry = plain === -1 ? 1 : 0;
      state[carryWord] = (plain + 1) | plain;
      carryWord += 1;
    }
    const before = state[at] as number;
    const hits = before & (mask[slot] as number);
    const sum = (((before + hits) | 0) + carry) | 0;
    carry = (hits | (before & ~sum)) >>> 31;
    state[at] = sum | (before ^ hits);
    carryWord = at + 1;
  }
  while (carry !== 0 && carryWord < state.length) {
    const plain = state[carryWord] as number;
    carry = plain === -1 ? 1 : 0;
    state[carryWord] = (plain + 1) | plain;
    carryWord += 1;
  }
}
