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

export type JsonScanner = {
  /** Goes on with the next piece. Pieces may be cut between tokens only, as lines are. Linear in the piece. */
  readonly feed: (piece: string) => JsonScan;
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
 * two and not at the end of the file. Takes `NaN`, `Infinity` and `-Infinity` as values, as Python writes them.
 */
export function createJsonScanner(): JsonScanner {
  const stack: number[] = [];
  const replacements: Replacement[] = [];
  let base = 0;
  let at = 0;
  let expect: Expect = EXPECT.value;
  let pairs = 0;
  let hasNaN = false;
  let hasBigInteger = false;

  function afterValue(): null {
    expect = stack.length === 0 ? EXPECT.done : EXPECT.commaOrEnd;
    return null;
  }

  /** Reads past a string that starts at `at`. */
  function passString(piece: string): ScanStatus | null {
    let index = at + 1;
    for (; index < piece.length; index += 1) {
      const code = piece.charCodeAt(index);
      if (code === QUOTE) {
        at = index + 1;
        return null;
      }
      if (code === BACKSLASH) index += 1;
      else if (code < SPACE) {
        at = index;
        return 'invalid';
      }
    }
    at = piece.length;
    return 'in_string';
  }

  function passScalar(piece: string): ScanStatus | null {
    SCALAR.lastIndex = at;
    const word = SCALAR.exec(piece)?.[0];
    if (word === undefined) return 'invalid';
    const from = base + at;
    at += word.length;
    if (word.length > 15 && WHOLE.test(word) && !Number.isSafeInteger(Number(word))) {
      hasBigInteger = true;
      replacements.push({ from, to: from + word.length, text: `"${word}"` });
    } else if (word === 'NaN' || word.endsWith('y')) {
      hasNaN = true;
      replacements.push({ from, to: from + word.length, text: 'null' });
    }
    return afterValue();
  }

  function passValue(piece: string, code: number): ScanStatus | null {
    if (code === QUOTE) return passString(piece) ?? afterValue();
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (stack.length >= LIMITS.depth) return 'too_deep';
      stack.push(code);
      at += 1;
      expect = code === OPEN_OBJECT ? EXPECT.keyOrEnd : EXPECT.valueOrEnd;
      return null;
    }
    if (code === CLOSE_LIST && expect === EXPECT.valueOrEnd) return passClose();
    return passScalar(piece);
  }

  function passClose(): null {
    stack.pop();
    at += 1;
    return afterValue();
  }

  function passKey(piece: string, code: number): ScanStatus | null {
    if (code === CLOSE_OBJECT && expect === EXPECT.keyOrEnd) return passClose();
    if (code !== QUOTE) return 'invalid';
    const status = passString(piece);
    if (status === null) expect = EXPECT.colon;
    return status;
  }

  function passCommaOrEnd(code: number): ScanStatus | null {
    const inObject = stack.at(-1) === OPEN_OBJECT;
    if (code === (inObject ? CLOSE_OBJECT : CLOSE_LIST)) return passClose();
    if (code !== COMMA) return 'invalid';
    at += 1;
    expect = inObject ? EXPECT.key : EXPECT.value;
    return null;
  }

  function passColon(code: number): ScanStatus | null {
    if (code !== COLON) return 'invalid';
    at += 1;
    pairs += 1;
    expect = EXPECT.value;
    return null;
  }

  function passToken(piece: string, code: number): ScanStatus | null {
    if (expect === EXPECT.commaOrEnd) return passCommaOrEnd(code);
    if (expect === EXPECT.colon) return passColon(code);
    if (expect === EXPECT.key || expect === EXPECT.keyOrEnd) return passKey(piece, code);
    return passValue(piece, code);
  }

  function run(piece: string): ScanStatus {
    at = 0;
    while (at < piece.length && expect !== EXPECT.done) {
      const code = piece.charCodeAt(at);
      if (code === SPACE || code === LF || code === CR || code === TAB) at += 1;
      else {
        const status = passToken(piece, code);
        if (status !== null) return status;
      }
    }
    return expect === EXPECT.done ? 'complete' : 'incomplete';
  }

  return {
    feed: (piece) => {
      const status = run(piece);
      const end = base + at;
      base += piece.length;
      return { status, end, pairs, hasNaN, hasBigInteger, replacements };
    },
  };
}

/** @returns the scan of one value at the start of the text, white space before it allowed */
export function scanJson(text: string): JsonScan {
  return createJsonScanner().feed(text);
}
