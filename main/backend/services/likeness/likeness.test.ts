import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { likeness } from '../../../../shared/contract/likeness.ts';
import type { SourceId } from '../../../../shared/model/ids.ts';
import { Likeness } from '../../../../shared/model/likeness.ts';
import type { Facet } from '../../engine/facets.ts';
import { findFacets } from '../../facets/registry.ts';
import { jensenShannon } from '../../engine/likeness/distance.ts';
import { openProjectFile } from '../../db/open.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';
import { driftOf } from './drift-of.ts';
import { productionCounts } from './production.ts';

let t: TestBackend;
let production: SourceId;

/** A request with so many calls of a tool. */
function record(prompt: string, calls: number): object {
  const tools = [{ type: 'function', function: { name: 'find_part', parameters: { type: 'object', properties: {} } } }];
  const steps = Array.from({ length: calls }, (_, at) => [
    {
      role: 'assistant',
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'find_part', arguments: `{"n":${at}}` } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content: 'found' },
  ]).flat();
  return {
    messages: [{ role: 'user', content: prompt }, ...steps, { role: 'assistant', content: 'Done.' }],
    ...(calls > 0 ? { tools } : {}),
  };
}

const WORDS = ['wheel', 'chain', 'saddle', 'brake', 'light', 'pump', 'bell', 'lock', 'pedal', 'tyre'];
const ask = (at: number): string =>
  `Which ${WORDS[at % 10] ?? ''} fits model ${at} with the ${WORDS[(at * 7 + 3) % 10] ?? ''} from last year?`;

beforeAll(async () => {
  t = await createTestBackend();
  // Production: half without calls, half with five. Curated: four fifths without.
  await t.importFile(
    t.file('live.jsonl', jsonLines(Array.from({ length: 400 }, (_, at) => record(ask(at), at % 2 === 0 ? 0 : 5)))),
    { format: 'openai-finetune' },
  );
  await t.importFile(
    t.file(
      'written.jsonl',
      jsonLines(
        Array.from({ length: 150 }, (_, at) => record(`Please tell: ${ask(at + 1_000)}`, at % 5 === 0 ? 5 : 0)),
      ),
    ),
    { format: 'openai-finetune' },
  );
  const [live] = await t.client.sources.list({});
  if (live === undefined) throw new Error('The source was imported.');
  production = live.id;
}, 60_000);
afterAll(() => t.close());

async function measure(input: z.input<typeof likeness.measure.input>): Promise<Likeness> {
  const job = await t.finish((await t.client.likeness.measure(input)).jobId);
  if (job.state !== 'succeeded') throw new Error(job.error?.message ?? job.state);
  return Likeness.parse(job.result);
}
/** Another connection to the same file. */
function reading<T>(read: (project: { readonly db: Database.Database }) => T): T {
  const { db } = openProjectFile(t.projectPath, { create: false, readOnly: true });
  const answer = read({ db });
  if (answer instanceof Promise) void answer.finally(() => db.close());
  else db.close();
  return answer;
}

