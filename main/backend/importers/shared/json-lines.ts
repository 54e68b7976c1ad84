import type { JsonObject } from '../../../../shared/model/json.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ReadItem } from '../types.ts';
import type { DecodedText } from './encoding.ts';
import { createEventGroup } from './event-stream.ts';
import { parsePlainJson } from './json-parse.ts';
import { JsonScanner, scanJson } from './json-scan.ts';
import type { JsonScan } from './json-scan.ts';
import { LIMITS } from './limits.ts';
import { jsonBehindPrefix } from './log-prefix.ts';
import { readLines, toText } from './lines.ts';
import type { Line } from './lines.ts';
import { badRecord, createNumbering, fileNote, jsonRecord, plainRecord } from './record.ts';
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
): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  const parser = new LineParser();
  for await (const lines of readLines(text, head)) {
    // The last line of a partial read may stop anywhere; it is read again with the whole file.
    yield parser.pushAll(partial ? lines.filter(({ ended }) => ended) : lines);
  }
  yield parser.end(partial);
}

/** Reads lines in memory as `readJsonLines` reads a stream. */
export function* parseLines(lines: Iterable<Line>): Generator<ReadItem, void, undefined> {
  const parser = new LineParser();
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

/** Lines of a broken record that goes on: what is indented or closes a bracket still belongs to it. */
type Broken = { readonly code: BadCode; readonly lines: Piece[]; size: number };

type Items = Generator<ReadItem, void, undefined>;

class LineParser {
  readonly #numbering = createNumbering();
  readonly #events = createEventGroup();
  #pending: Pending | null = null;
  #broken: Broken | null = null;
  #blanks = 0;
  #blanksInside = 0;
  #framing = 0;

  *pushAll(lines: readonly Line[]): Items {
    for (const line of lines) yield* this.push(line);
  }

  *push(line: Line): Items {
    const { text, damaged } = toText(line.bytes);
    const piece: Piece = { line: line.line, offset: line.offset, text, damaged };
    if (line.tooLong) {
      yield* this.#giveUp();
      yield badRecord(this.#numbering.next(piece), 'record_too_large', text);
    } else yield* this.#handle(piece);
  }

  *end(partial: boolean): Items {
    if (partial) {
      this.#pending = null;
      this.#broken = null;
    }
    yield* this.#giveUp();
    const place = this.#numbering.note(null);
    if (this.#blanksInside > 0 && this.#framing === 0) {
      yield fileNote(place, 'blank_lines', `Skipped ${count(this.#blanksInside, 'blank line')} between records.`);
    }
    if (this.#framing > 0) {
      yield fileNote(
        place,
        'stream_framing',
        `Skipped ${count(this.#framing, 'line')} that only frame an event stream.`,
      );
    }
  }

  *#handle(piece: Piece): Items {
    if (this.#pending !== null) yield* this.#goOn(this.#pending, piece);
    else if (this.#broken !== null && belongs(piece.text)) this.#addBroken(this.#broken, piece);
    else {
      yield* this.#closeBroken();
      yield* this.#fresh(piece);
    }
  }

  #addBroken(broken: Broken, piece: Piece): void {
    if (broken.size > LIMITS.rawChars) return;
    broken.lines.push(piece);
    broken.size += piece.text.length;
  }

  *#closeBroken(): Items {
    const done = this.#broken;
    this.#broken = null;
    const first = done?.lines[0];
    if (done !== null && first !== undefined)
      yield badRecord(this.#numbering.next(first), done.code, joined(done.lines));
  }

  /** A line that starts a value or stands alone. */
  *#fresh(piece: Piece): Items {
    const text = piece.text.trim();
    if (text === '') {
      this.#blanks += 1;
      return;
    }
    this.#blanksInside += this.#blanks;
    this.#blanks = 0;
    if (isFraming(text)) {
      this.#framing += 1;
      if (text.endsWith('[DONE]')) yield* this.#flushEvents();
    } else if (text.startsWith('data:')) yield* this.#event(piece, text.slice(5).trim());
    else {
      yield* this.#flushEvents();
      yield* this.#values(piece, null);
    }
  }

  *#event(piece: Piece, payload: string): Items {
    const record = jsonRecord(this.#numbering.note(piece), payload, { damaged: piece.damaged });
    if (record.kind !== 'json') {
      yield* this.#flushEvents();
      yield* this.#values({ ...piece, text: payload }, null);
      return;
    }
    const { taken, before } = this.#events.add(piece, record.value, payload);
    if (before !== null) yield jsonRecord(this.#numbering.next(before), before.text);
    if (!taken) yield { ...record, position: this.#numbering.next(piece) };
  }

  *#flushEvents(): Items {
    const group = this.#events.flush();
    if (group !== null) yield jsonRecord(this.#numbering.next(group), group.text);
  }

  /** Reads the values of a text. `outer` holds a prefix that stood before the first. */
  *#values(piece: Piece, outer: JsonObject | null): Items {
    let at: Piece = { ...piece, text: piece.text.trim() };
    const plain = /[}\]]$/.test(at.text) ? parsePlainJson(at.text) : undefined;
    if (plain !== undefined) {
      const options = { damaged: piece.damaged, ...(outer === null ? {} : { outer }) };
      yield plainRecord(this.#numbering.next(at), plain, at.text, options);
      return;
    }
    for (let around = outer; ; around = null) {
      const scanner = new JsonScanner();
      const scan = scanner.feed(at.text);
      const rest = at.text.slice(scan.end).trim();
      const alone = /^[,;]?$/.test(rest);
      const more = /^(?:,\s*)?[[{"]/.test(rest) && /^[[{"]/.test(at.text);
      if (scan.status !== 'complete' || !(alone || more)) {
        if (scan.status === 'incomplete' && /^[[{]/.test(at.text)) {
          scanner.feed('\n');
          this.#pending = { scanner, lines: [at], outer: around, size: at.text.length };
        } else yield* this.#other(at, scan, around);
        return;
      }
      const options = { damaged: piece.damaged, scan, ...(around === null ? {} : { outer: around }) };
      yield jsonRecord(this.#numbering.next(at), at.text.slice(0, scan.end), options);
      if (alone) return;
      const offset = at.offset + Buffer.byteLength(at.text.slice(0, scan.end));
      at = { ...at, text: rest.replace(/^,\s*/, ''), offset };
    }
  }

  /** A line that does not start with a sound JSON value. */
  *#other(piece: Piece, scan: JsonScan, outer: JsonObject | null): Items {
    const { text } = piece;
    const around = outer === null ? {} : { outer };
    const whole = jsonRecord(this.#numbering.note(piece), text, { damaged: piece.damaged, ...around });
    if (whole.kind === 'json' || (whole.kind === 'bad' && whole.code !== 'invalid_json')) {
      yield { ...whole, position: this.#numbering.next(piece) };
      return;
    }
    const prefixed = outer === null ? jsonBehindPrefix(text) : null;
    if (prefixed !== null) {
      yield* this.#values({ ...piece, text: prefixed.rest }, { prefix: prefixed.prefix });
      return;
    }
    const isJson = /^[[{"]/.test(text);
    if (isJson && scan.status !== 'in_string')
      this.#broken = { code: 'invalid_json', lines: [piece], size: text.length };
    else yield badRecord(this.#numbering.next(piece), isJson ? 'cut_off' : 'not_json', text);
  }

  /** One more line of an open value. */
  *#goOn(open: Pending, piece: Piece): Items {
    const scan = open.scanner.feed(`${piece.text}\n`);
    open.size += piece.text.length + 1;
    if (scan.status !== 'complete' && scan.status !== 'incomplete') {
      yield* this.#abandon(open, piece);
      return;
    }
    open.lines.push(piece);
    if (scan.status === 'incomplete') {
      if (open.size <= LIMITS.recordBytes) return;
      this.#pending = null;
      this.#broken = { code: 'record_too_large', lines: open.lines.slice(0, 1000), size: LIMITS.rawChars + 1 };
      return;
    }
    this.#pending = null;
    yield* this.#finish(open, piece);
  }

  *#finish(open: Pending, last: Piece): Items {
    const first = open.lines[0] ?? last;
    const text = joined(open.lines).trimStart();
    const { end } = scanJson(text);
    const rest = text.slice(end).trim().replace(/^[,;]/, '').trim();
    const damaged = open.lines.some((line) => line.damaged);
    const around = open.outer === null ? {} : { outer: open.outer };
    yield jsonRecord(this.#numbering.next(first), text.slice(0, end), { damaged, ...around });
    if (rest !== '') yield* this.#handle({ ...last, text: rest });
  }

  /** The open value broke at this line. Reading goes on at the first of its lines that is a whole record of its own. */
  *#abandon(open: Pending, piece: Piece): Items {
    this.#pending = null;
    const lines = [...open.lines, piece];
    const at = lines.findIndex((line, index) => index > 0 && isWholeRecord(line.text));
    if (at === -1) {
      const own = belongs(piece.text);
      this.#broken = { code: 'invalid_json', lines: own ? lines : open.lines, size: open.size };
      if (!own) yield* this.#handle(piece);
      return;
    }
    this.#broken = { code: 'cut_off', lines: lines.slice(0, at), size: open.size };
    yield* this.#closeBroken();
    for (const line of lines.slice(at)) yield* this.#handle(line);
  }

  /** The text ends, or goes on with something that cannot be read: what is open is lost. */
  *#giveUp(): Items {
    const open = this.#pending;
    this.#pending = null;
    const first = open?.lines[0];
    if (open !== null && first !== undefined)
      yield badRecord(this.#numbering.next(first), 'cut_off', joined(open.lines));
    yield* this.#closeBroken();
    yield* this.#flushEvents();
  }
}

function joined(lines: readonly Piece[]): string {
  return lines.map((line) => line.text).join('\n');
}

/** Whether a line can go on a broken record of several lines: indented, or a bracket or a key at the margin. */
function belongs(text: string): boolean {
  return /^[\s\]}"]/.test(text);
}

function isWholeRecord(text: string): boolean {
  if (!/^\{\s*"/.test(text)) return false;
  const scan = scanJson(text);
  return scan.status === 'complete' && scan.pairs > 0 && /^,?$/.test(text.slice(scan.end).trim());
}

/** Lines of an event stream that carry no data. */
function isFraming(text: string): boolean {
  return /^(?:(?:event|id|retry):[^{]*|:.*|data:(?:\s*\[DONE\])?)$/.test(text);
}
