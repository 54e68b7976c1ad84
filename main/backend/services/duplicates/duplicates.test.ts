import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../../shared/contract/duplicates.ts';
import type { DuplicateSetup } from '../../../../shared/model/duplicates.ts';
import type { SampleId } from '../../../../shared/model/ids.ts';
import { invariant } from '../../../../shared/rpc/errors.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';
import { dump } from '../../testing/privacy.ts';

const LONG =
  'please look up where the parcel with the blue label went after it left the depot on the harbour road last week';
const OTHER =
  'count the invoices of the second quarter that nobody has paid and write each customer a short friendly note';
const THIRD =
  'write the minutes of the meeting that the gardeners held about the broken pump behind the second greenhouse';
const road = (number: number): string =>
  `Farm to Market Road ${number} (FM ${number}) is a state road of 12 miles in Lamar County that begins at the old mill.`;

const task = (prompt: string, answer = 'Done.', reference: object = { side: 'left' }): unknown => ({
  messages: [
    { role: 'user', content: prompt },
    { role: 'assistant', content: answer },
  ],
  ...reference,
});
/** By name, in the order of import. */
const TASKS = {
  parcel: task(LONG),
  invoices: task(OTHER),
  parcelThanks: task(`${LONG} thanks`),
  parcelAgain: task(LONG, 'Elsewhere.'),
  invoicesAgain: task(OTHER, 'Twice.'),
  road1506: task(road(1506)),
  road1507: task(road(1507)),
  road1508: task(road(1508)),
  minutes: task(THIRD, 'Done.', {}),
  minutesToday: task(`${THIRD} today`),
} as const;
type Name = keyof typeof TASKS;
const ROWS = ['sample', 'sample_body', 'attempt', 'tool_call', 'decision', 'tag', 'sample_tag', 'review', 'flag'];
const MARKS = ['duplicate_mark', 'duplicate_apart'];

