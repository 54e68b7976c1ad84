import { z } from 'zod';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** Any JSON value. The wire and the store only carry JSON, so nothing is walked here. */
export const Json = z.custom<JsonValue>((value) => value !== undefined);

/** A JSON object (not an array, not null). */
export const JsonRecord = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** @returns whether the value is a plain JSON object */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
