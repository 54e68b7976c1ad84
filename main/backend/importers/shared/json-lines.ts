import type { JsonObject } from '../../../../shared/model/json.ts';
import type { ReadItem } from '../types.ts';
import type { DecodedText } from './encoding.ts';
import { createEventGroup } from './event-stream.ts';
import { createJsonScanner, scanJson } from './json-scan.ts';
import type { JsonScan, JsonScanner } from './json-scan.ts';
import { LIMITS } from './limits.ts';
import { jsonBehindPrefix } from './log-prefix.ts';
import { readLines, toText } from './lines.ts';
import type { Line } from './lines.ts';
import { badRecord, createNumbering, fileNote, jsonRecord } from './record.ts';
import type { BadCode, Place } from './record.ts';

/**
 * Reads JSON line by line and forgives what real logs do: values over several lines (`jq .` output), several values on
 * one line, a trailing comma, a log prefix before the JSON, records inside JSON strings, Python literals, event streams,
 * and lines that are no record at all, which come back as bad records of their own. A broken record never swallows the
 * good one after it.
 *
 * @param partial the input is only the start of the file, so that a record cut off by its end is left out
 */
export async function* readJsonLines(
  text: DecodedText,
  head: Buffer,
  partial: boolean,
): AsyncGenerator<ReadItem, void, undefined> {
  const parser = createLineParser();
  for await (const line of readLines(text, head)) {
    // The last line of a partial read may stop anywhere; it is read again with the whole file.
    if (!(partial && !line.ended)) yield* parser.push(line);
  }
  yield* parser.end(partial);
}

/** Reads lines in memory as `readJsonLines` reads a stream. */
export function* parseLines(lines: Iterable<Line>): Generator<ReadItem, void, undefined> {
  const parser = createLineParser();
  for (const line of lines) yield* parser.push(line);
  yield* parser.end(false);
}

/** A value that goes on over the next lines. */
type Pending = {
  readonly scanner: JsonScanner;
  readonly lines: Piece[];
  readonly outer: JsonObject | null;
  size: number;
};

/** A line's text, or what is left of it after a value that ended on it. */
type Piece = Place & { readonly text: string; readonly damaged: boolean };

