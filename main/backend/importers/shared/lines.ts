import { isUtf8 } from 'node:buffer';
import { LIMITS } from './limits.ts';
import type { DecodedText } from './encoding.ts';

export type Line = {
  /** Without its line end. A line over the limit is cut and marked. */
  readonly bytes: Buffer;
  /** 1-based physical line. */
  readonly line: number;
  /** Byte offset of its start in the unpacked file. */
  readonly offset: number;
  /** Bytes it takes there, line end included. */
  readonly size: number;
  readonly tooLong: boolean;
  /** Whether the line end is CRLF. */
  readonly crlf: boolean;
  /** Whether a line end follows; false only on the last line. */
  readonly ended: boolean;
};

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits text into physical lines at LF or CRLF, or at CR in a file that has no LF. Never at U+2028, U+2029 or U+0085,
 * which are legal inside JSON strings. Memory held is one line, at most `LIMITS.recordBytes`, and what
 * came in one piece with its end: lines come in batches, since waiting for each of millions would take longer than they do.
 *
 * @param head start of the text, to tell which line end it uses
 */
export async function* readLines(text: DecodedText, head: Buffer): AsyncGenerator<readonly Line[], void, undefined> {
  const end = head.includes(LF) || !head.includes(CR) ? LF : CR;
  let line = 1;
  let offset = text.start;
  let size = 0;
  let kept = 0;
  let parts: Buffer[] = [];
  const take = (chunk: Buffer, from: number, to: number): void => {
    size += text.measure(chunk, from, to);
    const room = LIMITS.recordBytes - kept;
    if (room <= 0) return;
    const piece = chunk.subarray(from, Math.min(to, from + room));
    kept += piece.length;
    parts.push(piece);
  };
  const close = (ended: boolean, tooLong: boolean): Line => {
    const first = parts[0];
    const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
    const crlf = ended && end === LF && whole.at(-1) === CR;
    const bytes = crlf ? whole.subarray(0, -1) : whole;
    const result = { bytes, line, offset, size, tooLong, crlf, ended };
    line += 1;
    offset += size;
    size = 0;
    kept = 0;
    parts = [];
    return result;
  };
  let length = 0;
  for await (const chunk of text.bytes) {
    let from = 0;
    const lines: Line[] = [];
    for (let at = chunk.indexOf(end); at !== -1; at = chunk.indexOf(end, from)) {
      take(chunk, from, at);
      length += at - from;
      size += text.measure(chunk, at, at + 1);
      lines.push(close(true, length > LIMITS.recordBytes));
      length = 0;
      from = at + 1;
    }
    if (lines.length > 0) yield lines;
    if (from < chunk.length) {
      take(chunk, from, chunk.length);
      length += chunk.length - from;
    }
  }
  if (length > 0) yield [close(false, length > LIMITS.recordBytes)];
}

/**
 * Splits a text in memory into its physical lines, as `readLines` does with a stream.
 *
 * @param ended whether the text is whole; if not, what follows the last line end is left out
 */
export function linesOf(head: Buffer, ended: boolean): readonly Line[] {
  const lines: Line[] = [];
  const end = head.includes(LF) || !head.includes(CR) ? LF : CR;
  let from = 0;
  for (let at = head.indexOf(end); at !== -1; at = head.indexOf(end, from)) {
    lines.push(toLine(head.subarray(from, at), lines.length + 1, from, true));
    from = at + 1;
  }
  if (ended && from < head.length) lines.push(toLine(head.subarray(from), lines.length + 1, from, false));
  return lines;
}

function toLine(bytes: Buffer, line: number, offset: number, ended: boolean): Line {
  const crlf = ended && bytes.at(-1) === CR;
  const body = crlf ? bytes.subarray(0, -1) : bytes;
  return { bytes: body, line, offset, size: bytes.length, tooLong: body.length > LIMITS.recordBytes, crlf, ended };
}

/** @returns the bytes as text, and whether some of them were no UTF-8 (shown as U+FFFD) */
export function toText(bytes: Buffer): { readonly text: string; readonly damaged: boolean } {
  return { text: bytes.toString('utf8'), damaged: !isUtf8(bytes) };
}
