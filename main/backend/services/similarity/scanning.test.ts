import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimilarRow, SimilarScope } from '../../../../shared/model/similar.ts';
import { SampleId } from '../../../../shared/model/ids.ts';
import { closeProjectFile, openProjectFile } from '../../db/open.ts';
import { addSample, say } from '../../testing/add-sample.ts';
import { createTestBackend, type TestBackend } from '../../testing/backend.ts';
import { readRows, runJob } from '../../testing/privacy.ts';
import { scanFacts, similarLinks, templateFamilies } from '../../store/similar.ts';

const SYSTEM = say(
  'system',
  'You are the assistant of a bicycle shop. Answer in one sentence and never invent a price.',
);
const LONG =
  'Please look up the repair order of the red touring bicycle that was brought in on Monday and tell me when it will be ready and what it costs';
const english = (text: string) => ({ prompt: [SYSTEM, say('user', text)], lang: 'en' });
const german = (text: string) => ({ prompt: [SYSTEM, say('user', text)], lang: 'de' });
const SAMPLES = {
  repair: english(LONG),
  repairTwice: english(LONG),
  repairNear: english(`${LONG} please`),
  flight: english('Book me a flight to Paris for next week'),
  ticket: english('I need a plane ticket to Paris next week'),
  weather: english('What is the weather like in Oslo right now'),
  order1: english('Cancel order 1506 of Anna Holt and refund 20 euros'),
  order2: english('Cancel order 1507 of Peter Lamm and refund 35 euros'),
  hi: english('hi'),
  hiAgain: english('hi'),
  hello: english('hello'),
  empty: { prompt: [say('user', '')], lang: null },
  emptyToo: { prompt: [say('user', '')], lang: null },
  fahrrad: german('Wo bleibt meine bestellte Fahrradlieferung?'),
  fahrraeder: german('Wo bleibt denn meine bestellte Fahrradlieferung bloß?'),
  abo: german('Bitte kündigen Sie sofort mein Abonnement.'),
} as const;
type Name = keyof typeof SAMPLES;

let t: TestBackend;
const ids = new Map<Name, number>();
const folder = mkdtempSync(join(tmpdir(), 'assay-similar-'));

