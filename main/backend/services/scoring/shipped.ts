import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '../../context.ts';
import { definitionHash } from '../../graders/files.ts';

const cache = new WeakMap<AppContext, ReadonlySet<string>>();

/** Hashes of the graders in `resources/graders`, one folder each: their code is ours. */
export function shippedGraderHashes(app: AppContext): ReadonlySet<string> {
  const known = cache.get(app);
  if (known !== undefined) return known;
  const hashes = new Set<string>();
  const root = join(app.resourcesDir, 'graders');
  for (const folder of existsSync(root) ? readdirSync(root, { withFileTypes: true }) : [])
    if (folder.isDirectory()) hashes.add(definitionHash(readFolder(join(root, folder.name))));
  cache.set(app, hashes);
  return hashes;
}

function readFolder(path: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isFile()) files[entry.name] = readFileSync(join(path, entry.name), 'utf8');
  return files;
}
