import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../../shared/contract/duplicates.ts';
import type { DuplicateSetup } from '../../../../shared/model/duplicates.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';
import { dump } from '../../testing/privacy.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(async () => t.close());

type Setup = Partial<DuplicateSetup>;
const task = (prompt: string, answer = 'Done.', reference: object = { side: 'left' }): unknown => ({
  messages: [
    { role: 'user', content: prompt },
    { role: 'assistant', content: answer },
  ],
  ...reference,
});

async function load(...tasks: readonly unknown[]): Promise<number[]> {
  await t.importFile(t.file('a.jsonl', jsonLines(tasks)), { format: 'openai-finetune' });
  const { jobId } = await t.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near'] });
  await t.finish(jobId);
  const { viewId } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
  return (await t.client.views.rows({ viewId, from: 0, to: 100 })).map((row) => row.id);
}

async function clusters(setup: Setup = {}, kind: 'all' | 'template' = 'all'): Promise<Cluster[]> {
  const { rows } = await t.client.duplicates.clusters({ setup, kind, from: 0, limit: 200 });
  const all = await Promise.all(rows.map(({ key }) => t.client.duplicates.cluster({ setup, key })));
  return all.flatMap(({ cluster }) => cluster ?? []);
}
const members = (found: readonly Cluster[]): number[][] =>
  found.map((one) => one.members.map(({ sampleId }) => Number(sampleId)).sort((a, b) => a - b));
const excluded = async (): Promise<number> => (await t.client.stats.get({})).decisions['exclude'] ?? 0;

const LONG =
  'please look up where the parcel with the blue label went after it left the depot on the harbour road last week';
const CLOSE = `${LONG} thanks`;
const OTHER =
  'count the invoices of the second quarter that nobody has paid and write each customer a short friendly note';

describe('clusters', () => {
  it('join copies and near texts, say why, and follow the threshold', async () => {
    const ids = await load(task(LONG), task(OTHER), task(CLOSE), task(LONG, 'Elsewhere.'));
    const [one, ...rest] = await clusters();
    expect(rest).toEqual([]);
    expect(members(one === undefined ? [] : [one])).toEqual([[ids[0], ids[2], ids[3]]]);
    expect(one).toMatchObject({ kind: 'near', size: 3, removable: 2 });
    expect(one?.links.map(({ kind }) => kind)).toEqual(['exact', 'near']);
    expect(one?.members.every(({ similarity }) => (similarity ?? 0) > 0.8)).toBe(true);
    const [strict] = await clusters({ near: 0.99 });
    expect(strict).toMatchObject({ kind: 'exact', size: 2 });
    const overview = await t.client.duplicates.overview({ setup: {} });
    expect(overview).toMatchObject({ clusters: 1, inClusters: 3, samples: 4, wouldRemove: 2, settled: 0 });
    expect(overview.near).toMatchObject({ stale: false, samples: 4 });
  });

  it('keep near texts of a copy together when the copy that was compared is gone', async () => {
    const [first, copy, near] = await load(task(LONG), task(LONG, 'Elsewhere.'), task(CLOSE));
    await t.client.decisions.set({ target: { by: 'ids', ids: [first as never] }, state: 'exclude', note: '' });
    expect(members(await clusters())).toEqual([[copy, near]]);
  });

  it('keep by the rule that a person set, and the same one whatever the order of import', async () => {
    const plain = task(LONG, 'Done.', {});
    const [, rich] = await load(plain, task(CLOSE));
    expect((await clusters({ keeper: ['reference'] }))[0]).toMatchObject({ keeperId: rich, keeperReason: 'reference' });
    const [lowest] = await clusters({ keeper: [] });
    expect(lowest?.keeperReason).toBe('lowest');
    const key = lowest?.key ?? '';
    const { cluster } = await t.client.duplicates.cluster({ setup: { keeper: [] }, key, keeperId: rich });
    expect(cluster?.keeperId).toBe(rich);
    expect(cluster?.referencesDiffer).toBe(true);
  });
});

