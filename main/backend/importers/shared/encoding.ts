import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import type { Refusal } from './containers.ts';

/** How many bytes a character of the file takes: plain ASCII, other, and beyond the basic plane. */
type Width = { readonly ascii: number; readonly other: number; readonly astral: number };

export type DecodedText = {
  /** The text as UTF-8 bytes without a byte order mark. Bytes that are no UTF-8 in a UTF-8 file are left as they are. */
  readonly bytes: AsyncGenerator<Buffer, void, undefined>;
  /** Name of the encoding; may become more exact while reading, when the start of the file is plain ASCII. */
  readonly name: () => string;
  /** Whether the file begins with a byte order mark. */
  readonly bom: boolean;
  /** Bytes of the mark: where the text begins in the file. */
  readonly start: number;
  /**
   * Bytes the given UTF-8 bytes take in the file. Exact for UTF-8, UTF-16 and one-byte encodings; in other multi-byte
   * encodings rare characters of three or four bytes count as two.
   */
  readonly measure: (utf8: Buffer, from: number, to: number) => number;
};

const MARKS: readonly { readonly mark: readonly number[]; readonly name: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { mark: [0xff, 0xfe, 0x00, 0x00], name: 'utf-32le' },
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
];

/**
 * Turns a file's bytes into UTF-8, streaming. UTF-8 unless a mark, the bytes or the caller say otherwise; the machine's
 * locale never matters. A file that starts in plain ASCII is decided at its first other byte.
 *
 * @param forced name of an encoding, as chosen by a person
 * @returns the text, or why it is none
 */
export function decodeText(
  head: Buffer,
  bytes: AsyncGenerator<Buffer, void, undefined>,
  forced: string | undefined,
): { readonly text: DecodedText; readonly refusal: null } | { readonly text: null; readonly refusal: Refusal } {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => head[at] === byte));
  if (forced !== undefined && !isEncoding(forced)) {
    const message = `The encoding "${forced.slice(0, 40)}" is not known. Choose one from the list.`;
    return { text: null, refusal: { code: 'unknown_encoding', message } };
  }
  const start =
    marked === undefined || (forced !== undefined && normal(forced) !== marked.name) ? 0 : marked.mark.length;
  const state = {
    name: forced === undefined ? (marked?.name ?? guess(head)) : normal(forced),
    sure: forced !== undefined || marked !== undefined,
  };
  if (forced === undefined && state.name === 'binary') {
    return {
      text: null,
      refusal: {
        code: 'binary',
        message: 'This is not a text file: Assay imports JSON, JSON lines, logs and delimited tables.',
      },
    };
  }
  // UTF-16 is ASCII to this test: its other bytes are zeros.
  if (state.name !== 'utf-8' || !isAscii(head)) state.sure = true;
  return {
    text: {
      bytes: transcode(skip(bytes, start), state),
      name: () => state.name,
      bom: start > 0,
      start,
      measure: (utf8, from, to) => measure(utf8, from, to, widthOf(state.name)),
    },
    refusal: null,
  };
}

function isEncoding(name: string): boolean {
  return iconv.encodingExists(name);
}

function normal(name: string): string {
  const lower = name.toLowerCase();
  return lower === 'utf8' ? 'utf-8' : lower;
}

