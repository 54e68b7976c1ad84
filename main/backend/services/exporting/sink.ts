import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type WrittenFile = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly records: number | null;
};

/** Where a package goes: a folder, or nowhere when only hashes and sizes are wanted. */
export type PackageSink = {
  readonly file: (path: string) => Promise<FileSink>;
  /** Closes what a build that failed or was cancelled left open. */
  readonly close: () => Promise<void>;
};
export type FileSink = {
  readonly write: (text: string) => Promise<void>;
  /** Flushes to the disk. */
  readonly end: (records: number | null) => Promise<WrittenFile>;
};

/** Text is gathered up to this many characters before it goes to the disk. */
const CHUNK_CHARS = 1 << 20;

/** @param folder null counts and hashes without writing */
export function createSink(folder: string | null): PackageSink {
  const handles = new Set<FileHandle>();
  return {
    async close() {
      for (const handle of handles) await handle.close();
      handles.clear();
    },
    async file(path) {
      const hash = createHash('sha256');
      let bytes = 0;
      let pending = '';
      let handle: FileHandle | null = null;
      if (folder !== null) {
        const full = join(folder, path);
        mkdirSync(dirname(full), { recursive: true });
        handle = await open(full, 'wx', 0o600);
        handles.add(handle);
      }
      async function flush(): Promise<void> {
        const data = Buffer.from(pending, 'utf8');
        pending = '';
        hash.update(data);
        bytes += data.length;
        await handle?.writeFile(data);
      }
      return {
        async write(text) {
          pending += text;
          if (pending.length >= CHUNK_CHARS) await flush();
        },
        async end(records) {
          await flush();
          if (handle !== null) {
            await handle.sync();
            await handle.close();
            handles.delete(handle);
          }
          return { path, bytes, sha256: hash.digest('hex'), records };
        },
      };
    },
  };
}
