import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { FileNote, Position, RawRecord, RecordNote } from '../types.ts';
import { parseJsonRecord } from './json-parse.ts';
import type { JsonScan } from './json-scan.ts';
import { LIMITS } from './limits.ts';
import { unwrapRecord } from './unwrap.ts';

/** Where a record starts, before it has a number. */
export type Place = { readonly line: number; readonly offset: number };

/** Numbers the records of a file in the order they are read. */
export function createNumbering(): {
  readonly next: (place: Place) => Position;
  readonly note: (place: Place | null) => Position;
} {
  let index = 0;
  return {
    next: (place) => ({ line: place.line, offset: place.offset, index: index++ }),
    note: (place) => ({ line: place?.line ?? null, offset: place?.offset ?? null, index }),
  };
}

export const DAMAGED_TEXT: RecordNote = {
  code: 'invalid_utf8',
  message: 'Some bytes are not valid in the encoding of the file; they were replaced by U+FFFD.',
  lossy: false,
};

const BAD = {
  not_json: 'The line is not JSON.',
  invalid_json: 'The record is not valid JSON.',
  cut_off: 'The record is cut off: the text ends inside it.',
  record_too_large: `The record is larger than ${LIMITS.recordBytes / 1024 / 1024} MB.`,
  line_break_in_text: 'The record is not valid JSON: a text in it holds a raw line break.',
  ragged_row: 'The row does not have as many cells as the header.',
  quote_not_closed: 'A quoted cell of the row is never closed.',
  unreadable_row: 'The row cannot be split into cells.',
} as const;
export type BadCode = keyof typeof BAD;

const CUT_CELLS: RecordNote = {
  code: 'cells_cut',
  message: 'The dataset viewer cut cells of this row. Get the data set itself to have them whole.',
  lossy: false,
};

/** @returns a record that could not be read, with the reason in words */
export function badRecord(position: Position, code: BadCode, text: string): RawRecord {
  return { kind: 'bad', position, code, message: BAD[code], text };
}

/** @returns a remark on the file, placed where it was found out */
export function fileNote(position: Position, code: string, message: string): FileNote {
  return { kind: 'note', position, code, message };
}

/**
 * Makes a record of a JSON text.
 *
 * @param outer fields that stood around the record, such as the prefix of a log line
 * @param failure what to call it when the text is not JSON
 */
export function jsonRecord(
  position: Position,
  text: string,
  options: {
    readonly damaged?: boolean;
    readonly outer?: JsonObject;
    readonly scan?: JsonScan;
    readonly failure?: BadCode;
  } = {},
): RawRecord {
  const parsed = parseJsonRecord(text, options.scan);
  if (!parsed.ok) {
    if (parsed.code !== 'invalid_json')
      return { kind: 'bad', position, code: parsed.code, message: parsed.message, text };
    return badRecord(position, options.failure ?? 'invalid_json', text);
  }
  const record = plainRecord(position, parsed.value, text, options);
  return parsed.notes.length === 0 ? record : { ...record, notes: [...record.notes, ...parsed.notes] };
}

/** Makes a record of a value whose text held nothing to remark on. */
export function plainRecord(
  position: Position,
  json: JsonValue,
  text: string,
  options: { readonly damaged?: boolean; readonly outer?: JsonObject } = {},
): Extract<RawRecord, { kind: 'json' }> {
  const { value, outer } = unwrapRecord(json);
  const around = options.outer === undefined ? outer : { ...options.outer, ...outer };
  return {
    kind: 'json',
    position,
    value,
    outer: around === null || Object.keys(around).length === 0 ? null : around,
    notes: [...(options.damaged === true ? [DAMAGED_TEXT] : []), ...(isCut(outer) ? [CUT_CELLS] : [])],
    text,
  };
}

/** A dataset viewer shows the start of long cells only, and names them. */
function isCut(outer: JsonObject | null): boolean {
  const cells = outer?.['truncated_cells'];
  return Array.isArray(cells) && cells.length > 0;
}
