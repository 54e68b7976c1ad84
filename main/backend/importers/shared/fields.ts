import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { RawRecord } from '../types.ts';

/** @returns the value when it is an object, else an empty one */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

/** @returns the value when it is a list, else an empty one */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : []; // isArray widens readonly lists
}

/** @returns the objects of a list, in order; empty when it is no list */
export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).filter(isJsonObject);
}

/** @returns the value when it is a text, else null */
export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** @returns the value when it is a number, else null */
export function numberOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** @returns a text or a number as text, else null: ids are written both ways */
export function idOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

export type JsonRaw = Extract<RawRecord, { kind: 'json' }>;

/** @returns the object a record holds, null when it is a row or no object */
export function valueOf(record: RawRecord): JsonObject | null {
  return record.kind === 'json' && isJsonObject(record.value) ? record.value : null;
}
