import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeScratchFolder } from '../../platform/scratch.ts';

export type Spooled = { readonly path: string; readonly remove: () => Promise<void> };

/**
 * Puts a stream into a file of its own, for forms that are read from their end: Parquet, zip. Only this process can read
 * it, and `remove` takes it away.
 */
export async function spool(bytes: AsyncIterable<Buffer>, signal: AbortSignal | undefined): Promise<Spooled> {
  const folder = makeScratchFolder('unpack');
  const path = join(folder, 'file');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), signal === undefined ? {} : { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}
