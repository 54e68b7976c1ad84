/**
 * The best match of a short sequence inside a long one, by the semi-local longest common subsequence of
 * A. Tiskin, "Semi-local string comparison: algorithmic techniques and applications" (2008): one pass over the
 * len(needle) * len(haystack) table answers every window at once. Memory is linear in the two lengths.
 */

/**
 * The highest normalised Indel similarity (0 to 1) of `needle` with a part of `haystack` that is either as long as
 * the needle, or shorter and at one end of the haystack. `needle` must not be the longer one. 0 when it is empty.
 */
export function bestWindowSimilarity(needle: Int32Array, haystack: Int32Array): number {
  if (needle.length === 0) return 0;
  const starts = windowStarts(needle, haystack);
  return Math.max(
    bestPrefix(starts, needle.length),
    bestFullWindow(starts, needle.length),
    bestSuffix(starts, needle.length),
  );
}

/**
 * For each position of the haystack, the column where the strand that ends there began; below 0 when it began at
 * the needle's side. The common length of the needle with haystack[i, j) is (j - i) less the strands that begin at
 * or after i and end before j.
 */
function windowStarts(needle: Int32Array, haystack: Int32Array): Int32Array {
  const width = haystack.length;
  const strands = Int32Array.from({ length: width }, (_, column) => column);
  for (let row = 0; row < needle.length; row += 2) {
    // Symbols are never negative, so -1 pads an odd needle with a symbol that matches nothing and changes no answer.
    combTwoRows(strands, haystack, [needle[row] ?? -1, needle[row + 1] ?? -1], row);
  }
  return strands;
}

/**
 * Runs two rows' strands along the haystack. At each column the row's strand and the column's change places where
 * the symbols are equal or the row's strand began later. Written without branches, and two rows at a time, because
 * the branches are unpredictable and this loop is all the cost there is.
 */
function combTwoRows(
  strands: Int32Array,
  haystack: Int32Array,
  [firstSymbol, secondSymbol]: readonly [number, number],
  row: number,
): void {
  const width = haystack.length;
  let first = -1 - row;
  let second = -2 - row;
  for (let column = 0; column < width; column += 1) {
    // Both reads are in range; `?? 0` in this loop would double the time.
    let above = strands[column] as number;
    const symbol = haystack[column] as number;
    let unequal = symbol ^ firstSymbol;
    let change = (first ^ above) & ~(signOf(unequal | -unequal) & signOf(first - above - 1));
    above ^= change;
    first ^= change;
    unequal = symbol ^ secondSymbol;
    change = (second ^ above) & ~(signOf(unequal | -unequal) & signOf(second - above - 1));
    above ^= change;
    second ^= change;
    strands[column] = above;
  }
}

/** -1 (all bits set) for a negative number, else 0. */
function signOf(value: number): number {
  return value >> 31;
}

function similarityOf(common: number, needleLength: number, windowLength: number): number {
  const total = needleLength + windowLength;
  return 1 - (total - 2 * common) / total;
}

function bestPrefix(starts: Int32Array, needleLength: number): number {
  let best = 0;
  let unmatched = 0;
  for (let end = 1; end < needleLength; end += 1) {
    if ((starts[end - 1] ?? 0) >= 0) unmatched += 1;
    best = Math.max(best, similarityOf(end - unmatched, needleLength, end));
  }
  return best;
}

function bestSuffix(starts: Int32Array, needleLength: number): number {
  const width = starts.length;
  const endOf = strandEnds(starts);
  let best = 0;
  let unmatched = 0;
  for (let begin = width - 1; begin > width - needleLength; begin -= 1) {
    if ((endOf[begin] ?? width) < width) unmatched += 1;
    const length = width - begin;
    best = Math.max(best, similarityOf(length - unmatched, needleLength, length));
  }
  return best;
}

function bestFullWindow(starts: Int32Array, needleLength: number): number {
  const endOf = strandEnds(starts);
  let unmatched = 0;
  for (let end = 0; end < needleLength; end += 1) if ((starts[end] ?? 0) >= 0) unmatched += 1;
  let best = needleLength - unmatched;
  for (let begin = 1; begin + needleLength <= starts.length; begin += 1) {
    const last = begin + needleLength - 1;
    if ((endOf[begin - 1] ?? 0) < last) unmatched -= 1;
    if ((starts[last] ?? 0) >= begin) unmatched += 1;
    best = Math.max(best, needleLength - unmatched);
  }
  return similarityOf(best, needleLength, needleLength);
}

/** The inverse of the strand starts: for each column, where its strand ends; past the haystack when at the other side. */
function strandEnds(starts: Int32Array): Int32Array {
  const ends = new Int32Array(starts.length).fill(starts.length);
  starts.forEach((start, end) => {
    if (start >= 0) ends[start] = end;
  });
  return ends;
}
