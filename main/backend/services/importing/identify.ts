import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileOptions } from '../../../../shared/contract/sources.ts';
import type { Per } from '../../../../shared/model/sample.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import { contentUid } from '../../engine/hash.ts';

/** @returns the sha256 of a file's bytes as hex and its size, read in pieces */
export async function hashFile(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  // A read stream without an encoding gives buffers.
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Names a source by its bytes and by everything that decides which samples they give. */
export function sourceUid(sha256: string, format: string, version: number, per: Per, options: FileOptions): string {
  return contentUid(
    'source',
    sha256,
    format,
    version,
    per,
    canonicalJson({ map: options.map ?? {}, encoding: options.encoding ?? null, delimiter: options.delimiter ?? null }),
  );
}
