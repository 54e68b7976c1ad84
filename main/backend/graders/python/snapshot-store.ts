import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PRELOAD, PRELUDE } from './prelude.ts';
import type { SnapshotPlan } from './protocol.ts';

/**
 * Keeps the memory image of a freshly started interpreter, 30 MB, from which a child starts in a tenth of the time.
 *
 * The image is made by our own child before any grader is in it. It is named after all that shapes it, so an image of another
 * version is never used; a damaged one is thrown away when a start from it fails.
 */
export type SnapshotStore = {
  readonly plan: () => SnapshotPlan;
  readonly keep: (image: Buffer) => void;
  readonly discard: () => void;
};

/** @param folder where the image is kept; must be writable by this user only */
export function createSnapshotStore(folder: string, pyodideDir: string): SnapshotStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The child is allowed to read this very path, so it must not lead through links.
  const home = realpathSync(folder);
  const path = join(home, `python-${nameOf(pyodideDir)}.image`);
  return {
    plan: () => (existsSync(path) ? { use: 'load', path } : { use: 'make' }),
    keep: (image) => {
      const draft = `${path}.${randomUUID()}`;
      try {
        writeFileSync(draft, image, { mode: 0o600 });
        renameSync(draft, path);
        // Those of other versions are of no more use.
        for (const name of readdirSync(home)) {
          if (/^python-.*\.image/u.test(name) && join(home, name) !== path) rmSync(join(home, name), { force: true });
        }
      } catch {
        // Without an image the next start is slower, and that is all.
        rmSync(draft, { force: true });
      }
    },
    discard: () => rmSync(path, { force: true }),
  };
}

function nameOf(pyodideDir: string): string {
  const manifest = readFileSync(join(pyodideDir, 'package.json'), 'utf8');
  return createHash('sha256')
    .update(manifest)
    .update(PRELOAD)
    .update(PRELUDE)
    .update(process.version)
    .update(process.arch)
    .digest('hex')
    .slice(0, 16);
}
