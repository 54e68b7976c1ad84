import type { Refusal } from './containers.ts';
import { scanJson } from './json-scan.ts';
import { linesOf } from './lines.ts';
import type { Line } from './lines.ts';
import { jsonBehindPrefix } from './log-prefix.ts';
import { DELIMITER_NAMES, sniffTable } from './table-sniff.ts';
import type { TableSniff } from './table-sniff.ts';
import { findWrapper } from './wrappers.ts';

/** How the records of a text are laid out, with the words for it. */
export type Layout =
  | { readonly kind: 'lines'; readonly label: string }
  /** Elements of a list (`path` leads to it, null: values one after the other). */
  | { readonly kind: 'values'; readonly label: string; readonly path: readonly string[] | null }
  | { readonly kind: 'table'; readonly label: string; readonly table: TableSniff }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const JSON_LINES: Layout = { kind: 'lines', label: 'JSON lines' };
const JSON_LIST: Layout = { kind: 'values', label: 'JSON list', path: [] };

/**
 * Decides how a text is laid out from its start.
 *
 * @param head UTF-8, possibly cut anywhere
 * @param ended whether `head` is the whole text
 * @param delimiter of a table, when a person chose one
 */
export function sniffLayout(head: Buffer, ended: boolean, delimiter: string | undefined): Layout {
  const text = head.toString('utf8').trimStart();
  if (text === '') return refused('empty_file', 'The file holds nothing but blank lines.');
  const lines = linesOf(head, ended);
  if (delimiter !== undefined && delimiter !== '') {
    const table = sniffTable(lines, delimiter);
    if (table !== null) return tableLayout(table);
  }
  if (text.startsWith('{')) return sniffObject(text, ended);
  if (text.startsWith('[')) {
    const layout = sniffList(text);
    if (layout !== null) return layout;
  }
  if (/^(?:data|event|id|retry):/.test(text)) return { kind: 'lines', label: 'event stream' };
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  if (isJson(firstLine) && !(text.startsWith('"') && isTableHeader(lines))) return JSON_LINES;
  return sniffText(lines);
}

function refused(code: string, message: string): Layout {
  return { kind: 'refused', refusal: { code, message } };
}

function tableLayout(table: TableSniff): Layout {
  const name = DELIMITER_NAMES[table.dialect.delimiter] ?? `"${table.dialect.delimiter}"`;
  return { kind: 'table', label: `table, ${name}`, table };
}

function isJson(text: string): boolean {
  const scan = scanJson(text);
  return scan.status === 'complete' && /^[,;]?$/.test(text.slice(scan.end).trim());
}

/** A line `"Question";"Answer"` is not JSON, but `"Question"` alone may be the header of a table with one column. */
function isTableHeader(lines: readonly Line[]): boolean {
  return sniffTable(lines, undefined) !== null;
}

function sniffObject(text: string, ended: boolean): Layout {
  const scan = scanJson(text);
  if (scan.status !== 'complete') {
    const path = scan.status === 'invalid' ? null : findWrapper(text);
    if (path !== null) return wrapperLayout(path);
    return scan.status === 'incomplete' && /^\{\s*\n/.test(text) ? { kind: 'lines', label: 'JSON' } : JSON_LINES;
  }
  const rest = text.slice(scan.end);
  const value = text.slice(0, scan.end);
  if (rest.trim() === '') {
    const path = findWrapper(value);
    if (path !== null) return wrapperLayout(path);
    if (ended) return { kind: 'lines', label: 'one JSON record' };
    return JSON_LINES;
  }
  // Values on one endless line must not wait for its end.
  if (!text.includes('\n') && !ended && /^(?:,\s*)?\{/.test(rest.trimStart()))
    return { kind: 'values', label: 'concatenated JSON', path: null };
  return value.includes('\n') ? { kind: 'lines', label: 'concatenated JSON' } : JSON_LINES;
}

function wrapperLayout(path: readonly string[]): Layout {
  return { kind: 'values', label: `JSON list under "${path.join('.')}"`, path };
}

function sniffList(text: string): Layout | null {
  const scan = scanJson(text);
  if (scan.status === 'complete') {
    const rest = text.slice(scan.end).trim();
    return rest === '' || text.slice(0, scan.end).includes('\n') ? JSON_LIST : JSON_LINES;
  }
  if (scan.status !== 'invalid') return JSON_LIST;
  // `[2026-05-01 ...] INFO` is a log; a list with a mistake in it is still a list.
  return /^\[\s*[[{"]/.test(text) ? JSON_LIST : null;
}

function sniffText(lines: readonly Line[]): Layout {
  const texts = lines.map((line) => line.bytes.toString('utf8').trim()).filter((line) => line !== '');
  const looked = texts.slice(0, 50);
  const withJson = looked.filter((line) => isJsonObject(line) || jsonBehindPrefix(line) !== null);
  const first = looked[0] ?? '';
  const isLog = withJson.length > 0 && (jsonBehindPrefix(first) !== null || withJson.length * 3 >= looked.length);
  const table = isLog && jsonBehindPrefix(first) !== null ? null : sniffTable(lines, undefined);
  if (table !== null) return tableLayout(table);
  if (withJson.length > 0) return { kind: 'lines', label: 'log lines with JSON' };
  return refused(
    'unknown_text',
    'This is neither JSON nor a table: no line holds JSON, and no comma, semicolon, tab or pipe parts the lines evenly. Choose the delimiter if it is a table.',
  );
}

function isJsonObject(line: string): boolean {
  return line.startsWith('{') && isJson(line);
}
