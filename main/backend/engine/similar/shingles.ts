import { finish, mixIn } from './mix.ts';

/** Words in a shingle. */
export const SHINGLE_WORDS = 5;

/** FNV-1a's constants for 32 bits. @see Fowler, Noll, Vo, "The FNV non-cryptographic hash algorithm" */
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Starts of the three hashes that stand for a text too short for a window. */
const WHOLE_STARTS = [0x243f6a88, 0x85a308d3, 0x13198a2e] as const;

/** ASCII symbols that are words of their own: what tells `2 + 2` from `2 * 2`. */
const SYMBOLS = '$+<=>^`|~*/%';
const MINUS = 0x2d;
/** For every ASCII code: 0 between words, 1 for a symbol, else the code of the letter (lower case) or digit. */
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  if (SYMBOLS.includes(char)) return 1;
  return /[\da-z]/u.test(char) ? char.charCodeAt(0) : 0;
});
const BLANKLESS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** A character of a script that writes no blanks, a symbol, a minus before a number, or a run of letters, marks and digits. */
const WORD = new RegExp(
  String.raw`${BLANKLESS}\p{M}*|[\p{S}*\/%]|(?<![\p{L}\p{M}\p{N}])-(?=\d)|[[\p{L}\p{M}\p{N}]--${BLANKLESS}]+`,
  'gv',
);

/**
 * The shingles of a text: every run of five words, each as a 32-bit hash. Words are runs of letters and digits, without
 * case and in Unicode's compatibility form; a symbol such as `+` or `$` is a word, so is the minus of a negative number, other punctuation is none; in scripts that
 * write no blanks (Chinese, Japanese, Thai) every character is a word.
 *
 * A text of fewer than five words is one shingle, the text itself to the letter, so it equals only its copies. It stands
 * as three hashes (96 bits) in the set: with 32 bits about one pair of 100,000 short texts would meet by chance.
 *
 * @returns the hashes, ascending and without repeats; never empty
 * @see A. Z. Broder, "On the resemblance and containment of documents", 1997
 */
export function shingleSet(text: string): Uint32Array {
  const words = wordHashes(text);
  if (words.length < SHINGLE_WORDS) return wholeText(text);
  const count = words.length - SHINGLE_WORDS + 1;
  const hashes = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    let hash = 0;
    for (let word = at; word < at + SHINGLE_WORDS; word++) hash = mixIn(hash, words[word]!);
    hashes[at] = finish(hash, SHINGLE_WORDS);
  }
  return sortedUnique(hashes);
}

/** @returns each word's hash, in the text's order */
function wordHashes(text: string): Uint32Array {
  const hashes = new Uint32Array(text.length);
  let count = 0;
  let hash = FNV_START;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return wordHashesOfUnicode(text);
    const kind = KINDS[code]!;
    if (kind > 1) {
      hash = Math.imul(hash ^ kind, FNV_PRIME);
      continue;
    }
    if (hash !== FNV_START) hashes[count++] = hash;
    hash = FNV_START;
    if (kind === 1 || (code === MINUS && isSign(text, at))) hashes[count++] = Math.imul(FNV_START ^ code, FNV_PRIME);
  }
  if (hash !== FNV_START) hashes[count++] = hash;
  return hashes.subarray(0, count);
}

/** Before a number, and not between it and a word, as in `3-5`. */
function isSign(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at + 1)) && !((KINDS[text.charCodeAt(at - 1)] ?? 0) > 1);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function wordHashesOfUnicode(text: string): Uint32Array {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return Uint32Array.from(words, (word) => {
    let hash = FNV_START;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
    return hash;
  });
}

function wholeText(text: string): Uint32Array {
  return sortedUnique(
    Uint32Array.from(WHOLE_STARTS, (start) => {
      let hash: number = start;
      for (let at = 0; at < text.length; at++) hash = mixIn(hash, text.charCodeAt(at));
      return finish(hash, text.length);
    }),
  );
}

function sortedUnique(hashes: Uint32Array): Uint32Array {
  hashes.sort();
  let kept = 1;
  for (let at = 1; at < hashes.length; at++) if (hashes[at] !== hashes[at - 1]) hashes[kept++] = hashes[at]!;
  return kept === hashes.length ? hashes : hashes.slice(0, kept);
}