describe('likeness to production', () => {
  it('is not measured while no source is marked', async () => {
    const now = await t.client.likeness.compare({});
    expect(now).toMatchObject({ production: [], result: null, isStale: false });
    expect(await measure({ text: false })).toMatchObject({ production: 0, drift: null, missing: [] });
    expect(reading((project) => productionCounts(project, calls()))).toBeNull();
    expect(await reading((project) => driftOf(project, [1, 2]))).toBeNull();
  });

  it('marks a source, once, as an action that undo takes back', async () => {
    expect(await t.client.likeness.setProduction({ sourceId: production, isProduction: true })).toEqual({ changed: 1 });
    expect(await t.client.likeness.setProduction({ sourceId: production, isProduction: true })).toEqual({ changed: 0 });
    await t.client.history.undo({});
    expect(await t.client.likeness.sources({})).toEqual([]);
    await t.client.history.redo({});
    expect(await t.client.likeness.sources({})).toMatchObject([{ name: 'live.jsonl', kept: 'full', samples: 400 }]);
  });

  it('compares what is not excluded with production while nothing is included, without the samples of production', async () => {
    const now = await t.client.likeness.compare({});
    expect(now).toMatchObject({ curated: 150, isIncluded: false, filter: '-decision:exclude -source:live.jsonl' });
    const found = await measure({ text: false });
    const calls = found.facets.find((facet) => facet.key === 'calls');
    expect(calls?.values.map(({ label, production: live, curated }) => [label, live, curated])).toEqual([
      ['0', 200, 120],
      ['4 to 7', 200, 30],
    ]);
    expect(calls?.distance).toBeCloseTo(jensenShannon([200, 200], [120, 30]) ?? NaN, 12);
    expect(calls).toMatchObject({ isGated: true, isWide: false, production: 400, curated: 150 });
    expect(calls?.pValue).toBeLessThan(0.01);
    expect(found.drift?.high).toBeGreaterThan(0.1);
    expect(found.facets.some((facet) => ['source', 'decision', 'split'].includes(facet.key))).toBe(false);
    expect(found.numbers.find((one) => one.key === 'calls')).toMatchObject({
      production: { count: 400, p50: 2.5, p95: 5 },
    });
    expect(found.missing.find((cell) => cell.facet === 'calls')).toMatchObject({
      label: '4 to 7',
      production: 0.5,
      toAdd: 90,
    });
    expect(found).toEqual(await measure({ text: false }));
  });

  it('keeps the result, and calls it stale once a decision changes a set', async () => {
    expect(await t.client.likeness.compare({})).toMatchObject({ isStale: false, result: { curated: 150 } });
    await t.client.decisions.set({
      target: { by: 'filter', filter: 'source:written.jsonl calls:0' },
      state: 'include',
    });
    const now = await t.client.likeness.compare({});
    expect(now).toMatchObject({ isStale: true, curated: 120, isIncluded: true, result: { curated: 150 } });
    await measure({ text: false });
    expect(await t.client.likeness.compare({})).toMatchObject({ isStale: false, result: { curated: 120 } });
  });

  it('takes samples of production into the curated set once they are included, and only then', async () => {
    await t.client.decisions.set({
      target: { by: 'filter', filter: 'source:live.jsonl calls:5 id:1..20' },
      state: 'include',
    });
    const found = await measure({ text: false });
    const calls = found.facets.find((facet) => facet.key === 'calls');
    expect([found.curated, found.production, calls?.curated, calls?.production]).toEqual([130, 400, 130, 400]);
    await t.client.history.undo({});
  });

  it('proposes undecided samples of a cell and includes the same ones, as one action', async () => {
    const cell = { facet: 'calls', value: '4..7', count: 12, seed: 3 };
    const proposed = await t.client.likeness.propose(cell);
    expect(proposed).toMatchObject({ available: 230, filter: 'calls:4..7 decision:undecided' });
    expect(proposed.chosen).toHaveLength(12);
    expect(await t.client.likeness.propose(cell)).toEqual(proposed);
    expect(await t.client.likeness.propose({ ...cell, seed: 4 })).not.toEqual(proposed);
    expect(await t.client.likeness.include(cell)).toEqual({ changed: 12 });
    const included = await t.client.filters.check({ filter: `${proposed.chosenFilter ?? ''} decision:include` });
    expect(included.total).toBe(12);
    await t.client.history.undo({});
    expect(await t.client.likeness.propose(cell)).toEqual(proposed);
    await expect(t.client.likeness.propose({ ...cell, facet: 'nothing' })).rejects.toThrow('no facet called nothing');
    expect(await t.client.likeness.propose({ ...cell, value: '13..' })).toMatchObject({ available: 0, chosen: [] });
  });

  it('tells what the drift of any samples would be', async () => {
    const now = await measure({ text: false });
    const ids = Array.from({ length: 400 }, (_, at) => at + 1);
    const same = await reading((project) => driftOf(project, ids));
    expect(same?.value).toBe(0);
    const noCalls = ids.filter((id) => id % 2 === 1);
    const half = await reading((project) => driftOf(project, noCalls));
    const byCalls = half?.facets.find((facet) => facet.key === 'calls');
    expect(byCalls?.distance).toBeCloseTo(jensenShannon([200, 200], [200, 0]) ?? NaN, 12);
    expect(half?.value).toBeGreaterThanOrEqual(byCalls?.distance ?? NaN);
    expect(now.drift?.facet).toBeDefined();
  });

  it('compares with one source when asked to, marked or not', async () => {
    const other = (await t.client.sources.list({})).find((source) => source.name === 'written.jsonl');
    const found = await measure({ filter: 'source:live.jsonl', reference: other?.id ?? null, text: false });
    expect(found).toMatchObject({ production: 150, curated: 400 });
    await expect(measure({ reference: 99, text: false })).rejects.toThrow('not in this project');
  });

  it('tells texts apart by their vectors', async () => {
    const other = (await t.client.sources.list({})).find((source) => source.name === 'written.jsonl');
    const found = await measure({ filter: 'id:1..30', reference: other?.id ?? null });
    if (found.text.state !== 'measured') throw new Error(found.text.reason);
    const [part] = found.text.parts;
    // Every text of one set opens with the same words.
    expect(part?.auc).toBeGreaterThan(0.9);
    expect(part?.low).toBeLessThanOrEqual(part?.auc ?? 0);
    expect(part?.high).toBeGreaterThanOrEqual(part?.auc ?? 1);
  }, 180_000);

  it('keeps a profile only: counts stay, samples go out of sight, texts are not measured, and undo brings all back', async () => {
    const before = await measure({ text: false });
    const counted = reading((project) => productionCounts(project, calls()));
    expect(await t.client.likeness.keepProfile({ sourceId: production })).toEqual({ changed: 1 });
    expect(await t.client.likeness.sources({})).toMatchObject([{ name: 'live.jsonl', kept: 'profile', samples: 400 }]);
    expect((await t.client.filters.check({ filter: '' })).total).toBe(150);
    expect(reading((project) => productionCounts(project, calls()))).toEqual(counted);
    const after = await measure({});
    expect(after.text).toEqual({ state: 'unmeasured', reason: 'profile' });
    expect(after).toMatchObject({ production: 400, profiled: 400 });
    const distances = (found: Likeness): unknown[] => found.facets.map(({ key, distance }) => [key, distance]);
    expect(distances(after)).toEqual(distances(before));
    expect(after.numbers.map((one) => one.psi)).toEqual(before.numbers.map((one) => one.psi));
    await t.client.history.undo({});
    expect(await t.client.likeness.sources({})).toMatchObject([{ kept: 'full', samples: 400 }]);
    await expect(t.client.likeness.keepProfile({ sourceId: 2 })).rejects.toThrow('not marked');
  });
});

function calls(): Facet {
  const [facet] = findFacets(['calls']);
  if (facet === undefined) throw new Error('There is such a facet.');
  return facet;
}
