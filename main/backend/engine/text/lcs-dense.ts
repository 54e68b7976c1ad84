/** The most table words (of 4 bytes) the dense method may use; beyond it the sparse method of lcs.ts is taken. */
const TABLE_WORD_LIMIT = 1 << 24;

/**
 * The length of the longest common subsequence with one full bit row per distinct symbol of `columns`, two rows of
 * the table at a time: some four times as fast as following the set bits only, when symbols are few and frequent.
 * Undefined when the bit rows would take too much memory.
 */
export function lcsLengthDense(rows: Int32Array, columns: Int32Array): number | undefined {
  const idOf = new Map<number, number>();
  for (const symbol of columns) if (!idOf.has(symbol)) idOf.set(symbol, idOf.size);
  const width = Math.ceil(columns.length / 32);
  // The row after the last symbol's stays 0: the symbols that `columns` lacks point to it.
  const noMatch = idOf.size * width;
  if (noMatch + width > TABLE_WORD_LIMIT) return undefined;
  const table = new Int32Array(noMatch + width);
  columns.forEach((symbol, at) => {
    const word = (idOf.get(symbol) ?? 0) * width + (at >>> 5);
    table[word] = (table[word] ?? 0) | (1 << (at & 31));
  });
  const offsets: number[] = [];
  for (const symbol of rows) {
    const id = idOf.get(symbol);
    if (id !== undefined) offsets.push(id * width);
  }
  const state = new Int32Array(width).fill(-1);
  for (let at = 0; at < offsets.length; at += 2) {
    advanceTwo(state, table, offsets[at] ?? noMatch, offsets[at + 1] ?? noMatch);
  }
  return countZeroBits(state, columns.length);
}

/** Two steps of S = (S + (S & M)) | (S & ~M), with the carry from word to word of each step. */
function advanceTwo(state: Int32Array, table: Int32Array, first: number, second: number): void {
  const width = state.length;
  let firstCarry = 0;
  let secondCarry = 0;
  for (let at = 0; at < width; at += 1) {
    // The three reads are in range by construction; `?? 0` in this loop would cost a third of the time.
    let word = state[at] as number;
    let hits = word & (table[first + at] as number);
    let sum = (((word + hits) | 0) + firstCarry) | 0;
    firstCarry = (hits | (word & ~sum)) >>> 31;
    word = sum | (word ^ hits);
    hits = word & (table[second + at] as number);
    sum = (((word + hits) | 0) + secondCarry) | 0;
    secondCarry = (hits | (word & ~sum)) >>> 31;
    state[at] = sum | (word ^ hits);
  }
}

/** How many of the first `bits` bits are 0; in a state of the table that is the common length. */
export function countZeroBits(state: Int32Array, bits: number): number {
  let ones = 0;
  for (let at = 0; at < bits; at += 1) ones += ((state[at >>> 5] ?? 0) >>> (at & 31)) & 1;
  return bits - ones;
}
