/**
 * The characters Python's `str.split()` and `str.strip()` treat as blank, as the inside of a regex class.
 * JavaScript's `\s` differs: it has U+FEFF and lacks U+001C to U+001F and U+0085.
 */
export const PYTHON_SPACE = String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

/**
 * The characters Python's `\w` matches, as the inside of a regex class for the `u` flag: letters, numbers and `_`.
 * Combining marks are not among them, so a Devanagari vowel sign is a non-word character, as it is in Python.
 */
export const PYTHON_WORD = String.raw`\p{L}\p{N}_`;

const LEADING_SPACE = new RegExp(`^[${PYTHON_SPACE}]+`);
const SPACE_CHARACTER = new RegExp(`[${PYTHON_SPACE}]`);
const NON_WORD = new RegExp(`[^${PYTHON_WORD}]`, 'gu');
const NON_ALPHANUMERIC = /[^\p{L}\p{N}]/gu;

/** The text without blanks at its end, as Python's `str.rstrip()`. */
export function stripEnd(text: string): string {
  // Walks back by hand: a `[blank]+$` regex is quadratic on long runs of blanks inside the text.
  let end = text.length;
  while (end > 0 && SPACE_CHARACTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without blanks at either end, as Python's `str.strip()`. */
export function strip(text: string): string {
  return stripEnd(text).replace(LEADING_SPACE, '');
}

/**
 * `rapidfuzz.utils.default_process` of release 3.10.1, the Python version: every character that is not a letter,
 * a number or `_` becomes a blank, then strip, then lower-case.
 */
export function defaultProcess(text: string): string {
  return strip(text.replace(NON_WORD, ' ')).toLowerCase();
}

/**
 * `rapidfuzz.utils.default_process` of release 3.10.1, the compiled version: it differs from the Python one in that
 * `_` becomes a blank too, capital sigma always becomes `σ`, and `İ` becomes a plain `i`.
 */
export function defaultProcessCompiled(text: string): string {
  const words = text.replace(NON_ALPHANUMERIC, ' ').replaceAll('Σ', 'σ').replaceAll('İ', 'i');
  return strip(words).toLowerCase();
}

/** The Unicode code points of a text, one number each. A lone surrogate counts as one code point. */
export function toCodePoints(text: string): Int32Array {
  const points = new Int32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; count += 1) {
    const point = text.codePointAt(at) ?? 0;
    points[count] = point;
    at += point > 0xffff ? 2 : 1;
  }
  return points.subarray(0, count);
}

/** Orders two texts by code point, as Python sorts strings; plain `<` would order by UTF-16 unit. */
export function compareByCodePoint(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const leftUnit = left.charCodeAt(at);
    const rightUnit = right.charCodeAt(at);
    if (leftUnit !== rightUnit) return codePointRank(leftUnit) - codePointRank(rightUnit);
  }
  return left.length - right.length;
}

/** Moves surrogates, which begin code points above U+FFFF, behind every other UTF-16 unit. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
