/**
 * The string similarities of rapidfuzz.fuzz, release 3.10.1, on Unicode code points. Every function returns 0 to 100
 * as the library does. Source: the published documentation and pure-Python module of RapidFuzz 3.10.1.
 */
import { lcsLength } from './lcs.ts';
import { compareByCodePoint, toCodePoints } from './normalise.ts';
import { bestWindowSimilarity } from './semi-local.ts';
import { whitespaceTokens } from './tokens.ts';

/** How much a token-based score counts in `wRatio`. */
const TOKEN_SCALE = 0.95;

/** 100 less the share of characters to delete or insert to turn one text into the other. Two empty texts: 100. */
export function ratio(left: string, right: string): number {
  const a = toCodePoints(left);
  const b = toCodePoints(right);
  return percent(a.length + b.length - 2 * lcsLength(a, b), a.length + b.length);
}

/** `ratio`, but 0 when either text is empty. */
export function qRatio(left: string, right: string): number {
  return left === '' || right === '' ? 0 : ratio(left, right);
}

/** The best `ratio` of the shorter text with an equally long part of the longer (or a shorter part at its ends). */
export function partialRatio(left: string, right: string): number {
  if (left === '' && right === '') return 100;
  const a = toCodePoints(left);
  const b = toCodePoints(right);
  if (a.length > b.length) return partialRatio(right, left);
  if (a.length === 0) return 0;
  // A lone surrogate could be found inside a pair, which is another code point.
  if (left.isWellFormed() && right.includes(left)) return 100;
  const best = bestWindowSimilarity(a, b);
  return 100 * (a.length === b.length ? Math.max(best, bestWindowSimilarity(b, a)) : best);
}

/** `ratio` of the words of each text in sorted order. */
export function tokenSortRatio(left: string, right: string): number {
  return ratio(sortedWords(whitespaceTokens(left)), sortedWords(whitespaceTokens(right)));
}

/**
 * The best `ratio` among: the shared words, the shared words plus the first text's others, the shared words plus the
 * second text's others. 100 when one text's words are all in the other; 0 when a text has no words.
 */
export function tokenSetRatio(left: string, right: string): number {
  const sets = wordSets(left, right);
  if (sets === undefined) return 0;
  const { shared, onlyLeft, onlyRight } = sets;
  if (shared.length > 0 && (onlyLeft.length === 0 || onlyRight.length === 0)) return 100;
  const a = toCodePoints(sortedWords(onlyLeft));
  const b = toCodePoints(sortedWords(onlyRight));
  const sharedLength = toCodePoints(shared.join(' ')).length;
  const blank = sharedLength > 0 ? 1 : 0;
  const leftLength = sharedLength + blank + a.length;
  const rightLength = sharedLength + blank + b.length;
  const others = percent(a.length + b.length - 2 * lcsLength(a, b), leftLength + rightLength);
  if (sharedLength === 0) return others;
  const sharedWithLeft = percent(blank + a.length, sharedLength + leftLength);
  const sharedWithRight = percent(blank + b.length, sharedLength + rightLength);
  return Math.max(others, sharedWithLeft, sharedWithRight);
}

/** The better of `tokenSortRatio` and `tokenSetRatio`. */
export function tokenRatio(left: string, right: string): number {
  return Math.max(tokenSetRatio(left, right), tokenSortRatio(left, right));
}

/** `partialRatio` of the words of each text in sorted order. */
export function partialTokenSortRatio(left: string, right: string): number {
  return partialRatio(sortedWords(whitespaceTokens(left)), sortedWords(whitespaceTokens(right)));
}

/** 100 when the texts share a word, else `partialRatio` of their sorted different words; 0 when a text has none. */
export function partialTokenSetRatio(left: string, right: string): number {
  const sets = wordSets(left, right);
  if (sets === undefined) return 0;
  if (sets.shared.length > 0) return 100;
  return partialRatio(sortedWords(sets.onlyLeft), sortedWords(sets.onlyRight));
}

/** The better of `partialTokenSortRatio` and `partialTokenSetRatio`; 100 for two texts without a word. */
export function partialTokenRatio(left: string, right: string): number {
  const leftTokens = whitespaceTokens(left);
  const rightTokens = whitespaceTokens(right);
  const sets = splitSets(leftTokens, rightTokens);
  if (sets.shared.length > 0) return 100;
  const sorted = partialRatio(sortedWords(leftTokens), sortedWords(rightTokens));
  const noRepeats = leftTokens.length === sets.onlyLeft.length && rightTokens.length === sets.onlyRight.length;
  if (noRepeats) return sorted;
  return Math.max(sorted, partialRatio(sortedWords(sets.onlyLeft), sortedWords(sets.onlyRight)));
}

/**
 * The weighted ratio. Texts of like length (below 1.5 to 1): the better of `ratio` and 0.95 of `tokenRatio`. Else
 * the best of `ratio`, `partialRatio` and 0.95 of `partialTokenRatio`, the partial ones scaled by 0.9, or by 0.6
 * from a length ratio of 8 on; releases after 3.10.1 scale by 0.9 at exactly 8. 0 when either text is empty.
 */
export function wRatio(left: string, right: string): number {
  if (left === '' || right === '') return 0;
  const a = toCodePoints(left).length;
  const b = toCodePoints(right).length;
  const lengthRatio = a > b ? a / b : b / a;
  const plain = ratio(left, right);
  if (lengthRatio < 1.5) return Math.max(plain, tokenRatio(left, right) * TOKEN_SCALE);
  const partialScale = lengthRatio < 8 ? 0.9 : 0.6;
  const partial = partialRatio(left, right) * partialScale;
  return Math.max(plain, partial, partialTokenRatio(left, right) * TOKEN_SCALE * partialScale);
}

function percent(distance: number, total: number): number {
  return total === 0 ? 100 : 100 - (100 * distance) / total;
}

function sortedWords(tokens: readonly string[]): string {
  return tokens.toSorted(compareByCodePoint).join(' ');
}

type WordSets = {
  readonly shared: readonly string[];
  readonly onlyLeft: readonly string[];
  readonly onlyRight: readonly string[];
};

/** The sets of words both texts have and only one has; undefined when a text has no words. */
function wordSets(left: string, right: string): WordSets | undefined {
  const leftTokens = whitespaceTokens(left);
  const rightTokens = whitespaceTokens(right);
  return leftTokens.length === 0 || rightTokens.length === 0 ? undefined : splitSets(leftTokens, rightTokens);
}

function splitSets(leftTokens: readonly string[], rightTokens: readonly string[]): WordSets {
  const left = new Set(leftTokens);
  const right = new Set(rightTokens);
  return {
    shared: [...left].filter((word) => right.has(word)),
    onlyLeft: [...left].filter((word) => !right.has(word)),
    onlyRight: [...right].filter((word) => !left.has(word)),
  };
}
