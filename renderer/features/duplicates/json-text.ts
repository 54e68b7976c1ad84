import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/model/json.ts';

const LINE_WIDTH = 56;

/** @returns an object as JSON to read: a field a line, and what fits in a line stays in a line */
export function objectText(value: JsonObject): string {
  return severalLines(value, '');
}

function severalLines(value: JsonObject | readonly JsonValue[], indent: string): string {
  const inner = `${indent}  `;
  const isObject = isJsonObject(value);
  const items = Object.entries(value).map(([key, item]: [string, JsonValue]) => {
    const lead = inner + (isObject ? `${JSON.stringify(key)}: ` : '');
    const line = inLine(item);
    if (lead.length + line.length <= LINE_WIDTH || typeof item !== 'object' || item === null) return lead + line;
    return lead + (isPlain(item) ? filled(item, lead.length, inner) : severalLines(item, inner));
  });
  const [open, close] = isObject ? ['{', '}'] : ['[', ']'];
  return items.length === 0 ? open + close : `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

function isPlain(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return !isJsonObject(value) && value.every((item: JsonValue) => typeof item !== 'object' || item === null);
}

/** A list of plain values, as many in a line as fit. */
function filled(values: readonly JsonValue[], start: number, indent: string): string {
  let text = '[';
  let length = start + 1;
  for (const [at, value] of values.entries()) {
    const item = JSON.stringify(value) + (at === values.length - 1 ? ']' : ',');
    const fits = at === 0 || length + item.length < LINE_WIDTH;
    const gap = at === 0 ? '' : fits ? ' ' : `\n${indent}  `;
    length = fits ? length + gap.length + item.length : indent.length + 2 + item.length;
    text += gap + item;
  }
  return text;
}

function inLine(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!isJsonObject(value)) return `[${value.map((item: JsonValue) => inLine(item)).join(', ')}]`;
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

export type JsonTone = 'key' | 'text' | 'number' | null;
export type JsonPart = { readonly text: string; readonly tone: JsonTone };

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;

/** @returns where keys, texts and numbers of a JSON text stand: starts of stretches, each up to the next */
export function jsonTones(text: string): readonly { readonly at: number; readonly tone: JsonTone }[] {
  const tones: { at: number; tone: JsonTone }[] = [{ at: 0, tone: null }];
  for (const match of text.matchAll(TOKEN)) {
    const quoted = match[1];
    const end = match.index + (quoted ?? match[0]).length;
    const tone = quoted === undefined ? 'number' : match[2] === undefined ? 'text' : 'key';
    tones.push({ at: match.index, tone }, { at: end, tone: null });
  }
  return tones;
}

/** @returns a stretch of a JSON text in parts of one tone each */
export function tonedParts(tones: ReturnType<typeof jsonTones>, from: number, text: string): readonly JsonPart[] {
  const to = from + text.length;
  return tones.flatMap(({ at, tone }, index): readonly JsonPart[] => {
    const start = Math.max(at, from);
    const end = Math.min(tones[index + 1]?.at ?? Infinity, to);
    return start < end ? [{ text: text.slice(start - from, end - from), tone }] : [];
  });
}
