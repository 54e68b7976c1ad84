import { createHash } from 'node:crypto';

/** @returns the sha256 of a text's UTF-8 bytes as 64 hex digits; lone surrogates hash as U+FFFD */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** @returns a 32-digit name made of the parts; parts may hold anything, their borders count */
export function contentUid(...parts: readonly (string | number)[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 32);
}
