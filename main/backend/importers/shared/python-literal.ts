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
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    return reader.atEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

const NUMBER = /[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const NAME = /[a-z_]\w*/iy;
const PREFIX = /[rbuf]{1,2}(?=['"])/iy;
const SPACES = /\s*/y;
/** Text in a string that is neither its end nor an escape. */
const PLAIN = /[^'"\\\n]+/y;
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

class Reader {
  readonly #text: string;
  #at = 0;
  #keys = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    return this.#skip() === '';
  }

  value(depth: number): JsonValue {
    if (depth > LIMITS.depth) fail();
    const char = this.#skip();
    if (char === '{') return this.#dictOrSet(depth);
    if (char === '[') return this.#list(']', depth);
    if (char === '(') return this.#list(')', depth);
    this.#match(PREFIX);
    if (this.#text[this.#at] === "'" || this.#text[this.#at] === '"') return this.#string();
    const number = this.#match(NUMBER);
    if (number !== undefined) return toNumber(number);
    const word = WORDS.get(this.#match(NAME) ?? '');
    return word === undefined ? fail() : word;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skip(): string {
    this.#match(SPACES);
    return this.#text[this.#at] ?? '';
  }

  #list(end: string, depth: number): JsonValue {
    this.#at += 1;
    const items: JsonValue[] = [];
    while (this.#skip() !== end) {
      items.push(this.value(depth + 1));
      // numpy prints lists of dicts without commas.
      if (this.#skip() === ',') this.#at += 1;
      else if (this.#text[this.#at] !== end && this.#text[this.#at] !== '{') fail();
    }
    this.#at += 1;
    return items;
  }

  #dictOrSet(depth: number): JsonValue {
    this.#at += 1;
    const entries: [string, JsonValue][] = [];
    const members: JsonValue[] = [];
    while (this.#skip() !== '}') {
      const key = this.value(depth + 1);
      if (this.#skip() === ':') entries.push(...this.#entry(key, depth));
      else members.push(key);
      if (this.#skip() === ',') this.#at += 1;
      else if (this.#text[this.#at] !== '}') fail();
    }
    this.#at += 1;
    if (entries.length > 0 && members.length > 0) fail();
    return members.length > 0 ? members : Object.fromEntries(entries);
  }

  #entry(key: JsonValue, depth: number): [string, JsonValue][] {
    this.#at += 1;
    this.#keys += 1;
    if (this.#keys > LIMITS.keys) fail();
    const name = typeof key === 'string' ? key : JSON.stringify(key);
    const item = this.value(depth + 1);
    return name === '__proto__' ? [] : [[name, item]];
  }

  #string(): string {
    const quote = this.#text[this.#at] ?? fail();
    const end = this.#text.startsWith(quote.repeat(3), this.#at) ? quote.repeat(3) : quote;
    this.#at += end.length;
    const pieces: string[] = [];
    while (!this.#text.startsWith(end, this.#at)) {
      PLAIN.lastIndex = this.#at;
      const run = PLAIN.exec(this.#text)?.[0];
      if (run !== undefined) {
        pieces.push(run);
        this.#at += run.length;
        continue;
      }
      const char = this.#text[this.#at];
      if (char === undefined || (char === '\n' && end.length === 1)) fail();
      this.#at += 1;
      pieces.push(char === '\\' ? this.#escape() : char);
    }
    this.#at += end.length;
    return pieces.join('').toWellFormed();
  }

  #escape(): string {
    const char = this.#text[this.#at] ?? fail();
    this.#at += 1;
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits === undefined) return ESCAPES.get(char) ?? (/['"\\]/.test(char) ? char : `\\${char}`);
    const code = this.#text.slice(this.#at, this.#at + digits);
    if (code.length !== digits || !/^[0-9a-f]+$/i.test(code) || Number.parseInt(code, 16) > 0x10ffff) fail();
    this.#at += digits;
    return String.fromCodePoint(Number.parseInt(code, 16));
  }
}

function fail(): never {
  throw new NotALiteral();
}

function toNumber(text: string): JsonValue {
  const plain = text.replaceAll('_', '');
  const number = Number(plain);
  if (!Number.isFinite(number)) return null;
  return /^[+-]?\d+$/.test(plain) && !Number.isSafeInteger(number) ? plain : number;
}
