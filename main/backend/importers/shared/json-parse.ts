import type { JsonValue } from '../../../../shared/model/json.ts';
import type { RecordNote } from '../types.ts';
import { parseEscapedKeys, scanKeys } from './json-keys.ts';
import { scanJson } from './json-scan.ts';
import type { JsonScan, Replacement } from './json-scan.ts';
import { LIMITS } from './limits.ts';
import { parsePythonLiteral } from './python-literal.ts';

export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue; readonly notes: readonly RecordNote[] }
  | { readonly ok: false; readonly code: string; readonly message: string };

const NOTES = {
  not_a_number: 'NaN or Infinity stands where JSON has no number for it; it was read as null.',
  big_integer: 'A whole number is too large to be exact as a number; it was kept as text.',
  duplicate_key: 'A key stands twice in one object; the last value was kept.',
  proto_key: 'A key named __proto__ was left out.',
  lone_surrogate: 'A character is cut in half; it was replaced by U+FFFD.',
  double_encoded: 'The record is JSON inside a JSON string; it was unpacked.',
  python_literal: 'The record is written as Python, not as JSON; it was read as data.',
} as const;
type NoteCode = keyof typeof NOTES;

/** Notes on records of which a part is nowhere but in their text. */
const LOSSY: ReadonlySet<NoteCode> = new Set(['duplicate_key', 'proto_key']);

const PROBLEMS = {
  invalid_json: 'The line is not valid JSON.',
  too_deep: `The record is nested more than ${LIMITS.depth} levels deep.`,
  too_many_keys: `An object of the record has more than ${LIMITS.keys.toLocaleString('en')} keys.`,
} as const;

/**
 * Parses a text that is plain JSON, as nearly every record is: nothing in it that `parseJsonRecord` would mend or remark
 * on. Spares the closer look at each character.
 *
 * @returns undefined when the text is not plain, which says nothing yet about whether it can be read
 */
export function parsePlainJson(text: string): JsonValue | undefined {
  const keys = scanKeys(text);
  if (keys.escaped || text.includes('\\ud') || text.includes('\\uD')) return undefined;
  const value = tryNative(text);
  const shape = { pairs: 0, odd: false };
  if (value === undefined || !walk(value, shape, LIMITS.depth) || shape.odd) return undefined;
  return shape.pairs === keys.count ? value : undefined;
}

/**
 * Parses one record's text. Beyond `JSON.parse`: NaN and Infinity become null, whole numbers beyond 2^53 stay as text,
 * a doubled key and a `__proto__` key are noted, Python literals are read, and a value that is a JSON text itself is
 * parsed again, at most three times. Nothing of the content is repeated in a message.
 *
 * @param scan the scan of the same text, when it was made before
 */
export function parseJsonRecord(text: string, scan?: JsonScan): ParsedJson {
  const plain = scan === undefined ? parsePlainJson(text) : undefined;
  if (plain !== undefined && typeof plain !== 'string') return { ok: true, value: plain, notes: [] };
  const notes = new Set<NoteCode>();
  const first = parseOnce(text, scan ?? scanJson(text), notes);
  if (!first.ok) return first;
  let value = first.value;
  for (let round = 0; round < 3 && typeof value === 'string' && /^\s*[[{"]/.test(value); round += 1) {
    const inner = parseOnce(value, scanJson(value), notes);
    if (!inner.ok) break;
    notes.add('double_encoded');
    value = inner.value;
  }
  return { ok: true, value, notes: [...notes].map((code) => ({ code, message: NOTES[code], lossy: LOSSY.has(code) })) };
}

/**
 * Parses a JSON text as it is, with whole numbers beyond 2^53 kept as text and `__proto__` keys left out.
 *
 * @returns undefined when the text is not JSON or nested too deep
 */
export function parseJsonText(text: string): JsonValue | undefined {
  const plain = parsePlainJson(text);
  if (plain !== undefined) return plain;
  const scan = scanJson(text);
  if (scan.status !== 'complete' || scan.hasNaN || text.slice(scan.end).trim() !== '') return undefined;
  const value = tryParse(patch(text, scan.replacements));
  if (value === undefined) return undefined;
  const shape = { pairs: 0, odd: false };
  if (!walk(value, shape, LIMITS.depth)) return undefined;
  return shape.odd || HALF.test(text) ? clean(value, new Set()) : value;
}

function parseOnce(text: string, scan: JsonScan, notes: Set<NoteCode>): ParsedJson {
  if (scan.status === 'too_deep') return problem('too_deep');
  const value = tryParse(patch(text, scan.replacements));
  if (value === undefined) {
    const literal = /^\s*[[{(]/.test(text) ? parsePythonLiteral(text) : undefined;
    if (literal === undefined) return problem('invalid_json');
    notes.add('python_literal');
    return finish(literal, notes);
  }
  noteScan(scan, notes);
  const shape = { pairs: 0, odd: false };
  if (!walk(value, shape, LIMITS.depth)) return problem('too_many_keys');
  if (shape.pairs < scan.pairs) notes.add('duplicate_key');
  if (shape.odd || HALF.test(text)) return finish(value, notes);
  return { ok: true, value, notes: [] };
}

// An escape that may be half of a character. Whether it is one is decided on the parsed strings.
const HALF = /\\u[dD][89a-fA-F]/;

function noteScan(scan: JsonScan, notes: Set<NoteCode>): void {
  if (scan.hasNaN) notes.add('not_a_number');
  if (scan.hasBigInteger) notes.add('big_integer');
}

function finish(value: JsonValue, notes: Set<NoteCode>): ParsedJson {
  return { ok: true, value: clean(value, notes), notes: [] };
}

function problem(code: keyof typeof PROBLEMS): ParsedJson {
  return { ok: false, code, message: PROBLEMS[code] };
}

function tryParse(text: string): JsonValue | undefined {
  return scanKeys(text).escaped ? parseEscapedKeys(text) : tryNative(text);
}

function tryNative(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
    return value;
  } catch {
    return undefined;
  }
}

function patch(text: string, replacements: readonly Replacement[]): string {
  if (replacements.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const replacement of replacements) {
    pieces.push(text.slice(from, replacement.from), replacement.text);
    from = replacement.to;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/**
 * Counts keys and looks for what is not plain: a `__proto__` key, a whole number beyond 2^53.
 *
 * @returns false when an object has too many keys or the value is nested deeper than `depth`
 */
function walk(value: JsonValue, shape: { pairs: number; odd: boolean }, depth: number): boolean {
  if (typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) shape.odd = true;
    return true;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) if (!walk(item, shape, depth - 1)) return false; // isArray widens readonly lists
    return true;
  }
  const keys = Object.keys(value);
  if (keys.length > LIMITS.keys) return false;
  shape.pairs += keys.length;
  const record = value as { readonly [key: string]: JsonValue }; // arrays were handled above
  for (const key of keys) {
    if (key === '__proto__') shape.odd = true;
    if (!walk(record[key] ?? null, shape, depth - 1)) return false;
  }
  return true;
}

/** Copies a value without `__proto__` keys and with whole characters only. */
function clean(value: JsonValue, notes: Set<NoteCode>): JsonValue {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value;
    notes.add('lone_surrogate');
    return value.toWellFormed();
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => clean(item, notes));
  const entries: [string, JsonValue][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') notes.add('proto_key');
    else entries.push([key.toWellFormed(), clean(item, notes)]);
  }
  // fromEntries defines properties; it never assigns through a setter.
  return Object.fromEntries(entries);
}