async function* skip(
  bytes: AsyncGenerator<Buffer, void, undefined>,
  count: number,
): AsyncGenerator<Buffer, void, undefined> {
  let left = count;
  for await (const chunk of bytes) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

type State = { name: string; sure: boolean };

// Enough text to tell encodings apart, counted from the first byte that is not ASCII.
const WINDOW = 64 * 1024;

async function* transcode(
  bytes: AsyncGenerator<Buffer, void, undefined>,
  state: State,
): AsyncGenerator<Buffer, void, undefined> {
  let decoder: iconv.DecoderStream | null = null;
  let held: Buffer[] = [];
  let heldSize = 0;
  const flush = function* (): Generator<Buffer, void, undefined> {
    if (held.length === 0) return;
    const chunk = Buffer.concat(held);
    held = [];
    heldSize = 0;
    state.name = guess(chunk.subarray(firstNonAscii(chunk)));
    state.sure = true;
    yield* decode(chunk);
  };
  const decode = function* (chunk: Buffer): Generator<Buffer, void, undefined> {
    if (state.name === 'utf-8') yield chunk;
    else {
      decoder ??= openDecoder(state.name);
      const text = decoder.write(chunk);
      if (text !== '') yield Buffer.from(text, 'utf8');
    }
  };
  for await (const chunk of bytes) {
    if (state.sure) yield* decode(chunk);
    else if (held.length === 0 && isAscii(chunk)) yield chunk;
    else {
      held.push(chunk);
      heldSize += chunk.length;
      if (heldSize >= WINDOW) yield* flush();
    }
  }
  yield* flush();
  // The assignment inside `decode` is not seen by the compiler's flow analysis.
  const open = decoder as iconv.DecoderStream | null;
  const tail = open?.end();
  if (tail !== undefined && tail !== '') yield Buffer.from(tail, 'utf8');
}

function openDecoder(name: string): iconv.DecoderStream {
  // Names come from the guess or were checked before; the fallback only satisfies the compiler.
  return iconv.getDecoder(iconv.encodingExists(name) ? name : 'latin1', { stripBOM: false });
}

function firstNonAscii(chunk: Buffer): number {
  const at = chunk.findIndex((byte) => byte > 0x7f);
  return at === -1 ? 0 : at;
}

/** Guesses an encoding from text without a mark: `utf-8`, an iconv name, or `binary`. */
function guess(sample: Buffer): string {
  const utf16 = guessUtf16(sample);
  if (utf16 !== null) return utf16;
  if (looksBinary(sample)) return 'binary';
  if (isAscii(sample) || isUtf8(sample) || mostlyUtf8(sample)) return 'utf-8';
  const best = analyse(sample.subarray(firstNonAscii(sample) > 4096 ? firstNonAscii(sample) - 4096 : 0)).find(
    ({ name }) => iconv.encodingExists(name),
  );
  // Western text with a few curly quotes is what a low score nearly always is.
  if (best === undefined || best.confidence < 30) return 'windows-1252';
  const name = best.name.toLowerCase();
  // The Windows page is a superset of Latin-1: bytes 0x80-0x9f are quotes and dashes there, never control characters.
  return name === 'iso-8859-1' ? 'windows-1252' : name;
}

/** UTF-16 without a mark shows as zeros at every other byte. */
function guessUtf16(sample: Buffer): string | null {
  const length = Math.min(sample.length, 4096) & ~1;
  if (length < 8) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  const pairs = length / 2;
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be';
  return null;
}

function looksBinary(sample: Buffer): boolean {
  const length = Math.min(sample.length, 4096);
  let control = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = sample[at] ?? 0;
    // Tab, line ends, form feed and escape occur in text.
    if (byte < 0x20 && ![0x09, 0x0a, 0x0d, 0x0c, 0x1b].includes(byte)) control += 1;
  }
  return control > length * 0.1;
}

/** A UTF-8 file with some damaged characters is still UTF-8; text in another encoding has hardly a valid sequence. */
function mostlyUtf8(sample: Buffer): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < sample.length;) {
    const byte = sample[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (at + length > sample.length) break;
    if (byte >= 0xc2 && isUtf8(sample.subarray(at, at + length))) {
      good += 1;
      at += length;
    } else {
      bad += 1;
      at += 1;
    }
  }
  return good > bad * 4 || (good === 0 && bad === 0);
}

function widthOf(name: string): Width | null {
  if (name === 'utf-8') return null;
  if (name.startsWith('utf-16')) return { ascii: 2, other: 2, astral: 4 };
  if (name.startsWith('utf-32')) return { ascii: 4, other: 4, astral: 4 };
  const double = /^(?:gb|big5|shift|sjis|euc|cp9(?:32|36|49|50))/.test(name);
  return double ? { ascii: 1, other: 2, astral: 4 } : { ascii: 1, other: 1, astral: 1 };
}

function measure(utf8: Buffer, from: number, to: number, width: Width | null): number {
  if (width === null) return to - from;
  let size = 0;
  for (let at = from; at < to; at += 1) {
    const byte = utf8[at] ?? 0;
    if (byte < 0x80) size += width.ascii;
    else if (byte >= 0xf0) size += width.astral;
    else if (byte >= 0xc0) size += width.other;
  }
  return size;
}
