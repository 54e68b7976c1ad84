import { isJsonText, literalsOf } from './json-text.ts';

/** What stands where a person's data was purged. */
export const BLOT = '[removed]';

/** Finds and blots out values in texts of any kind. */
export type Blotter = { readonly holds: (text: string) => boolean; readonly blot: (text: string) => string };

/**
 * @param values as a person gave them; case, blanks between words and marks between digits do not count. Matched as plain
 *   text, and escaped as in JSON and in JSON inside JSON.
 */
export function createBlotter(values: readonly string[]): Blotter {
  const source = [...new Set(values.flatMap(patternsOf))].join('|');
  const has = new RegExp(source, 'iu');
  const all = new RegExp(source, 'giu');
  const holds = (text: string): boolean => source !== '' && has.test(text);
  function blot(text: string): string {
    if (!holds(text)) return text;
    if (!isJsonText(text)) return text.replace(all, () => BLOT);
    let out = '';
    let from = 0;
    for (const { type, start, end, value } of literalsOf(text)) {
      if (!holds(value)) continue;
      out += text.slice(from, start) + JSON.stringify(type === 'number' ? BLOT : blot(value));
      from = end;
    }
    return out + text.slice(from);
  }
  return { holds, blot };
}

function patternsOf(value: string): string[] {
  const digits = value.replaceAll(/\D/gu, '');
  const isNumber = digits.length >= 7 && /^[\d\s().+\-/]+$/u.test(value);
  if (isNumber) return [`(?<!\\d)\\+?\\(?${Array.from(digits).join('[\\s().\\-/]*')}(?!\\d)`];
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [value, once, twice].map((text) =>
    text
      .split(/\s+/u)
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/-]/gu, String.raw`\$&`))
      .join(String.raw`(?:\s|\\+n)+`),
  );
}

/** @returns the byte sequences that must not be left in a file */
export function bytesOf(values: readonly string[]): Buffer[] {
  const texts = values.flatMap((value) => {
    const once = JSON.stringify(value).slice(1, -1);
    return [value, once, JSON.stringify(once).slice(1, -1)];
  });
  return [...new Set(texts)].map((text) => Buffer.from(text, 'utf8'));
}
