import type { JsonValue } from '../../../../shared/model/json.ts';
import { LIMITS } from './limits.ts';

class NotALiteral extends Error {}

/**
 * Reads a Python literal as data: dict, list, tuple, set, text, numbers, `None`, `True`, `False`, `nan`, `inf`. Made for
 * `str(dict)` in logs and for pandas cells, numpy lists without commas included. Nothing is ever evaluated.
 *
 * @returns undefined when the text is anything else
 */
export function parsePythonLiteral(text: string): JsonValue | undefined {
  const reader = createReader(text);
  try {
    const value = reader.value(0);
    return reader.atEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

const NUMBER = /[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_]\w*/y;
const PREFIX = /[rRbBuUfF]{1,2}(?=['"])/y;
const SPACES = /\s*/y;
const WORDS = new Map<string, JsonValue>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['null', null],
  ['true', true],
  ['false', false],
  ['nan', null],
  ['NaN', null],
  ['inf', null],
]);
const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\u0007'],
  ['0', '\0'],
  ['\n', ''],
]);

type Reader = { readonly value: (depth: number) => JsonValue; readonly atEnd: () => boolean };

function createReader(text: string): Reader {
  let at = 0;
  let keys = 0;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }
  function fail(): never {
    throw new NotALiteral();
  }
  function skip(): string {
    match(SPACES);
    return text[at] ?? '';
  }

  function value(depth: number): JsonValue {
    if (depth > LIMITS.depth) fail();
    const char = skip();
    if (char === '{') return dictOrSet(depth);
    if (char === '[') return list(']', depth);
    if (char === '(') return list(')', depth);
    match(PREFIX);
    if (text[at] === "'" || text[at] === '"') return string();
    const number = match(NUMBER);
    if (number !== undefined) return toNumber(number);
    const name = match(NAME);
    const word = name === undefined ? undefined : WORDS.get(name);
    return word === undefined ? fail() : word;
  }

  function list(end: string, depth: number): JsonValue {
    at += 1;
    const items: JsonValue[] = [];
    while (skip() !== end) {
      items.push(value(depth + 1));
      // numpy prints lists of dicts without commas.
      if (skip() === ',') at += 1;
      else if (text[at] !== end && !/[\s{[]/.test(text[at - 1] ?? '') && text[at] !== '{') fail();
    }
    at += 1;
    return items;
  }

  function dictOrSet(depth: number): JsonValue {
    at += 1;
    const entries: [string, JsonValue][] = [];
    const members: JsonValue[] = [];
    while (skip() !== '}') {
      const key = value(depth + 1);
      if (skip() === ':') {
        at += 1;
        keys += 1;
        if (keys > LIMITS.keys) fail();
        const name = typeof key === 'string' ? key : JSON.stringify(key);
        const item = value(depth + 1);
        if (name !== '__proto__') entries.push([name, item]);
      } else members.push(key);
      if (skip() === ',') at += 1;
      else if (text[at] !== '}') fail();
    }
    at += 1;
    if (entries.length > 0 && members.length > 0) fail();
    return members.length > 0 ? members : Object.fromEntries(entries);
  }

  function string(): string {
    const quote = text[at] ?? fail();
    const triple = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
    at += triple.length;
    let out = '';
    while (!text.startsWith(triple, at)) {
      const char = text[at];
      if (char === undefined || (char === '\n' && triple.length === 1)) fail();
      at += 1;
      out += char === '\\' ? escape() : char;
    }
    at += triple.length;
    return out.toWellFormed();
  }

  function escape(): string {
    const char = text[at] ?? fail();
    at += 1;
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits === undefined) return ESCAPES.get(char) ?? (/['"\\]/.test(char) ? char : `\\${char}`);
    const code = text.slice(at, at + digits);
    if (code.length !== digits || !/^[0-9a-fA-F]+$/.test(code) || Number.parseInt(code, 16) > 0x10ffff) fail();
    at += digits;
    return String.fromCodePoint(Number.parseInt(code, 16));
  }

  return { value, atEnd: () => skip() === '' };
}

function toNumber(text: string): JsonValue {
  const plain = text.replaceAll('_', '');
  const number = Number(plain);
  if (!Number.isFinite(number)) return null;
  return /^[+-]?\d+$/.test(plain) && !Number.isSafeInteger(number) ? plain : number;
}
