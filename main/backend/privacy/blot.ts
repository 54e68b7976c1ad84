import type { Blotter } from '../engine/sample-texts.ts';
import { isJsonText, literalsOf } from './json-text.ts';

/** What stands where a person's data was purged. */
export const BLOT = '[removed]';

/**
 * @param values as a person gave them; case, blanks between words and marks between digits do not count, and a part of a
 *   word is another word. Matched as plain text, and escaped as in JSON, however deep.
 */
export function createBlotter(values: readonly string[]): Blotter {
  const usual = compile(values, isPlain);
  // Letters are hardly ever escaped, and looking for that everywhere would be slow.
  const unusual = compile(values, () => false);
  const holds = (text: string): boolean => usual.has.test(text) || (ESCAPE.test(text) && unusual.has.test(text));
  function blot(text: string): string {
    if (!holds(text)) return text;
    if (!isJsonText(text)) return text.replace(usual.all, () => BLOT).replace(unusual.all, () => BLOT);
    let out = '';
    let from = 0;
    for (const { type, start, end, value } of literalsOf(text)) {
      if (!holds(value)) continue;
      out += text.slice(from, start) + JSON.stringify(type === 'number' ? BLOT : blot(value));
      from = end;
    }
    return out + text.slice(from);
  }
  return values.length === 0 ? { holds: () => false, blot: (text) => text } : { holds, blot };
}

const ESCAPE = /\\u[\da-f]{4}/iu;
/** A letter or digit of a script that puts blanks between words. */
const WORD = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_]`;
const STARTS = String.raw`(?:(?<!${WORD})|(?<=\\[bfnrt])|(?<=\\u[\da-f]{4}))`;
const ENDS = `(?!${WORD})`;
const IS_WORD = new RegExp(`^${WORD}$`, 'u');

function compile(values: readonly string[], isNeverEscaped: (sign: string) => boolean): { has: RegExp; all: RegExp } {
  const source = values.map((value) => patternOf(value.normalize('NFC'), isNeverEscaped)).join('|');
  return { has: new RegExp(source, 'iu'), all: new RegExp(source, 'giu') };
}

function isPlain(sign: string): boolean {
  return /^[\w@.+-]$/u.test(sign);
}

function patternOf(value: string, isNeverEscaped: (sign: string) => boolean): string {
  const digits = value.replaceAll(/\D/gu, '');
  const isNumber = digits.length >= 7 && /^[\d\s().+\-/]+$/u.test(value);
  if (isNumber) return String.raw`(?<!\d)\+?\(?${Array.from(digits).join(String.raw`[\s().\-/]*`)}(?!\d)`;
  const words = value
    .split(/\s+/u)
    .map((word) => Array.from(word, (sign) => signPattern(sign, isNeverEscaped)).join(''));
  const signs = Array.from(value);
  const bound = (sign: string | undefined, by: string): string => (IS_WORD.test(sign ?? '') ? by : '');
  return bound(signs[0], STARTS) + words.join(String.raw`(?:\s|\\+[nrt])+`) + bound(signs.at(-1), ENDS);
}

function signPattern(sign: string, isNeverEscaped: (sign: string) => boolean): string {
  const own = sign.replaceAll(/[.*+?^${}()|[\]\\/-]/gu, String.raw`\$&`);
  if (isNeverEscaped(sign)) return own;
  if (sign === '\\') return String.raw`\\+`;
  const escapes = [sign.toLowerCase(), sign.toUpperCase()].map((one) =>
    Array.from({ length: one.length }, (_, at) => String.raw`\\+${escapeOf(one, at).slice(1)}`).join(''),
  );
  const apart = sign.normalize('NFD');
  const spellings = [String.raw`\\*${own}`, ...(apart === sign ? [] : [apart]), ...new Set(escapes)];
  return `(?:${spellings.join('|')})`;
}

function escapeOf(text: string, at: number): string {
  return String.raw`\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}

/** @returns the byte sequences that must not be left in a file: as they are, as JSON has them, and as ASCII only */
export function bytesOf(values: readonly string[]): Buffer[] {
  const texts = values.flatMap((value) => {
    const once = inJson(value);
    const ascii = Array.from({ length: once.length }, (_, at) =>
      once.charCodeAt(at) < 128 ? once.charAt(at) : escapeOf(once, at),
    ).join('');
    return [value, once, inJson(once), ascii, inJson(ascii), inJson(inJson(ascii))];
  });
  return [...new Set(texts)].map((text) => Buffer.from(text, 'utf8'));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
