import type { Position, RawRecord } from '../types.ts';
import { LIMITS } from './limits.ts';
import { decodeResourceSpans } from './otlp-protobuf.ts';
import { badRecord, createNumbering, plainRecord } from './record.ts';

type Field = { readonly number: number; readonly wire: number; readonly from: number; readonly to: number };

/** How messages stand in a file: one after the other, or each behind its length in four bytes, as the collector writes. */
type Framing = 'bare' | 'lengths';

/**
 * Tells OTLP traces in protobuf by their bytes: nested messages that lead to a span with a trace id of 16 and a span id of
 * 8 bytes, as text or another form hardly has. The start of a file is enough.
 *
 * @returns how the messages are framed, null when the bytes are no such file
 */
export function otlpFraming(head: Buffer): Framing | null {
  if (holdsSpan(head, 0, [1, 2, 2])) return 'bare';
  return head.length > 4 && head[0] === 0 && holdsSpan(head, 4, [1, 2, 2]) ? 'lengths' : null;
}

function holdsSpan(bytes: Buffer, from: number, path: readonly number[], end = bytes.length): boolean {
  const [next, ...rest] = path;
  for (let at = from; at < end;) {
    const field = readField(bytes, at);
    if (field === null || field.number === 0) return false;
    const to = Math.min(field.to, end);
    if (next === undefined) return isSpan(bytes, field, end);
    if (field.number === next && field.wire === 2 && holdsSpan(bytes, field.from, rest, to)) return true;
    // The first branch decides; only what may stand before it is stepped over.
    if (field.number >= next || field.wire !== 2) return false;
    at = field.to;
  }
  return false;
}

function isSpan(bytes: Buffer, first: Field, end: number): boolean {
  if (first.number !== 1 || first.wire !== 2 || first.to - first.from !== 16 || first.to >= end) return false;
  const second = readField(bytes, first.to);
  return second !== null && second.number === 2 && second.wire === 2 && second.to - second.from === 8;
}

/** @returns the field that starts at `at`; its end may lie beyond the bytes at hand. Null when none can be read there. */
function readField(bytes: Buffer, at: number): Field | null {
  const tag = readVarint(bytes, at);
  if (tag === null) return null;
  const number = Math.floor(tag.value / 8);
  const wire = tag.value % 8;
  if (wire === 0) {
    const value = readVarint(bytes, tag.next);
    return value === null ? null : { number, wire, from: tag.next, to: value.next };
  }
  if (wire === 1 || wire === 5) return { number, wire, from: tag.next, to: tag.next + (wire === 1 ? 8 : 4) };
  const length = wire === 2 ? readVarint(bytes, tag.next) : null;
  return length === null ? null : { number, wire, from: length.next, to: length.next + length.value };
}

function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let index = 0; index < 7; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  return null;
}

export const OTLP_LABEL = 'OTLP protobuf';

/**
 * Reads each ResourceSpans of a file as a record in the form of OTLP/JSON. Memory is bounded by the largest of them.
 *
 * @param isPartial the input is only the start of the file: what its end cuts off is left out
 */
export async function* readOtlpFile(
  input: AsyncIterable<Buffer>,
  framing: Framing,
  isPartial: boolean,
): AsyncGenerator<Iterable<RawRecord>, void, undefined> {
  const numbering = createNumbering();
  const next = (): Position => ({ ...numbering.next({ line: 1, offset }), line: null });
  let held: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of input) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const step = nextStep(held, framing);
      if (step === 'too_large') {
        yield [badRecord(next(), 'record_too_large', '')];
        return;
      }
      if (step === null) break;
      if (step.resource !== null) yield [resourceRecord(next(), step.resource)];
      held = held.subarray(step.bytes);
      offset += step.bytes;
    }
  }
  if (held.length > 0 && !isPartial) yield [badRecord(next(), 'cut_off', '')];
}

/** @returns how far to go and the ResourceSpans on the way; null when more bytes are needed */
function nextStep(
  held: Buffer,
  framing: Framing,
): { readonly bytes: number; readonly resource: Buffer | null } | 'too_large' | null {
  // A length is no field of its own: what it announces follows and is read field by field.
  if (framing === 'lengths' && held[0] === 0) return held.length > 4 ? { bytes: 4, resource: null } : null;
  const field = readField(held, 0);
  if (field === null) return null;
  if (field.to - field.from > LIMITS.recordBytes) return 'too_large';
  if (field.to > held.length) return null;
  const isResource = field.number === 1 && field.wire === 2;
  return { bytes: field.to, resource: isResource ? held.subarray(field.from, field.to) : null };
}

function resourceRecord(position: Position, bytes: Buffer): RawRecord {
  try {
    const value = { resourceSpans: [decodeResourceSpans(bytes)] };
    return plainRecord(position, value, JSON.stringify(value));
  } catch {
    return {
      kind: 'bad',
      position,
      code: 'invalid_protobuf',
      message: 'A part of the file is no valid OTLP message.',
      text: '',
    };
  }
}
