import type { JsonValue } from '../../../../shared/model/json.ts';

/**
 * Turns values of a binary form into JSON: whole numbers beyond 2^53 become their digits, times ISO texts, bytes base64,
 * NaN and what is absent null. Recursion is safe: the schema of a file bounds its depth.
 */
export function toPlainJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'boolean') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, toPlainJson); // a typed array
  if (typeof value !== 'object') return null;
  // fromEntries defines properties, so that a column called __proto__ is only a column.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlainJson(member)]));
}
