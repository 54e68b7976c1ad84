import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Zip times are fixed, so that the same package gives the same zip. 1980 is the format's first year. */
const FIXED_TIME = new Date(1980, 0, 1);

/** Writes the named files of a folder into a zip. */
export async function zipFolder(folder: string, paths: readonly string[], out: string): Promise<void> {
  const zip = new ZipFile();
  for (const path of paths) zip.addFile(join(folder, path), path, { mtime: FIXED_TIME, mode: 0o100644 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(out, { mode: 0o600 }));
}
