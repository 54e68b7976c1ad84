import { isJsonObject, type JsonValue } from '../../shared/model/json.ts';
import { messageText, type Message, type ToolCall } from '../../shared/model/message.ts';
import { parseContainer } from './json-lines.ts';

/** Long values are cut here before they reach the page; the layout cuts them again to the width there is. */
const MAX_VALUE = 160;
/** Fields looked at for the one line of a failed call. */
const ERROR_FIELDS = ['error', 'message', 'detail', 'reason'] as const;

export type ArgEntry = { readonly name: string; readonly value: string };
/** The one line under a call: a text, or how many entries a list has. */
export type ResultSummary =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'items'; readonly count: number }
  | { readonly kind: 'empty' };

/** @returns the arguments of a call as names with compact values; null when they are no object (or not JSON) */
export function argEntries(call: ToolCall): readonly ArgEntry[] | null {
  if (call.args === undefined || !isJsonObject(call.args)) return null;
  return Object.entries(call.args).map(([name, value]) => ({ name, value: compact(value) }));
}

/** @returns one line that says what a result holds: fields and values of an object, the number of entries of a list */
export function summarizeResult(result: Message): ResultSummary {
  const text = messageText(result).trim();
  if (text === '') return { kind: 'empty' };
  const value = parseContainer(text);
  if (value === null) return { kind: 'text', text: firstLine(text) };
  if (Array.isArray(value)) return { kind: 'items', count: value.length };
  if (!isJsonObject(value)) return { kind: 'text', text: firstLine(text) };
  if (result.isError !== undefined && result.isError !== false) {
    for (const field of ERROR_FIELDS) {
      const said = value[field];
      if (typeof said === 'string' && said !== '') return { kind: 'text', text: firstLine(said) };
    }
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return { kind: 'empty' };
  return {
    kind: 'text',
    text: cut(
      entries
        .slice(0, 8)
        .map(([name, item]) => `${name} ${brief(item)}`)
        .join(', '),
    ),
  };
}

/** @returns a value as one line of JSON, cut where it is too long to be read in one line */
export function compact(value: JsonValue): string {
  return cut(JSON.stringify(value));
}

function brief(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isJsonObject(value)) return '{…}';
  return typeof value === 'string' ? firstLine(value) : JSON.stringify(value);
}

function firstLine(text: string): string {
  const end = text.search(/[\r\n]/u);
  return cut(end === -1 ? text : text.slice(0, end));
}

function cut(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