function createLineParser() {
  const numbering = createNumbering();
  const events = createEventGroup();
  let pending: Pending | null = null;
  /** Lines of a broken record that goes on: what is indented or closes a bracket still belongs to it. */
  let broken: { readonly code: BadCode; readonly lines: Piece[]; size: number } | null = null;
  let blanks = 0;
  let blanksInside = 0;
  let framing = 0;

  function* push(line: Line): Generator<ReadItem, void, undefined> {
    const { text, damaged } = toText(line.bytes);
    const piece: Piece = { line: line.line, offset: line.offset, text, damaged };
    if (line.tooLong) {
      yield* giveUp();
      yield badRecord(numbering.next(piece), 'record_too_large', text);
    } else yield* handle(piece);
  }

  function* handle(piece: Piece): Generator<ReadItem, void, undefined> {
    if (pending !== null) yield* goOn(pending, piece);
    else if (broken !== null && belongs(piece.text)) addBroken(piece);
    else {
      yield* closeBroken();
      yield* fresh(piece);
    }
  }

  function addBroken(piece: Piece): void {
    if (broken === null || broken.size > LIMITS.rawChars) return;
    broken.lines.push(piece);
    broken.size += piece.text.length;
  }

  function* closeBroken(): Generator<ReadItem, void, undefined> {
    const done = broken;
    broken = null;
    const first = done?.lines[0];
    if (done !== null && first !== undefined) yield badRecord(numbering.next(first), done.code, joined(done.lines));
  }

  /** A line that starts a value or stands alone. */
  function* fresh(piece: Piece): Generator<ReadItem, void, undefined> {
    const text = piece.text.trim();
    if (text === '') {
      blanks += 1;
      return;
    }
    blanksInside += blanks;
    blanks = 0;
    if (isFraming(text)) {
      framing += 1;
      if (text.endsWith('[DONE]')) yield* flushEvents();
    } else if (/^data:/.test(text)) yield* event(piece, text.slice(5).trim());
    else {
      yield* flushEvents();
      yield* value(piece, piece.text, null);
    }
  }

  function* event(piece: Piece, payload: string): Generator<ReadItem, void, undefined> {
    const record = jsonRecord(numbering.note(piece), payload, { damaged: piece.damaged });
    if (record.kind !== 'json') {
      yield* flushEvents();
      yield* value(piece, payload, null);
      return;
    }
    const flushed = events.add(piece, record.value, payload);
    if (flushed.before !== null) yield jsonRecord(numbering.next(flushed.before), flushed.before.text);
    if (!flushed.taken) yield { ...record, position: numbering.next(piece) };
  }

  function* flushEvents(): Generator<ReadItem, void, undefined> {
    const group = events.flush();
    if (group !== null) yield jsonRecord(numbering.next(group), group.text);
  }

  /** Reads the values of a text. `outer` holds a prefix that stood before the first. */
  function* value(piece: Piece, text: string, outer: JsonObject | null): Generator<ReadItem, void, undefined> {
    let at: Piece = { ...piece, text: text.trim() };
    for (let around = outer; ; around = null) {
      const scanner = createJsonScanner();
      const scan = scanner.feed(at.text);
      const rest = at.text.slice(scan.end).trim();
      const alone = /^[,;]?$/.test(rest);
      const more = /^,?\s*[[{"]/.test(rest) && /^[[{"]/.test(at.text);
      if (scan.status !== 'complete' || !(alone || more)) {
        if (scan.status === 'incomplete' && /^[[{]/.test(at.text)) {
          scanner.feed('\n');
          pending = { scanner, lines: [at], outer: around, size: at.text.length };
        } else yield* other(at, scan, around);
        return;
      }
      const options = { damaged: piece.damaged, scan, ...(around === null ? {} : { outer: around }) };
      yield jsonRecord(numbering.next(at), at.text.slice(0, scan.end), options);
      if (alone) return;
      at = {
        ...at,
        text: rest.replace(/^,\s*/, ''),
        offset: at.offset + Buffer.byteLength(at.text.slice(0, scan.end)),
      };
    }
  }

  /** A line that does not start with a sound JSON value. */
  function* other(piece: Piece, scan: JsonScan, outer: JsonObject | null): Generator<ReadItem, void, undefined> {
    const { text } = piece;
    const around = outer === null ? {} : { outer };
    const whole = jsonRecord(numbering.note(piece), text, { damaged: piece.damaged, ...around });
    const position = (): ReadItem['position'] => numbering.next(piece);
    if (whole.kind === 'json' || (whole.kind === 'bad' && whole.code !== 'invalid_json')) {
      yield { ...whole, position: position() };
      return;
    }
    const prefixed = outer === null ? jsonBehindPrefix(text) : null;
    if (prefixed !== null) {
      yield* value(piece, prefixed.rest, { prefix: prefixed.prefix });
      return;
    }
    const json = /^[[{"]/.test(text);
    const code: BadCode = scan.status === 'in_string' && json ? 'cut_off' : json ? 'invalid_json' : 'not_json';
    if (code === 'invalid_json') broken = { code, lines: [piece], size: text.length };
    else yield badRecord(position(), code, text);
  }

  /** One more line of an open value. */
  function* goOn(open: Pending, piece: Piece): Generator<ReadItem, void, undefined> {
    const scan = open.scanner.feed(`${piece.text}\n`);
    const ends = scan.status === 'complete' || scan.status === 'incomplete';
    open.size += piece.text.length + 1;
    if (!ends) {
      yield* abandon(open, piece);
      return;
    }
    open.lines.push(piece);
    if (scan.status === 'incomplete') {
      if (open.size <= LIMITS.recordBytes) return;
      pending = null;
      broken = { code: 'record_too_large', lines: open.lines.slice(0, 1000), size: LIMITS.rawChars + 1 };
      return;
    }
    pending = null;
    yield* finish(open, piece);
  }

  function* finish(open: Pending, last: Piece): Generator<ReadItem, void, undefined> {
    const first = open.lines[0] ?? last;
    const text = joined(open.lines).trimStart();
    const { end } = scanJson(text);
    const rest = text.slice(end).trim().replace(/^[,;]/, '').trim();
    const damaged = open.lines.some((line) => line.damaged);
    yield jsonRecord(numbering.next(first), text.slice(0, end), {
      damaged,
      ...(open.outer === null ? {} : { outer: open.outer }),
    });
    if (rest !== '') yield* handle({ ...last, text: rest });
  }

  /** The open value broke at this line. Reading goes on at the first of its lines that is a whole record of its own. */
  function* abandon(open: Pending, piece: Piece): Generator<ReadItem, void, undefined> {
    pending = null;
    const lines = [...open.lines, piece];
    const at = lines.findIndex((line, index) => index > 0 && isWholeRecord(line.text));
    if (at === -1) {
      const own = belongs(piece.text);
      broken = { code: 'invalid_json', lines: own ? lines : open.lines, size: open.size };
      if (!own) yield* handle(piece);
      return;
    }
    broken = { code: 'cut_off', lines: lines.slice(0, at), size: open.size };
    yield* closeBroken();
    for (const line of lines.slice(at)) yield* handle(line);
  }

  function* giveUp(): Generator<ReadItem, void, undefined> {
    const open = pending;
    pending = null;
    const first = open?.lines[0];
    if (open !== null && first !== undefined) yield badRecord(numbering.next(first), 'cut_off', joined(open.lines));
    yield* closeBroken();
    yield* flushEvents();
  }

  function* end(partial: boolean): Generator<ReadItem, void, undefined> {
    if (partial) {
      pending = null;
      broken = null;
    }
    yield* giveUp();
    const place = numbering.note(null);
    if (blanksInside > 0 && framing === 0)
      yield fileNote(place, 'blank_lines', `${blanksInside} blank lines between records were skipped.`);
    if (framing > 0)
      yield fileNote(place, 'stream_framing', `${framing} lines that only frame an event stream were skipped.`);
  }

  return { push, end };
}

function joined(lines: readonly Piece[]): string {
  return lines.map((line) => line.text).join('\n');
}

/** Whether a line can go on a broken record of several lines: indented, or a bracket or a key at the margin. */
function belongs(text: string): boolean {
  return /^(?:\s|[\]}"])/.test(text);
}

function isWholeRecord(text: string): boolean {
  if (!/^\{\s*"/.test(text)) return false;
  const scan = scanJson(text);
  return scan.status === 'complete' && scan.pairs > 0 && /^\s*,?\s*$/.test(text.slice(scan.end));
}

/** Lines of an event stream that carry no data. */
function isFraming(text: string): boolean {
  return /^(?:(?:event|id|retry):[^{]*|:.*|data:\s*\[DONE\]|data:)$/.test(text);
}
