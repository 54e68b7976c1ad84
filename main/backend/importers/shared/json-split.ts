import type { DecodedText } from './encoding.ts';
import { LIMITS } from './limits.ts';

export type Element = {
  /** UTF-8 text of one value; cut at the record limit when `tooLong`. */
  readonly bytes: Buffer;
  readonly line: number;
  readonly offset: number;
  readonly tooLong: boolean;
  /** false when the input ended inside the value. */
  readonly ended: boolean;
};

export type JsonSplit = {
  readonly elements: AsyncGenerator<Element, void, undefined>;
  /** After the last element: whether the list was closed, and how many other fields of a wrapper were passed over. */
  readonly end: () => { readonly closed: boolean; readonly skippedFields: number };
};

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === LF || byte === CR || byte === 0x09;
}

/**
 * Finds the values of a JSON text without parsing it, so that a one-line list of any size streams: strings, escapes and
 * brackets are followed, everything else is left to the parser of each value.
 *
 * @param path where the list stands: `[]` for a list at the top, `['data']` for `{"data": [...]}`; null when the text is
 *   values one after the other. What stands beside the path is passed over; a value beside the list is given too.
 */
export function splitJson(text: DecodedText, head: Buffer, path: readonly string[] | null): JsonSplit {
  const place = createPlace(text, head.includes(LF) || !head.includes(CR) ? LF : CR);
  const machine = new Splitter(path, place);
  async function* elements(): AsyncGenerator<Element, void, undefined> {
    for await (const chunk of text.bytes) {
      place.enter(chunk);
      yield* machine.push(chunk);
      place.leave();
    }
    const last = machine.finish();
    if (last !== null) yield last;
  }
  return { elements: elements(), end: () => machine.end() };
}

/** Keeps line and offset while chunks go by; counts only up to where it is asked. */
function createPlace(text: DecodedText, lineEnd: number) {
  let line = 1;
  let offset = text.start;
  let chunk: Buffer = Buffer.alloc(0);
  let counted = 0;
  function moveTo(at: number): void {
    offset += text.measure(chunk, counted, at);
    for (
      let found = chunk.indexOf(lineEnd, counted);
      found !== -1 && found < at;
      found = chunk.indexOf(lineEnd, found + 1)
    )
      line += 1;
    counted = at;
  }
  return {
    enter: (next: Buffer) => {
      chunk = next;
      counted = 0;
    },
    leave: () => moveTo(chunk.length),
    at: (index: number) => {
      moveTo(index);
      return { line, offset };
    },
  };
}

type Place = ReturnType<typeof createPlace>;

/** A value being passed: `store` keeps its bytes, else it is skipped. */
type Open = {
  readonly store: boolean;
  readonly scalar: boolean;
  readonly line: number;
  readonly offset: number;
  readonly parts: Buffer[];
  size: number;
  depth: number;
  inString: boolean;
  escaped: boolean;
};

class Splitter {
  readonly #path: readonly string[] | null;
  readonly #place: Place;
  /** Objects of the path that are open, and whether the list at its end is. */
  #shells = 0;
  #inList = false;
  #seenList = false;
  #key: string | null = null;
  #afterColon = false;
  #skippedFields = 0;
  #open: Open | null = null;

  constructor(path: readonly string[] | null, place: Place) {
    this.#path = path;
    this.#place = place;
  }

