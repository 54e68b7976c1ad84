import { hash } from 'node:crypto';

/** @returns the sha256 of a text's UTF-8 bytes as 64 hex digits; lone surrogates hash as U+FFFD */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** @returns a 32-digit name made of the parts; parts may hold anything, their borders count */
export function contentUid(...parts: readonly (string | number)[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 32);
}

/**
 * Names the `sub`-th part of a source's record, and of that its `attempt`-th. Names of one source follow each other as its
 * records do, so that an index of them grows at its end.
 *
 * @returns 32 hex digits: half of the source's own name, then the numbers
 */
export function recordUid(sourceUid: string, record: number, sub: number, attempt = 0): string {
  if (record > 0xff_ff_ff_ff || sub > 0xff_ff || attempt > 0xff_ff) return contentUid(sourceUid, record, sub, attempt);
  const place = `${hex(record, 8)}${hex(sub, 4)}${hex(attempt, 4)}`;
  return `${sourceUid.slice(0, 16).padStart(16, '0')}${place}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/**
 * The hash by which equal contents are found: the first 128 bits of the sha256, since it stands in several indexes of
 * every row. Two different contents of a project share one by chance once in 10^27 projects of 100,000 samples.
 */
export function contentHash(text: string): string {
  return sha256(text).slice(0, 32);
}
