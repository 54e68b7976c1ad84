import { count } from '../../../../shared/text/plural.ts';
import type { ReadItem } from '../types.ts';
import type { DecodedText } from './encoding.ts';
import { readLines, toText } from './lines.ts';
import type { Line } from './lines.ts';
import { badRecord, createNumbering, DAMAGED_TEXT, fileNote } from './record.ts';
import { createRowSplitter, splitCells } from './table-rows.ts';
import type { RowText } from './table-rows.ts';
import type { TableSniff } from './table-sniff.ts';

// Rows are split in batches: one parser run a row would cost more than the row.
const BATCH_ROWS = 500;
const BATCH_BYTES = 4 * 1024 * 1024;
/** How often a quote that is never closed may send the reader back, since each time reads the same lines again. */
const MAX_RESTARTS = 20;

/**
 * Reads a delimited text row by row. Rows that do not fit the header are bad records; blank rows and repeated headers
 * are passed over and counted in a note.
 *
 * @param partial the input is only the start of the file, so that a row cut off by its end is left out
 */
export async function* readTable(
  text: DecodedText,
  head: Buffer,
  table: TableSniff,
  partial: boolean,
): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  const rows = createRowReader(table);
  let splitter = createRowSplitter(table.dialect);
  let batch: RowText[] = [];
  let bytes = 0;
  for await (const lines of readLines(text, head)) {
    const wanted = lines.filter(({ line, ended }) => !(table.hasHint && line === 1) && (ended || !partial));
    for (const line of wanted) {
      const row = splitter.push(line);
      if (row === null) continue;
      batch.push(row);
      bytes += row.bytes.length;
      if (batch.length < BATCH_ROWS && bytes < BATCH_BYTES) continue;
      yield rows.read(batch);
      batch = [];
      bytes = 0;
    }
  }
  yield rows.read(batch);
  // A quote that is never closed has swallowed the rest: give up its first line and read the others again.
  let open: readonly Line[] = partial ? [] : splitter.rest();
  for (let restarts = 0; open.length > 0; restarts += 1) {
    const again = restarts < MAX_RESTARTS ? open.slice(1) : [];
    yield [rows.unclosed(again.length > 0 ? open.slice(0, 1) : open)];
    splitter = createRowSplitter(table.dialect);
    for (const line of again) {
      const row = splitter.push(line);
      if (row !== null) yield rows.read([row]);
    }
    open = again.length > 0 ? splitter.rest() : [];
  }
  yield rows.notes();
}

function createRowReader(table: TableSniff) {
  const numbering = createNumbering();
  const width = table.columns.length;
  let headerSeen = !table.hasHeader;
  let blanks = 0;
  let headers = 0;

  function* read(batch: readonly RowText[]): Generator<ReadItem, void, undefined> {
    const cells = splitCells(batch, table.dialect);
    for (const [at, row] of batch.entries()) {
      const item = one(row, cells[at] ?? null);
      if (item !== null) yield item;
    }
  }

  function one(row: RowText, cells: readonly string[] | null): ReadItem | null {
    const { text, damaged } = toText(row.bytes);
    if (row.tooLong) return badRecord(numbering.next(row), 'record_too_large', text);
    if (!row.closed) return badRecord(numbering.next(row), 'quote_not_closed', text);
    if (cells === null) return badRecord(numbering.next(row), 'unreadable_row', text);
    if (cells.every((cell) => cell.trim() === '')) {
      blanks += 1;
      return null;
    }
    if (table.header?.every((name, index) => cells[index] === name) === true && cells.length === width) {
      headers += headerSeen ? 1 : 0;
      headerSeen = true;
      return null;
    }
    const extra = cells.slice(width);
    if (cells.length < width || extra.some((cell) => cell.trim() !== ''))
      return badRecord(numbering.next(row), 'ragged_row', text);
    return {
      kind: 'row',
      position: numbering.next(row),
      // fromEntries defines properties, so that a column called __proto__ is only a column.
      row: Object.fromEntries(table.columns.map((name, index) => [name, cells[index] ?? ''])),
      notes: damaged ? [DAMAGED_TEXT] : [],
      text,
    };
  }

  return {
    read,
    unclosed: (lines: readonly Line[]): ReadItem => {
      const first = lines[0];
      const text = lines.map((line) => line.bytes.toString('utf8')).join('\n');
      return badRecord(numbering.next(first ?? { line: 1, offset: 0 }), 'quote_not_closed', text);
    },
    notes: function* (): Generator<ReadItem, void, undefined> {
      const place = numbering.note(null);
      if (blanks > 0) yield fileNote(place, 'blank_lines', `Skipped ${count(blanks, 'blank row')}.`);
      if (headers > 0)
        yield fileNote(place, 'repeated_header', `Skipped ${count(headers, 'repeated header')} between the rows.`);
    },
  };
}
