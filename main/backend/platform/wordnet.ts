import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseWordnetTable, type WordnetTable } from '../engine/text/wordnet.ts';

/** Where the table lies inside the app's resources folder. */
export const WORDNET_FILE = join('wordnet', 'synonyms.txt.gz');

/** The table, or one sentence on why there is none; then "meteor" runs without synonyms and says so. */
export type WordnetLoad =
  { readonly kind: 'loaded'; readonly table: WordnetTable } | { readonly kind: 'missing'; readonly reason: string };

/**
 * Makes a reader of the WordNet synonym table in `resourcesFolder`. The file (0.8 MB, 40 MB once parsed) is read at
 * the first call and kept for later ones. Never rejects: a file that can't be read or parsed is reported as missing.
 */
export function createWordnetReader(resourcesFolder: string): () => Promise<WordnetLoad> {
  let load: Promise<WordnetLoad> | undefined;
  return () => (load ??= readWordnet(join(resourcesFolder, WORDNET_FILE)));
}

async function readWordnet(file: string): Promise<WordnetLoad> {
  try {
    const unpacked = await promisify(gunzip)(await readFile(file));
    return { kind: 'loaded', table: parseWordnetTable(unpacked.toString('utf8')) };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { kind: 'missing', reason: `The WordNet table ${file} can't be used: ${cause}` };
  }
}
