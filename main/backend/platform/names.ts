import { existsSync } from 'node:fs';
import { join } from 'node:path';

const DEVICE_NAMES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/u;

/**
 * A file name safe on every system: lower-case letters and digits of any script joined by `-`, no device names, no dots,
 * at most 120 bytes; `untitled` when nothing is left.
 */
export function slug(text: string): string {
  const joined = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
  let cut = joined;
  while (Buffer.byteLength(cut) > 120) cut = cut.slice(0, -1);
  if (cut === '' || DEVICE_NAMES.test(cut)) return cut === '' ? 'untitled' : `${cut}-file`;
  return cut;
}

/** @returns `base.ext` in the folder, or `base-2.ext` and so on where that exists */
export function freeName(folder: string, base: string, extension: string): string {
  for (let n = 1; ; n++) {
    const path = join(folder, n === 1 ? `${base}${extension}` : `${base}-${n}${extension}`);
    if (!existsSync(path)) return path;
  }
}
