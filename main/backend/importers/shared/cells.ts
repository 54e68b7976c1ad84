import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import { isMessageList } from './exchange.ts';
import { parseJsonText } from './json-parse.ts';
import { parsePythonLiteral } from './python-literal.ts';

/** @returns whether a cell holds nothing: no text, or a missing JSON field */
export function isEmptyCell(cell: JsonValue): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '');
}

/** @returns a cell as text; what is not text as JSON */
export function cellText(cell: JsonValue): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/**
 * @returns the value of a cell that holds a list or an object, as JSON or as Python prints it; any other cell as it is.
 *   Text that looks like a number stays text: `item.label` is compared as it stands.
 */
export function cellValue(cell: JsonValue): JsonValue {
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return cell;
  return parseJsonText(cell) ?? parsePythonLiteral(cell) ?? cell;
}

/** @returns chat messages when the cell holds a list of them or one of them, else null */
export function cellMessages(cell: JsonValue): readonly JsonValue[] | null {
  const value = cellValue(cell);
  if (isMessageList(value) && Array.isArray(value)) return value as readonly JsonValue[]; // isArray widens readonly lists
  if (!isJsonObject(value)) return null;
  const { messages } = value;
  if (isMessageList(messages) && Array.isArray(messages)) return messages as readonly JsonValue[]; // isArray widens readonly lists
  return isMessageList([value]) ? [value] : null;
}

/** @returns the tool definitions of a cell, undefined when it is empty */
export function cellTools(cell: JsonValue): JsonValue | undefined {
  return isEmptyCell(cell) ? undefined : cellValue(cell);
}

const WORDS: Readonly<Record<string, number>> = { true: 1, yes: 1, pass: 1, up: 1, false: 0, no: 0, fail: 0, down: 0 };

/** @returns the number of a cell: digits with a point or a decimal comma, or a word for yes and no; null otherwise */
export function cellNumber(cell: JsonValue): number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell !== 'string') return null;
  const text = cell.trim().toLowerCase();
  if (Object.hasOwn(WORDS, text)) return WORDS[text] ?? null;
  if (/^[+-]?\d+,\d+$/.test(text)) return Number(text.replace(',', '.'));
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/.test(text) ? Number(text) : null;
}

/** @returns the entries of a cell that may hold several: a JSON list, or text with commas or semicolons */
export function cellList(cell: JsonValue): readonly string[] {
  const value = cellValue(cell);
  if (Array.isArray(value)) return value.map((item: JsonValue) => cellText(item)).filter((item) => item.trim() !== '');
  return cellText(value)
    .split(/[,;]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