beforeAll(async () => {
  const { db } = openProjectFile(join(folder, 'test.assay'), { create: true, readOnly: false });
  for (const [name, sample] of Object.entries(SAMPLES)) ids.set(name as Name, addSample(db, sample)); // keys of SAMPLES
  closeProjectFile(db);
  t = await createTestBackend({ folder });
  await runJob(t, t.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near', 'semantic'] }));
}, 60_000);
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

function read<T>(use: (db: Database.Database) => T): T {
  const db = new Database(t.projectPath, { readonly: true });
  try {
    return use(db);
  } finally {
    db.close();
  }
}
const nameOf = (id: number): string => [...ids].find(([, one]) => one === id)?.[0] ?? String(id);
function pairsOf(kind: 'near' | 'semantic', atLeast: number): string[] {
  return read((db) => similarLinks(db, { kind, scope: 'prompt', atLeast })).map(
    ({ a, b }) => `${nameOf(a)}+${nameOf(b)}`,
  );
}
async function rowsOf(name: Name, scope: SimilarScope = 'prompt'): Promise<Pick<SimilarRow, 'kind'>[]> {
  const { rows } = await t.client.duplicates.similar({ sampleId: SampleId.parse(ids.get(name)), scope });
  return rows.map(({ sampleId, kind }) => ({ name: nameOf(sampleId), kind }));
}

describe('a scan for similar samples', () => {
  it('finds near texts, copies by their first, and short texts only when they are equal', () => {
    expect(pairsOf('near', 0.8)).toEqual(['repair+repairTwice', 'repair+repairNear', 'hi+hiAgain', 'empty+emptyToo']);
  });

  it('finds texts of one meaning in English, and of like words in another language, but not across the two', () => {
    const pairs = pairsOf('semantic', 0.75);
    expect(pairs).toEqual(expect.arrayContaining(['flight+ticket', 'fahrrad+fahrraeder', 'repair+repairNear']));
    expect(pairs.filter((pair) => /weather|abo|hello/u.test(pair))).toEqual([]);
    expect(pairs).toContain('hi+hiAgain');
    const facts = read((db) => scanFacts(db, 'semantic', 'prompt'));
    expect(facts?.method).toEqual({
      search: 'exact',
      kept: 'all',
      embedders: [
        { embedder: 'sentences', count: 13 },
        { embedder: 'word-parts', count: 3 },
      ],
    });
  });

  it('shows texts that differ only in numbers and names as a family', () => {
    const families = read((db) => templateFamilies(db, 'prompt'));
    expect(families.map(({ members }) => members.map(nameOf))).toEqual([['order1', 'order2']]);
  });

  it('lists the samples most like one: copies, then near ones, then those of one meaning', async () => {
    expect(await rowsOf('repairTwice')).toEqual([
      { name: 'repair', kind: 'exact' },
      { name: 'repairNear', kind: 'near' },
    ]);
    expect(await rowsOf('ticket')).toEqual([{ name: 'flight', kind: 'semantic' }]);
    expect(await rowsOf('weather')).toEqual([]);
    const none = await t.client.duplicates.similar({ sampleId: SampleId.parse(ids.get('hi')), scope: 'reference' });
    expect(none).toEqual({ total: 0, rows: [], near: null, semantic: null });
  });

  it('does nothing again until a sample changes, then says so and finds the change', async () => {
    const before = readRows(t, 'SELECT id, kind FROM similar_scan ORDER BY id');
    await runJob(t, t.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near', 'semantic'] }));
    expect(readRows(t, 'SELECT id, kind FROM similar_scan ORDER BY id')).toEqual(before);
    const kept = readRows(t, 'SELECT id FROM text_vector');
    expect(kept).toHaveLength(9);
    const { sampleId } = await t.client.samples.duplicate({ sampleId: SampleId.parse(ids.get('weather')) });
    expect(read((db) => scanFacts(db, 'near', 'prompt'))).toMatchObject({ stale: true, changed: 1 });
    await runJob(t, t.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near'] }));
    expect(read((db) => scanFacts(db, 'near', 'prompt'))).toMatchObject({ stale: false, samples: 17 });
    expect(read((db) => scanFacts(db, 'semantic', 'prompt'))).toMatchObject({ stale: true, samples: 16 });
    expect(pairsOf('near', 1)).toContain(`weather+${sampleId}`);
    expect(readRows(t, 'SELECT id FROM similar_scan WHERE is_current = 0')).toEqual([]);
  });

  it('leaves the scan before whole when it is cancelled', async () => {
    const before = readRows(t, 'SELECT * FROM similar_link ORDER BY 1, 2, 3');
    await t.client.samples.duplicate({ sampleId: SampleId.parse(ids.get('flight')) });
    const { jobId } = await t.client.duplicates.scan({ scopes: ['prompt'], kinds: ['semantic', 'near'] });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await t.client.jobs.cancel({ jobId });
    const ended = await t.finish(jobId);
    expect(ended.state).toBe('cancelled');
    expect(readRows(t, 'SELECT * FROM similar_link ORDER BY 1, 2, 3')).toEqual(before);
    expect(read((db) => scanFacts(db, 'semantic', 'prompt'))).toMatchObject({ stale: true });
  });

  it('is interrupted by the end of the program, shows what was whole, and goes on when it is resumed', async () => {
    const before = readRows(t, 'SELECT * FROM similar_link ORDER BY 1, 2, 3');
    const { jobId } = await t.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near', 'semantic'] });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await t.close();
    t = await createTestBackend({ folder });
    expect(await t.client.jobs.get({ jobId })).toMatchObject({ state: 'interrupted', resumable: true });
    expect(readRows(t, 'SELECT * FROM similar_link ORDER BY 1, 2, 3')).toEqual(before);
    await t.client.jobs.resume({ jobId });
    expect(await t.finish(jobId)).toMatchObject({ state: 'succeeded' });
    expect(read((db) => scanFacts(db, 'semantic', 'prompt'))).toMatchObject({ stale: false, samples: 18 });
    expect(readRows(t, 'SELECT id FROM similar_scan WHERE is_current = 0')).toEqual([]);
  });
});
