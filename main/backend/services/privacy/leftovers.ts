import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { bytesOf } from '../../privacy/blot.ts';

const CHUNK = 4 * 1024 * 1024;

/** Looks through the very bytes of files for values, as they are and as JSON escapes them. @returns files that hold one */
export async function findLeftovers(
  paths: readonly string[],
  values: readonly string[],
): Promise<{ where: string; count: number }[]> {
  const needles = bytesOf(values);
  const found: { where: string; count: number }[] = [];
  if (needles.length === 0) return found;
  const overlap = Math.max(...needles.map((needle) => needle.length)) - 1;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const count = await countIn(path, needles, overlap);
    if (count > 0) found.push({ where: path, count });
  }
  return found;
}

async function countIn(path: string, needles: readonly Buffer[], overlap: number): Promise<number> {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK + overlap);
    let count = 0;
    let kept = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, kept, CHUNK, null);
      if (bytesRead === 0) return count;
      const piece = buffer.subarray(0, kept + bytesRead);
      for (const needle of needles) count += countFrom(piece, needle, kept);
      const rest = Math.min(overlap, piece.length);
      piece.copy(buffer, 0, piece.length - rest);
      kept = rest;
    }
  } finally {
    await handle.close();
  }
}

/** Standings that do not lie wholly in what was looked through before: the first `kept` bytes. */
function countFrom(piece: Buffer, needle: Buffer, kept: number): number {
  let count = 0;
  for (let at = piece.indexOf(needle); at !== -1; at = piece.indexOf(needle, at + 1))
    if (at + needle.length > kept) count += 1;
  return count;
}
