/**
 * Counts the edits (insert, delete, replace, swap of neighbours) that turn one word into another, over UTF-16 units.
 *
 * @returns the restricted Damerau-Levenshtein distance; cost is the product of the lengths
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Longer words are never meant as typing errors, and comparing them costs time. */
const MAX_WORD_LENGTH = 120;

/**
 * Finds the word that was probably meant. Case counts half: `Item` is nearer to `item` than to `stem`.
 *
 * @returns the nearest candidate within a third of the word's length (at least one edit), or null
 */
export function closestWord(word: string, candidates: Iterable<string>): string | null {
  if (word.length > MAX_WORD_LENGTH) return null;
  let best: string | null = null;
  let bestCost = Math.max(1, Math.floor(word.length / 3)) + 0.5;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) > bestCost) continue;
    const plain = editDistance(word.toLowerCase(), candidate.toLowerCase());
    const cost = plain + (plain === editDistance(word, candidate) ? 0 : 0.5);
    if (cost < bestCost) {
      best = candidate;
      bestCost = cost;
    }
  }
  return best;
}
