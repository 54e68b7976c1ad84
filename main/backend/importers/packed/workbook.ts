import readWorkbook from 'read-excel-file/node';
import { statSync } from 'node:fs';
import { count } from '../../../../shared/text/plural.ts';
import type { Refusal } from '../shared/containers.ts';
import { createNumbering, fileNote } from '../shared/record.ts';
import type { ReadItem } from '../types.ts';

/** A workbook is held as a whole; what is larger than this is no sheet that a person made. */
const MOST_BYTES = 128 * 1024 * 1024;

type Cell = string | number | boolean | Date | null;
type Sheet = { readonly name: string; readonly columns: readonly string[]; readonly rows: readonly Row[] };
type Row = { readonly line: number; readonly cells: readonly Cell[] };

export type Workbook = {
  readonly refusal: Refusal | null;
  /** Of the first sheet that holds rows. */
  readonly columns: readonly string[];
  readonly items: Iterable<ReadItem>;
};

/**
 * Reads the sheets of an Excel workbook, one after the other: the first filled row of each names its columns. Sheets
 * without rows below it (notes, covers) are passed over and named.
 */
export async function openWorkbook(path: string): Promise<Workbook> {
  if (statSync(path).size > MOST_BYTES) return refuse(TOO_LARGE);
  let sheets: readonly Sheet[];
  try {
    sheets = (await readWorkbook(path)).map(({ sheet, data }) => toSheet(sheet, data as readonly (readonly Cell[])[])); // typed by the library as if dates were their class
  } catch {
    return refuse(DAMAGED);
  }
  const first = sheets.find(({ rows }) => rows.length > 0);
  if (first === undefined) return refuse(EMPTY);
  return { refusal: null, columns: first.columns, items: readSheets(sheets) };
}

const TOO_LARGE: Refusal = {
  code: 'workbook_too_large',
  message: 'This Excel workbook is larger than 128 MB. Save the sheet as CSV first.',
};
const DAMAGED: Refusal = {
  code: 'workbook_damaged',
  message: 'This is an Excel workbook that cannot be read. Open it, save the sheet as CSV, and import that.',
};
const EMPTY: Refusal = {
  code: 'workbook_empty',
  message: 'No sheet of this Excel workbook holds a row below its header.',
};

function refuse(refusal: Refusal): Workbook {
  return { refusal, columns: [], items: [] };
}

function toSheet(name: string, data: readonly (readonly Cell[])[]): Sheet {
  const filled = data.map((cells, at): Row => ({ line: at + 1, cells })).filter(({ cells }) => cells.some(isFilled));
  const [header, ...rows] = filled;
  if (header === undefined) return { name, columns: [], rows: [] };
  const width = header.cells.findLastIndex(isFilled) + 1;
  const columns = unique(header.cells.slice(0, width).map((cell) => textOf(cell).trim()));
  // A table has at least two columns named; one text above others is a note.
  return header.cells.filter(isFilled).length < 2 && rows.every(({ cells }) => cells.filter(isFilled).length < 2)
    ? { name, columns, rows: [] }
    : { name, columns, rows };
}

function isFilled(cell: Cell): boolean {
  return cell !== null && textOf(cell).trim() !== '';
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

function unique(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name, at) => {
    const base = name === '' ? `column ${at + 1}` : name;
    const times = (seen.get(base) ?? 0) + 1;
    seen.set(base, times);
    return times === 1 ? base : `${base} (${times})`;
  });
}

function* readSheets(sheets: readonly Sheet[]): Generator<ReadItem, void, undefined> {
  const numbering = createNumbering();
  for (const { name, columns, rows } of sheets) {
    for (const { line, cells } of rows) {
      const row = Object.fromEntries(columns.map((column, at) => [column, textOf(cells[at] ?? null)]));
      const extra = cells.slice(columns.length).filter(isFilled);
      const notes =
        extra.length === 0
          ? []
          : [{ code: 'cells_without_header', message: 'Cells beyond the header were left out.', lossy: true }];
      const text = JSON.stringify({ sheet: name, ...row, ...(extra.length === 0 ? {} : { extra: extra.map(textOf) }) });
      yield { kind: 'row', position: numbering.next({ line, offset: 0 }), row, notes, text };
    }
  }
  const empty = sheets.filter(({ rows }) => rows.length === 0);
  if (empty.length === 0) return;
  const names = empty.map(({ name }) => `"${name}"`).join(', ');
  const message = `Passed over ${count(empty.length, 'sheet')} without a table: ${names}.`;
  yield fileNote(numbering.note(null), 'sheets_passed_over', message);
}
