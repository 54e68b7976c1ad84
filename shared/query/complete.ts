import type { Field } from './field-types.ts';
import { FIELDS, findField, type FieldName } from './fields.ts';
import { readQuoted, readWord, skipBlanks, type Cursor } from './lex.ts';

export type Completion = { readonly text: string; readonly label: string; readonly detail: string };

/** What stands at an offset of a filter and could be completed. `[from, to)` is what a completion replaces. */
export type CompletionPoint =
  | { readonly kind: 'field'; readonly from: number; readonly to: number; readonly prefix: string }
  | {
      readonly kind: 'value';
      readonly field: Field & { readonly name: FieldName };
      readonly from: number;
      readonly to: number;
      /** What of the value is written before the offset, quotes left out. */
      readonly prefix: string;
    };

/** @returns what is being written at the offset: the name of a field (or a word), or a value; null inside a phrase */
export function completionPoint(text: string, caret: number): CompletionPoint | null {
  const offset = Math.min(caret, text.length);
  const cursor: Cursor = { text, at: 0 };
  while (cursor.at < offset) {
    skipBlanks(cursor);
    while (/[()-]/u.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
    const from = cursor.at;
    if (from >= offset) break;
    if (text.charAt(from) === '"') {
      readQuoted(cursor);
      if (cursor.at >= offset) return null;
      continue;
    }
    const to = wordEnd(cursor);
    if (to >= offset) return pointIn(text, { from, to, offset });
  }
  return { kind: 'field', from: offset, to: offset, prefix: '' };
}

/** The end of a term, quoted values included. */
function wordEnd(cursor: Cursor): number {
  for (;;) {
    const at = cursor.at;
    readWord(cursor);
    if (cursor.text.charAt(cursor.at) === '"' && /[:,=<>@.]$/u.test(cursor.text.slice(0, cursor.at)))
      readQuoted(cursor);
    if (cursor.at === at) {
      // A character that begins nothing: go on behind it.
      if (cursor.text.charAt(at) === '"') cursor.at += 1;
      return cursor.at;
    }
    if (/[\s()]|^$/u.test(cursor.text.charAt(cursor.at))) return cursor.at;
  }
}

function pointIn(text: string, word: { from: number; to: number; offset: number }): CompletionPoint {
  const written = text.slice(word.from, word.offset);
  const head = /^([\p{L}_][\p{L}\p{N}_]*)(?:[@.][^:<>=]*)?(?::|[<>]=?|=)/u.exec(written);
  const field = head?.[1] === undefined ? undefined : findField(head[1]);
  if (head === null || field === undefined) return { kind: 'field', from: word.from, to: word.to, prefix: written };
  const from = word.from + lastValueStart(written, head[0].length);
  const rest = text.slice(word.offset, word.to).search(/,/u);
  const to = rest < 0 ? word.to : word.offset + rest;
  return { kind: 'value', field, from, to, prefix: text.slice(from, word.offset).replaceAll('"', '') };
}

/** Where the last value of a list begins: behind the last comma that is not in quotes. */
function lastValueStart(written: string, from: number): number {
  let start = from;
  let inQuotes = false;
  for (let at = from; at < written.length; at += 1) {
    if (written.charAt(at) === '"') inQuotes = !inQuotes;
    else if (written.charAt(at) === ',' && !inQuotes) start = at + 1;
  }
  return start;
}

/** @returns fields whose name or alias begins with the prefix, then those that have it inside; each with its colon */
export function fieldCompletions(prefix: string): Completion[] {
  const wanted = prefix.toLowerCase();
  const fields: readonly Field[] = FIELDS;
  const begins = fields.filter((field) => [field.name, ...field.aliases].some((name) => name.startsWith(wanted)));
  const holds = fields.filter((field) => !begins.includes(field) && wanted !== '' && field.name.includes(wanted));
  return [...begins, ...holds].map((field) => ({
    text: field.kind === 'json' ? field.name : `${field.name}:`,
    label: field.name,
    detail: field.description,
  }));
}

/** @returns the values a field takes whatever the project holds: its closed set, `any` and `none` */
export function fixedValues(field: Field, prefix: string): Completion[] {
  const wanted = prefix.toLowerCase();
  const choices = (field.choices ?? []).map((choice) => ({
    text: choice.value,
    label: choice.value,
    detail: choice.title,
  }));
  const presence = field.presence
    ? [
        { text: 'any', label: 'any', detail: 'Has a value' },
        { text: 'none', label: 'none', detail: 'Has no value' },
      ]
    : [];
  return [...choices, ...presence].filter((item) => item.text.startsWith(wanted));
}
