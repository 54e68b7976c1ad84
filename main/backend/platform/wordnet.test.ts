import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordnetSynonyms } from '../engine/text/wordnet.ts';
import { createWordnetReader, WORDNET_FILE } from './wordnet.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wordnet-'));
});
afterEach(async () => rm(folder, { recursive: true }));

describe('createWordnetReader', () => {
  it("reads the app's own table of WordNet 3.0 once", async () => {
    const read = createWordnetReader(join(import.meta.dirname, '../../../resources'));
    const load = await read();
    if (load.kind !== 'loaded') throw new Error(load.reason);
    expect(load.table.version).toBe('3.0');
    expect(wordnetSynonyms(load.table, 'cars')).toContain('automobile');
    expect(await read()).toBe(load);
  });

  it('says which file is missing', async () => {
    const load = await createWordnetReader(folder)();
    expect(load).toMatchObject({ kind: 'missing', reason: expect.stringContaining(WORDNET_FILE) });
  });

  it('reports a damaged file as missing', async () => {
    await mkdir(join(folder, 'wordnet'));
    await writeFile(join(folder, WORDNET_FILE), 'not gzip');
    const load = await createWordnetReader(folder)();
    expect(load).toMatchObject({ kind: 'missing', reason: expect.stringContaining("can't be used: incorrect header") });
  });
});