describe('what is decided', () => {
  it('excludes all but one of each in one step, and one undo brings all back', async () => {
    await load(task(LONG), task(CLOSE), task(OTHER), task(OTHER, 'Twice.'));
    const before = await clusters();
    const { wouldRemove } = await t.client.duplicates.overview({ setup: {} });
    expect(await t.client.duplicates.resolve({ setup: {}, key: null, action: 'keep' })).toEqual({
      changed: wouldRemove,
    });
    expect([await excluded(), await clusters()]).toEqual([2, []]);
    expect(await t.client.duplicates.resolve({ setup: {}, key: null, action: 'keep' })).toEqual({ changed: 0 });
    await t.client.history.undo({});
    expect([await excluded(), await clusters()]).toEqual([0, before]);
  });

  it('never removes a reviewed sample unless told so, and a cluster with one is settled all the same', async () => {
    const [first, second] = await load(task(LONG), task(CLOSE));
    for (const sampleId of [first, second])
      await t.client.reviews.submit({ sampleId: sampleId as never, reviewer: 'r', verdict: 'accept', note: 'x' });
    const [one] = await clusters();
    expect(one?.members.map(({ isProtected }) => isProtected)).toEqual([true, true]);
    expect((await t.client.duplicates.overview({ setup: {} })).wouldRemove).toBe(0);
    expect(await t.client.duplicates.resolve({ setup: {}, key: one?.key ?? '', action: 'keep' })).toEqual({
      changed: 0,
    });
    expect([await excluded(), await clusters()]).toEqual([0, []]);
    await t.client.history.undo({});
    const setup = { neverRemoveReviewed: false };
    expect(await t.client.duplicates.resolve({ setup, key: null, action: 'keep' })).toEqual({ changed: 1 });
  });

  it('leaves a cluster alone until it changes, and keeps apart what is no duplicate at any threshold', async () => {
    const [first, second, third] = await load(task(LONG), task(CLOSE), task(LONG, 'Elsewhere.'));
    const [one] = await clusters();
    const key = one?.key ?? '';
    await t.client.duplicates.resolve({ setup: {}, key, action: 'both' });
    expect(await clusters()).toEqual([]);
    expect((await t.client.duplicates.overview({ setup: {} })).settled).toBe(1);
    await t.client.history.undo({});
    await t.client.duplicates.resolve({ setup: {}, key, memberId: second, action: 'apart' });
    expect(members(await clusters({ near: 0.5 }))).toEqual([[first, third]]);
    await t.client.history.undo({});
    await t.client.duplicates.resolve({ setup: {}, key, action: 'apart' });
    expect(await clusters({ near: 0.5 })).toEqual([]);
    await t.client.history.undo({});
    expect((await clusters())[0]?.key).toBe(key);
    await expect(t.client.duplicates.resolve({ setup: {}, key: 'gone', action: 'keep' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('texts that differ only in numbers and names (T37)', () => {
  const road = (number: number): string =>
    `Farm to Market Road ${number} (FM ${number}) is a state road of 12 miles in Lamar County that begins at the old mill.`;

  it('are a family for decision, and nothing that is done to all drops one of them', async () => {
    const ids = await load(...[1506, 1507, 1508].map((number) => task(road(number))), task(OTHER));
    const [family, ...rest] = await clusters({}, 'template');
    expect(rest).toEqual([]);
    expect(members(family === undefined ? [] : [family])).toEqual([ids.slice(0, 3)]);
    expect(family?.kind).toBe('template');
    const loose = { near: 0.5 };
    expect(await t.client.duplicates.resolve({ setup: loose, key: null, action: 'keep' })).toEqual({ changed: 0 });
    expect((await t.client.duplicates.overview({ setup: loose })).wouldRemove).toBe(0);
    expect(await t.client.duplicates.resolve({ setup: loose, key: family?.key ?? '', action: 'keep' })).toEqual({
      changed: 2,
    });
  });
});

const WRITTEN = ['sample', 'sample_body', 'attempt', 'tool_call', 'decision', 'tag', 'sample_tag', 'review', 'flag'];
const MARKS = ['duplicate_mark', 'duplicate_apart'];

it('any choice of actions taken back leaves every row and the clusters as they were', async () => {
  await load(task(LONG), task(CLOSE), task(LONG, 'Elsewhere.'), task(OTHER), task(OTHER, 'Twice.'));
  const before = await clusters();
  const rows = dump(t, [...WRITTEN, ...MARKS]);
  const action = fc.constantFrom('keep', 'merge', 'both', 'apart');
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 3 }), async (actions) => {
      let done = 0;
      for (const one of actions) {
        const [first] = (await t.client.duplicates.clusters({ setup: {}, kind: 'all', from: 0, limit: 1 })).rows;
        if (first === undefined) break;
        await t.client.duplicates.resolve({ setup: {}, key: first.key, action: one });
        done += 1;
      }
      while (done-- > 0) await t.client.history.undo({});
      expect(await clusters()).toEqual(before);
      expect(dump(t, [...WRITTEN, ...MARKS])).toEqual(rows);
    }),
    { numRuns: 8 },
  );
});
