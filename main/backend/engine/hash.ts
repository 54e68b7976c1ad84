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
 * The hash by which equal contents are found: the first 128 bits of the sha256, since it stands in several indexes of
 * every row. Two different contents of a project share one by chance once in 10^27 projects of 100,000 samples.
 */
export function contentHash(text: string): string {
  return sha256(text).slice(0, 32);
}
