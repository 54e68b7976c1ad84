import { guessMapping } from './columns.ts';
import type { Line } from './lines.ts';
import { createRowSplitter, splitCells } from './table-rows.ts';
import type { Dialect, RowText } from './table-rows.ts';

export type TableSniff = {
  readonly dialect: Dialect;
  /** `sep=;` on the first line: a hint of Excel, not a header. */
  readonly hasHint: boolean;
  readonly hasHeader: boolean;
  /** Unique column names. */
  readonly columns: readonly string[];
  /** The header's cells as they stand, to know it again; null without a header. */
  readonly header: readonly string[] | null;
  /** Share of the rows looked at that have as many cells as the header. */
  readonly consistency: number;
  readonly rows: number;
};

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SAMPLE_ROWS = 20;

export const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};

/**
 * Finds how a delimited text is written, from its first 20 rows (quoted cells may hold line ends).
 *
 * @param forced the delimiter a person chose
 * @returns null when the text does not look like a table
 */
export function sniffTable(lines: readonly Line[], forced: string | undefined): TableSniff | null {
  const hint = /^sep=(.)\s*$/i.exec(lines[0]?.bytes.toString('utf8') ?? '')?.[1];
  const body = hint === undefined ? lines : lines.slice(1);
  const given = forced === undefined || forced === '' ? hint : unescapeTab(forced);
  const escapes: readonly Dialect['escape'][] = body.some((line) => line.bytes.includes('\\"')) ? ['"', '\\'] : ['"'];
  const candidates = (given === undefined ? possible(body) : [given]).flatMap((delimiter) =>
    escapes.map((escape) => tryDialect(body, { delimiter, escape }, hint !== undefined)),
  );
  const best = candidates.reduce((one, other) => (score(other) > score(one) ? other : one));
  if (given !== undefined) return best;
  // Names we know make it a table whatever its rows are like; else the rows must agree with the header.
  if (isKnownName(best)) return best;
  return best.columns.length > 1 && best.rows > 1 && best.consistency >= 0.7 ? best : null;
}

/** A delimiter that is not in the first line parts no header, unless quotes hide where that line ends. */
function possible(body: readonly Line[]): readonly string[] {
  const first = body.find(({ bytes }) => bytes.length > 0)?.bytes ?? Buffer.alloc(0);
  const found = DELIMITERS.filter((delimiter) => first.includes(delimiter) || first.includes('"'));
  return found.length > 0 ? found : [','];
}

function unescapeTab(delimiter: string): string {
  return delimiter === '\\t' || delimiter === 'tab' ? '\t' : delimiter;
}

/** More than one column first; then rows that agree with the header; then more columns. */
function score(sniff: TableSniff): number {
  const several = sniff.columns.length > 1 ? 1 : 0;
  return several * (sniff.consistency * 1000 + Math.min(sniff.columns.length, 100));
}

function isKnownName(sniff: TableSniff): boolean {
  return sniff.hasHeader && Object.hasOwn(guessMapping(sniff.columns), 'prompt');
}

function tryDialect(lines: readonly Line[], dialect: Dialect, hasHint: boolean): TableSniff {
  const splitter = createRowSplitter(dialect);
  const rows: RowText[] = [];
  for (const line of lines) {
    const row = splitter.push(line);
    if (row !== null && row.bytes.length > 0) rows.push(row);
    if (rows.length >= SAMPLE_ROWS) break;
  }
  const cells = splitCells(rows, dialect).map((row) => row ?? []);
  const first = cells[0] ?? [''];
  const hasHeader = isHeader(first);
  const equal = cells.filter((row) => row.length === first.length).length;
  return {
    dialect,
    hasHint,
    hasHeader,
    columns: hasHeader ? uniqueNames(first) : first.map((_, at) => `column ${at + 1}`),
    header: hasHeader ? first : null,
    consistency: cells.length === 0 ? 0 : equal / cells.length,
    rows: cells.length,
  };
}

/** A first row is data only when it cannot be names: a cell longer than any name, or nothing but numbers. */
function isHeader(cells: readonly string[]): boolean {
  if (cells.some((cell) => cell.length > 200 || /[\r\n]/.test(cell))) return false;
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length === 0 || !filled.every((cell) => /^-?\d+(?:[.,]\d+)?$/.test(cell.trim()));
}

/** @returns names for columns: trimmed, an empty one by its place, a doubled one with a number after it */
export function uniqueNames(cells: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return cells.map((cell, at) => {
    const base = cell.trim() === '' ? `column ${at + 1}` : cell.trim();
    let name = base;
    for (let count = 2; used.has(name); count += 1) name = `${base} (${count})`;
    used.add(name);
    return name;
  });
}
