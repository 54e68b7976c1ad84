import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';

/**
 * Splits one row of a delimited text into its cells: quoted cells may hold delimiters, line ends and doubled quotes.
 * The importer has read the file already; this only shows its first rows.
 */
export function splitRow(text: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const cell = text.charAt(at) === '"' ? readQuoted(text, at) : readPlain(text, at, delimiter);
    cells.push(cell.text);
    if (text.slice(cell.end, cell.end + delimiter.length) !== delimiter) return cells;
    at = cell.end + delimiter.length;
  }
}

type Cell = { readonly text: string; readonly end: number };

function readPlain(text: string, from: number, delimiter: string): Cell {
  const next = text.indexOf(delimiter, from);
  const end = next === -1 ? text.length : next;
  return { text: text.slice(from, end).replace(/[\r\n]+$/u, ''), end };
}

function readQuoted(text: string, from: number): Cell {
  let value = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char !== '"') value += char;
    else if (text.charAt(at + 1) === '"') {
      value += char;
      at += 1;
    } else return { text: value, end: at + 1 };
  }
  return { text: value, end: text.length };
}

/**
 * A record as fields by column.
 *
 * @param delimiter of a delimited file, else null
 * @param columns in the order of the file
 * @returns null when the text does not fit: it was cut off, or its cells and the columns do not agree
 */
export function recordFields(text: string, delimiter: string | null, columns: readonly string[]): JsonObject | null {
  if (delimiter === null) return parseObject(text);
  const cells = splitRow(text, delimiter);
  if (cells.length !== columns.length) return null;
  return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
