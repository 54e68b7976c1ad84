import { parse } from 'csv-parse/sync';
import { LIMITS } from './limits.ts';
import type { Line } from './lines.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = Buffer.from('\n');
const CRLF = Buffer.from('\r\n');

export type Dialect = { readonly delimiter: string; readonly escape: '"' | '\\' };

/** One table row as text, whatever lines it spans. */
export type RowText = {
  readonly bytes: Buffer;
  readonly line: number;
  readonly offset: number;
  readonly tooLong: boolean;
  readonly closed: boolean;
};

export type RowSplitter = {
  /** @returns the row the line completes, or null while a quoted cell is open */
  readonly push: (line: Line) => RowText | null;
  /** @returns the lines of a row whose quote was never closed */
  readonly rest: () => readonly Line[];
};

/** Joins physical lines to rows: a line end inside a quoted cell belongs to the cell. */
export function createRowSplitter(dialect: Dialect): RowSplitter {
  const delimiter = Buffer.from(dialect.delimiter, 'utf8');
  const lastByte = delimiter.at(-1);
  const backslash = dialect.escape === '\\';
  let lines: Line[] = [];
  let size = 0;
  let quoted = false;

  function follow(bytes: Buffer): void {
    if (!quoted && !bytes.includes(QUOTE)) return;
    let start = !quoted;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (!quoted) {
        if (byte === QUOTE && start) quoted = true;
        start = byte === lastByte && (delimiter.length === 1 || endsWith(bytes, at, delimiter));
      } else if (backslash && byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        if (bytes[at + 1] === QUOTE) at += 1;
        else quoted = false;
      }
    }
  }

  return {
    push: (line) => {
      lines.push(line);
      size += line.bytes.length;
      follow(line.bytes);
      if (quoted && size <= LIMITS.recordBytes) return null;
      const closed = !quoted;
      const row = toRow(lines, closed);
      lines = [];
      size = 0;
      quoted = false;
      return row;
    },
    rest: () => lines,
  };
}

/** Whether the bytes up to and with `at` end with the delimiter; only for delimiters of several bytes. */
function endsWith(bytes: Buffer, at: number, delimiter: Buffer): boolean {
  return bytes.subarray(Math.max(0, at + 1 - delimiter.length), at + 1).equals(delimiter);
}

function toRow(lines: readonly Line[], closed: boolean): RowText | null {
  const first = lines[0];
  if (first === undefined) return null;
  const bytes =
    lines.length === 1
      ? first.bytes
      : Buffer.concat(
          lines.flatMap((line, at) => (at === lines.length - 1 ? [line.bytes] : [line.bytes, line.crlf ? CRLF : LF])),
        );
  const tooLong = lines.some((line) => line.tooLong) || bytes.length > LIMITS.recordBytes;
  return { bytes, line: first.line, offset: first.offset, tooLong, closed };
}

/**
 * Splits rows into cells. Rows with quotes go to csv-parse in one pass; when that does not give one record a row, each
 * row by itself, so that a bad row costs only itself. A row without a quote needs no parser.
 *
 * @returns cells by row, null for a row that cannot be split
 */
export function splitCells(rows: readonly RowText[], dialect: Dialect): readonly (readonly string[] | null)[] {
  const quoted = rows.filter((row) => row.bytes.includes(QUOTE));
  const parsed = splitQuoted(quoted, dialect)[Symbol.iterator]();
  return rows.map((row) => {
    if (!row.bytes.includes(QUOTE)) return row.bytes.toString('utf8').split(dialect.delimiter);
    return parsed.next().value ?? null;
  });
}

function splitQuoted(rows: readonly RowText[], dialect: Dialect): readonly (readonly string[] | null)[] {
  if (rows.length === 0) return [];
  const all = parseCells(Buffer.concat(rows.flatMap((row) => [row.bytes, LF])), dialect);
  if (all?.length === rows.length) return all;
  return rows.map((row) => {
    const one = parseCells(row.bytes, dialect);
    return one?.length === 1 ? (one[0] ?? null) : null;
  });
}

function parseCells(bytes: Buffer, dialect: Dialect): readonly (readonly string[])[] | null {
  try {
    return parse(bytes, {
      delimiter: dialect.delimiter,
      escape: dialect.escape,
      quote: '"',
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LIMITS.recordBytes + 1024,
    });
  } catch {
    return null;
  }
}