  *push(chunk: Buffer): Generator<Element, void, undefined> {
    let at = 0;
    while (at < chunk.length) {
      this.#open ??= this.#startAt(chunk, at);
      if (this.#open === null) {
        at += 1;
        continue;
      }
      const { end, done } = pass(this.#open, chunk, at);
      keep(this.#open, chunk, at, end);
      at = end;
      if (!done) continue;
      const wasKey = this.#isKey(this.#open);
      const element = this.#close(true);
      if (wasKey && element !== null) this.#key = keyOf(element.bytes);
      else if (element !== null) yield element;
    }
  }

  /** @returns what was open when the input ended */
  finish(): Element | null {
    if (this.#open === null || this.#isKey(this.#open)) return null;
    return this.#close(this.#open.scalar);
  }

  end(): { readonly closed: boolean; readonly skippedFields: number } {
    const closed = this.#shells === 0 && !this.#inList && (this.#path === null || this.#seenList);
    return { closed, skippedFields: this.#skippedFields };
  }

  #startAt(chunk: Buffer, at: number): Open | null {
    const byte = chunk[at] ?? 0;
    if (isSpace(byte)) return null;
    if (this.#inList) {
      if (byte === CLOSE_LIST) this.#inList = false;
      return byte === CLOSE_LIST || byte === COMMA ? null : this.#begin(at, byte, true);
    }
    return this.#shells > 0 ? this.#inShell(at, byte) : this.#atTop(at, byte);
  }

  #atTop(at: number, byte: number): Open | null {
    if (this.#path?.length === 0 && byte === OPEN_LIST) return this.#enterList();
    if (this.#path !== null && this.#path.length > 0 && byte === OPEN_OBJECT) {
      this.#shells = 1;
      return null;
    }
    return byte === COMMA ? null : this.#begin(at, byte, true);
  }

  #inShell(at: number, byte: number): Open | null {
    if (byte === CLOSE_OBJECT) this.#shells -= 1;
    else if (byte === COLON) this.#afterColon = true;
    else if (byte === COMMA) this.#key = null;
    else if (this.#afterColon) return this.#shellValue(at, byte);
    else return this.#begin(at, byte, byte === QUOTE);
    return null;
  }

  #shellValue(at: number, byte: number): Open | null {
    this.#afterColon = false;
    const wanted = this.#key === this.#path?.[this.#shells - 1];
    const last = this.#shells === this.#path?.length;
    if (wanted && last && byte === OPEN_LIST) return this.#enterList();
    if (wanted && !last && byte === OPEN_OBJECT) {
      this.#shells += 1;
      return null;
    }
    this.#skippedFields += 1;
    return this.#begin(at, byte, false);
  }

  #enterList(): null {
    this.#inList = true;
    this.#seenList = true;
    return null;
  }

  #begin(at: number, byte: number, store: boolean): Open {
    const scalar = byte !== QUOTE && byte !== OPEN_OBJECT && byte !== OPEN_LIST;
    return { store, scalar, ...this.#place.at(at), parts: [], size: 0, depth: 0, inString: false, escaped: false };
  }

  #close(ended: boolean): Element | null {
    const done = this.#open;
    this.#open = null;
    if (done?.store !== true) return null;
    const { line, offset, parts, size } = done;
    return { bytes: Buffer.concat(parts), line, offset, tooLong: size > LIMITS.recordBytes, ended };
  }

  #isKey(value: Open): boolean {
    return this.#shells > 0 && !this.#inList && value.store;
  }
}

function keyOf(bytes: Buffer): string | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function keep(open: Open, chunk: Buffer, from: number, to: number): void {
  const room = LIMITS.recordBytes - open.size;
  open.size += to - from;
  if (!open.store || room <= 0) return;
  open.parts.push(chunk.subarray(from, Math.min(to, from + room)));
}

/** Goes to the end of the value or of the chunk. `end` is the first byte that is not part of it. */
function pass(open: Open, chunk: Buffer, from: number): { readonly end: number; readonly done: boolean } {
  if (open.scalar) return passScalar(open, chunk, from);
  let { depth, inString, escaped } = open;
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        inString = false;
        if (depth === 0) return { end: at + 1, done: true };
      }
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return { end: at + 1, done: true };
    }
  }
  open.depth = depth;
  open.inString = inString;
  open.escaped = escaped;
  return { end: chunk.length, done: false };
}

function passScalar(open: Open, chunk: Buffer, from: number): { readonly end: number; readonly done: boolean } {
  // The first byte always belongs to the value, so that a stray bracket is passed too.
  for (let at = open.size === 0 ? from + 1 : from; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (
      isSpace(byte) ||
      byte === COMMA ||
      byte === CLOSE_LIST ||
      byte === CLOSE_OBJECT ||
      byte === OPEN_OBJECT ||
      byte === OPEN_LIST
    ) {
      return { end: at, done: true };
    }
  }
  return { end: chunk.length, done: false };
}