let t: TestBackend;
let ids: Map<Name, SampleId>;
let asLoaded: unknown;
beforeAll(async () => {
  t = await createTestBackend();
  await t.importFile(t.file('a.jsonl', jsonLines(Object.values(TASKS))), { format: 'openai-finetune' });
  await t.finish((await t.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near'] })).jobId);
  const { viewId } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
  const rows = await t.client.views.rows({ viewId, from: 0, to: 100 });
  // The names are the keys of the tasks, in the order of import.
  ids = new Map((Object.keys(TASKS) as Name[]).flatMap((name, at) => (rows[at] ? [[name, rows[at].id]] : [])));
  asLoaded = dump(t, [...ROWS, ...MARKS]);
});
afterAll(async () => t.close());
/** Each test takes back what it did, which leaves no row as it was not. */
afterEach(() => expect(dump(t, [...ROWS, ...MARKS])).toEqual(asLoaded));

type Setup = Partial<DuplicateSetup>;
function idOf(name: Name): SampleId {
  const id = ids.get(name);
  invariant(id, 'each task was imported');
  return id;
}

async function clusters(setup: Setup = {}, kind: 'all' | 'template' = 'all'): Promise<Cluster[]> {
  const { rows } = await t.client.duplicates.clusters({ setup, kind, from: 0, limit: 200 });
  const all = await Promise.all(rows.map(({ key }) => t.client.duplicates.cluster({ setup, key })));
  return all.flatMap(({ cluster }) => cluster ?? []);
}

function membersOf(cluster: Cluster): Name[] {
  const members = new Set(cluster.members.map(({ sampleId }) => sampleId));
  return [...ids].flatMap(([name, id]) => (members.has(id) ? [name] : []));
}

async function clusterOf(name: Name, setup: Setup = {}, kind: 'all' | 'template' = 'all'): Promise<Cluster> {
  const one = (await clusters(setup, kind)).find((cluster) => membersOf(cluster).includes(name));
  invariant(one, 'the sample is in a cluster');
  return one;
}

async function excluded(): Promise<number> {
  return (await t.client.stats.get({})).decisions['exclude'] ?? 0;
}

async function undo(times = 1): Promise<void> {
  for (let at = 0; at < times; at++) await t.client.history.undo({});
}

describe('clusters', () => {
  it('join copies and near texts, say why, and follow the threshold', async () => {
    const one = await clusterOf('parcel');
    expect(membersOf(one)).toEqual(['parcel', 'parcelThanks', 'parcelAgain']);
    expect(one).toMatchObject({ kind: 'near', size: 3, removable: 2 });
    expect(one.links.map(({ kind }) => kind)).toEqual(['exact', 'near']);
    expect(one.members.every(({ similarity }) => (similarity ?? 0) > 0.8)).toBe(true);
    const strict = await clusterOf('parcel', { near: 0.99 });
    expect([strict.kind, membersOf(strict)]).toEqual(['exact', ['parcel', 'parcelAgain']]);
    const overview = await t.client.duplicates.overview({ setup: {} });
    expect(overview).toMatchObject({ clusters: 3, inClusters: 7, samples: 10, wouldRemove: 4, settled: 0 });
    expect(overview.counts).toEqual({ exact: 1, near: 2, semantic: 0, template: 1 });
    expect(overview.near).toMatchObject({ stale: false, samples: 10 });
  });

  it('keep near texts of a copy together when the copy that was compared is gone', async () => {
    await t.client.decisions.set({ target: { by: 'ids', ids: [idOf('parcel')] }, state: 'exclude', note: '' });
    expect(membersOf(await clusterOf('parcelAgain'))).toEqual(['parcelThanks', 'parcelAgain']);
    await undo();
  });

  it('keep by the rule that a person set, or the one a person chose', async () => {
    const rich = idOf('minutesToday');
    const byRule = await clusterOf('minutes', { keeper: ['reference'] });
    expect([byRule.keeperId, byRule.keeperReason]).toEqual([rich, 'reference']);
    const setup = { keeper: [] };
    const { key, keeperReason } = await clusterOf('minutes', setup);
    expect(keeperReason).toBe('lowest');
    for (const keeperId of [rich, idOf('minutes')]) {
      const { cluster } = await t.client.duplicates.cluster({ setup, key, keeperId });
      expect([cluster?.keeperId, cluster?.referencesDiffer]).toEqual([keeperId, true]);
    }
  });
});

describe('what is decided', () => {
  it('excludes all but one of each in one step, changes nothing again, and one undo brings all back', async () => {
    const before = await clusters();
    const { wouldRemove } = await t.client.duplicates.overview({ setup: {} });
    const all = { setup: {}, key: null, action: 'keep' } as const;
    expect(await t.client.duplicates.resolve(all)).toEqual({ changed: wouldRemove });
    expect([await excluded(), await clusters()]).toEqual([4, []]);
    expect(await t.client.duplicates.resolve(all)).toEqual({ changed: 0 });
    await undo();
    expect([await excluded(), await clusters()]).toEqual([0, before]);
  });

  it('never removes a reviewed sample unless told so, and a cluster with one is settled all the same', async () => {
    const reviewed = ['invoices', 'invoicesAgain'] as const;
    for (const name of reviewed)
      await t.client.reviews.submit({ sampleId: idOf(name), reviewer: 'r', verdict: 'accept', note: 'x' });
    const one = await clusterOf('invoices');
    expect(one.members.map(({ isProtected }) => isProtected)).toEqual([true, true]);
    expect((await t.client.duplicates.overview({ setup: {} })).wouldRemove).toBe(3);
    const keep = { key: one.key, action: 'keep' } as const;
    expect(await t.client.duplicates.resolve({ ...keep, setup: {} })).toEqual({ changed: 0 });
    expect([await excluded(), (await clusters()).length]).toEqual([0, 2]);
    await undo();
    expect(await t.client.duplicates.resolve({ ...keep, setup: { neverRemoveReviewed: false } })).toEqual({
      changed: 1,
    });
    await undo(1 + reviewed.length);
  });

  it('leaves a cluster alone until it changes, and keeps apart what is no duplicate at any threshold', async () => {
    const { key } = await clusterOf('parcel');
    await t.client.duplicates.resolve({ setup: {}, key, action: 'both' });
    expect((await clusters()).map((one) => one.key)).not.toContain(key);
    expect((await t.client.duplicates.overview({ setup: {} })).settled).toBe(1);
    await undo();
    const memberId = idOf('parcelThanks');
    await t.client.duplicates.resolve({ setup: {}, key, memberId, action: 'apart' });
    expect(membersOf(await clusterOf('parcel', { near: 0.5 }))).toEqual(['parcel', 'parcelAgain']);
    await undo();
    await t.client.duplicates.resolve({ setup: {}, key, action: 'apart' });
    expect((await clusters({ near: 0.5 })).flatMap(membersOf)).not.toContain('parcel');
    await undo();
    expect((await clusterOf('parcel')).key).toBe(key);
    await expect(t.client.duplicates.resolve({ setup: {}, key: 'gone', action: 'keep' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('texts that differ only in numbers and names (T37)', () => {
  it('are a family for decision, and nothing that is done to all drops one of them', async () => {
    const setup = { near: 0.5 };
    const family = await clusterOf('road1506', setup, 'template');
    expect([family.kind, membersOf(family)]).toEqual(['template', ['road1506', 'road1507', 'road1508']]);
    expect((await clusters(setup)).flatMap(membersOf)).toHaveLength(7);
    expect(await t.client.duplicates.resolve({ setup, key: null, action: 'keep' })).toEqual({ changed: 4 });
    expect((await clusterOf('road1506', setup, 'template')).size).toBe(3);
    await undo();
    expect(await t.client.duplicates.resolve({ setup, key: family.key, action: 'keep' })).toEqual({ changed: 2 });
    await undo();
  });
});

it('any choice of actions taken back leaves every row and the clusters as they were', async () => {
  const before = await clusters();
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
      await undo(done);
      expect(await clusters()).toEqual(before);
      expect(dump(t, [...ROWS, ...MARKS])).toEqual(asLoaded);
    }),
    { numRuns: 8 },
  );
});
