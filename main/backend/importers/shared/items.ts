import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { ParsedIssue, RawRecord } from '../types.ts';
import { keptRaw } from './limits.ts';

/** @returns the record as refused, with its text kept for repair. `message` must not repeat its content. */
export function refuse(record: RawRecord, code: string, message: string): ParsedIssue {
  return { kind: 'issue', position: record.position, code, ...keptRaw(record.text, message), rejected: true };
}

/**
 * @param lossy a part of the record is nowhere but in its text, which is therefore kept with the remark
 * @returns a remark on a record that is kept
 */
export function note(record: RawRecord, code: string, message: string, lossy = false): ParsedIssue {
  const said = lossy ? keptRaw(record.text, message) : { raw: null, message };
  return { kind: 'issue', position: record.position, code, ...said, rejected: false };
}

/** @returns the fields that hold something; null when none does */
export function compact(fields: { readonly [key: string]: JsonValue | undefined }): JsonObject | null {
  const entries: [string, JsonValue][] = [];
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value === undefined || value === null || (isJsonObject(value) && Object.keys(value).length === 0)) continue;
    entries.push([key, value]);
  }
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
