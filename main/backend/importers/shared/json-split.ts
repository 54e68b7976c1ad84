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
  const machine = createMachine(path, place);
  async function* elements(): AsyncGenerator<Element, void, undefined> {
    for await (const chunk of text.bytes) {
      place.enter(chunk);
      yield* machine.push(chunk);
      place.leave();
    }
    const last = machine.finish();
    if (last !== null) yield last;
  }
  return { elements: elements(), end: machine.end };
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

function createMachine(path: readonly string[] | null, place: Place) {
  // Objects of the path that are open, and whether the list at its end is.
  let shells = 0;
  let inList = false;
  let seenList = false;
  let key: string | null = null;
  let afterColon = false;
  let skippedFields = 0;
  let open: Open | null = null;

  function start(index: number, byte: number, store: boolean): Open {
    const scalar = byte !== QUOTE && byte !== OPEN_OBJECT && byte !== OPEN_LIST;
    return { store, scalar, ...place.at(index), parts: [], size: 0, depth: 0, inString: false, escaped: false };
  }

  function close(ended: boolean): Element | null {
    const done = open;
    open = null;
    if (done?.store !== true) return null;
    const { line, offset, parts, size } = done;
    return { bytes: Buffer.concat(parts), line, offset, tooLong: size > LIMITS.recordBytes, ended };
  }

  /** What a byte between values means. Returns a value that starts here. */
  function between(chunk: Buffer, index: number, byte: number): Open | null {
    if (inList) {
      if (byte === CLOSE_LIST) inList = false;
      else if (byte !== COMMA) return start(index, byte, true);
      return null;
    }
    if (shells > 0) return inShell(index, byte);
    if (path?.length === 0 && byte === OPEN_LIST) {
      inList = true;
      seenList = true;
    } else if (path !== null && path.length > 0 && byte === OPEN_OBJECT) shells = 1;
    else if (byte !== COMMA) return start(index, byte, true);
    return null;
  }

  function inShell(index: number, byte: number): Open | null {
    if (byte === CLOSE_OBJECT) shells -= 1;
    else if (byte === COLON) afterColon = true;
    else if (byte === COMMA) key = null;
    else if (!afterColon) return { ...start(index, byte, false), store: byte === QUOTE };
    else {
      afterColon = false;
      const wanted = key === path?.[shells - 1];
      const last = shells === path?.length;
      if (wanted && last && byte === OPEN_LIST) {
        inList = true;
        seenList = true;
      } else if (wanted && !last && byte === OPEN_OBJECT) shells += 1;
      else {
        skippedFields += 1;
        return start(index, byte, false);
      }
    }
    return null;
  }

  function isKey(value: Open): boolean {
    return shells > 0 && !inList && value.store;
  }

  function* push(chunk: Buffer): Generator<Element, void, undefined> {
    let at = 0;
    while (at < chunk.length) {
      if (open === null) {
        const byte = chunk[at] ?? 0;
        if (!isSpace(byte)) open = between(chunk, at, byte);
        if (open === null) {
          at += 1;
          continue;
        }
      }
      const { end, done } = pass(open, chunk, at);
      keep(open, chunk, at, end);
      at = end;
      if (!done) continue;
      const wasKey = isKey(open);
      const element = close(true);
      if (wasKey && element !== null) key = keyOf(element.bytes);
      else if (element !== null) yield element;
    }
  }

  return {
    push,
    finish: () => (open !== null && isKey(open) ? null : close(open?.scalar === true)),
    end: () => ({ closed: shells === 0 && !inList && (path === null || seenList), skippedFields }),
  };
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
