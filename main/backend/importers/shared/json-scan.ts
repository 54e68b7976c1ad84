import { LIMITS } from './limits.ts';

/** A stretch of the text and what to put in its place before it is parsed. */
export type Replacement = { readonly from: number; readonly to: number; readonly text: string };

export type ScanStatus =
  /** One value has ended, at `end`. */
  | 'complete'
  /** The text stops inside the value, between two of its tokens. */
  | 'incomplete'
  /** The text stops inside a string, which no line end may. */
  | 'in_string'
  /** No value can go on from `end`. */
  | 'invalid'
  /** Nested beyond the limit. */
  | 'too_deep';

export type JsonScan = {
  readonly status: ScanStatus;
  /** Characters read of all text fed so far. */
  readonly end: number;
  /** Key-value pairs seen, doubled keys counted twice. */
  readonly pairs: number;
  readonly hasNaN: boolean;
  readonly hasBigInteger: boolean;
  /** NaN and Infinity (to null) and whole numbers beyond 2^53 (to their digits as text), in order. */
  readonly replacements: readonly Replacement[];
};

const EXPECT = { value: 0, valueOrEnd: 1, key: 2, keyOrEnd: 3, colon: 4, commaOrEnd: 5, done: 6 } as const;
type Expect = (typeof EXPECT)[keyof typeof EXPECT];

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|-?Infinity|NaN/y;
const WHOLE = /^-?\d+$/;

/**
 * Checks the grammar of one JSON value in a text that may go on, so that a broken record is noticed within a line or
 * two and not at the end of the file. Takes `NaN`, `Infinity` and `-Infinity` as values, as Python writes them. Escapes
 * inside strings and leading zeros are left to `JSON.parse`.
 */
export class JsonScanner {
  readonly #stack: number[] = [];
  readonly #replacements: Replacement[] = [];
  #base = 0;
  #at = 0;
  #expect: Expect = EXPECT.value;
  #pairs = 0;
  #hasNaN = false;
  #hasBigInteger = false;

  /** Goes on with the next piece. Pieces may be cut between tokens only, as lines are. Linear in the piece. */
  feed(piece: string): JsonScan {
    const status = this.#run(piece);
    const end = this.#base + this.#at;
    this.#base += piece.length;
    return {
      status,
      end,
      pairs: this.#pairs,
      hasNaN: this.#hasNaN,
      hasBigInteger: this.#hasBigInteger,
      replacements: this.#replacements,
    };
  }

  #run(piece: string): ScanStatus {
    this.#at = 0;
    while (this.#at < piece.length && this.#expect !== EXPECT.done) {
      const code = piece.charCodeAt(this.#at);
      if (code === SPACE || code === LF || code === CR || code === TAB) this.#at += 1;
      else {
        const status = this.#passToken(piece, code);
        if (status !== null) return status;
      }
    }
    return this.#expect === EXPECT.done ? 'complete' : 'incomplete';
  }

  #passToken(piece: string, code: number): ScanStatus | null {
    if (this.#expect === EXPECT.commaOrEnd) return this.#passCommaOrEnd(code);
    if (this.#expect === EXPECT.colon) return this.#passColon(code);
    if (this.#expect === EXPECT.key || this.#expect === EXPECT.keyOrEnd) return this.#passKey(piece, code);
    return this.#passValue(piece, code);
  }

  #passCommaOrEnd(code: number): ScanStatus | null {
    const inObject = this.#stack.at(-1) === OPEN_OBJECT;
    if (code === (inObject ? CLOSE_OBJECT : CLOSE_LIST)) return this.#passClose();
    if (code !== COMMA) return 'invalid';
    this.#at += 1;
    this.#expect = inObject ? EXPECT.key : EXPECT.value;
    return null;
  }

  #passColon(code: number): ScanStatus | null {
    if (code !== COLON) return 'invalid';
    this.#at += 1;
    this.#pairs += 1;
    this.#expect = EXPECT.value;
    return null;
  }

  #passKey(piece: string, code: number): ScanStatus | null {
    if (code === CLOSE_OBJECT && this.#expect === EXPECT.keyOrEnd) return this.#passClose();
    if (code !== QUOTE) return 'invalid';
    const status = this.#passString(piece);
    if (status === null) this.#expect = EXPECT.colon;
    return status;
  }

  #passValue(piece: string, code: number): ScanStatus | null {
    if (code === QUOTE) return this.#passString(piece) ?? this.#afterValue();
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (this.#stack.length >= LIMITS.depth) return 'too_deep';
      this.#stack.push(code);
      this.#at += 1;
      this.#expect = code === OPEN_OBJECT ? EXPECT.keyOrEnd : EXPECT.valueOrEnd;
      return null;
    }
    if (code === CLOSE_LIST && this.#expect === EXPECT.valueOrEnd) return this.#passClose();
    return this.#passScalar(piece);
  }

  #passClose(): null {
    this.#stack.pop();
    this.#at += 1;
    return this.#afterValue();
  }

  #afterValue(): null {
    this.#expect = this.#stack.length === 0 ? EXPECT.done : EXPECT.commaOrEnd;
    return null;
  }

  #passString(piece: string): ScanStatus | null {
    let index = this.#at + 1;
    for (; index < piece.length; index += 1) {
      const code = piece.charCodeAt(index);
      if (code === QUOTE) {
        this.#at = index + 1;
        return null;
      }
      if (code === BACKSLASH) index += 1;
      else if (code < SPACE) {
        this.#at = index;
        return 'invalid';
      }
    }
    this.#at = piece.length;
    return 'in_string';
  }

  #passScalar(piece: string): ScanStatus | null {
    SCALAR.lastIndex = this.#at;
    const word = SCALAR.exec(piece)?.[0];
    if (word === undefined) return 'invalid';
    const from = this.#base + this.#at;
    this.#at += word.length;
    if (word.length > 15 && WHOLE.test(word) && !Number.isSafeInteger(Number(word))) {
      this.#hasBigInteger = true;
      this.#replacements.push({ from, to: from + word.length, text: `"${word}"` });
    } else if (word === 'NaN' || word.endsWith('y')) {
      this.#hasNaN = true;
      this.#replacements.push({ from, to: from + word.length, text: 'null' });
    }
    return this.#afterValue();
  }
}

/** @returns the scan of one value at the start of the text, white space before it allowed */
export function scanJson(text: string): JsonScan {
  return new JsonScanner().feed(text);
}
