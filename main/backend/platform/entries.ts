import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Files that run in a thread or process of their own: path in the source tree, and name in the built one. */
const ENTRIES = {
  'import-worker': '../jobs/import-worker.ts',
  'privacy-worker': '../jobs/privacy-worker.ts',
  'likeness-worker': '../jobs/likeness-worker.ts',
  'similar-worker': '../jobs/similar-worker.ts',
  'python-child': '../graders/python/child.ts',
} as const;
export type EntryName = keyof typeof ENTRIES;

/**
 * @returns where an entry lies: beside this file's source when running from source (Node strips the types), else the
 *   bundle of that name in the folder of the bundle that calls
 */
export function entryUrl(name: EntryName, from: string = import.meta.url): URL {
  const source = new URL(ENTRIES[name], from);
  if (from.endsWith('.ts') && existsSync(fileURLToPath(source))) return source;
  return new URL(`./${name}.js`, from);
}
