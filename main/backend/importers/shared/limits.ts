/**
 * Bounds on what one record may hold. A record beyond them is an issue, never a crash: traces come from anywhere, and
 * one line must not take the memory of the process or the stack of a recursive reader.
 */
export const LIMITS = {
  /** bytes of one line, JSON value or table row */
  recordBytes: 64 * 1024 * 1024,
  /** nesting of one JSON value */
  depth: 200,
  /** keys of one JSON object */
  keys: 10_000,
  /** messages of one conversation */
  messages: 10_000,
  /** characters of a refused record that are kept for repair */
  rawChars: 4 * 1024 * 1024,
  /** containers inside containers: gzip in gzip */
  layers: 3,
  /** what a compressed file may unpack to, and how much of it may come from little input */
  unpackedBytes: 64 * 1024 ** 3,
  suspiciousBytes: 1024 ** 3,
  suspiciousRatio: 500,
} as const;

/** How much of a file is looked at before its kind is decided, in bytes after unpacking. */
export const HEAD_BYTES = 256 * 1024;

/**
 * @returns the text a record is kept with, cut at `LIMITS.rawChars`, and what is said of it, with a sentence more where it
 *   was cut
 */
export function keptRaw(text: string, message: string, isPart = false): { raw: string; message: string } {
  const { rawChars } = LIMITS;
  if (text.length <= rawChars && !isPart) return { raw: text, message };
  const raw = text.slice(0, rawChars);
  const kept =
    raw === ''
      ? 'Its text is not kept.'
      : `Only the first ${raw.length.toLocaleString('en')} characters of its text are kept.`;
  return { raw, message: `${message} ${kept}` };
}
