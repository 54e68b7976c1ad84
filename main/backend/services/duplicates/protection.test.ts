import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleId } from '../../../../shared/model/ids.ts';
import type { LinkKind, SimilarScope } from '../../../../shared/model/similar.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

const LONG =
  'please look up where the parcel with the blue label went after it left the depot on the harbour road last week';
const road = (number: number): string =>
  `Farm to Market Road ${number} (FM ${number}) is a state road of 12 miles in Lamar County that begins at the old mill.`;
const PROMPTS = [LONG, `${LONG} thanks`, ...[1506, 1507, 1508].map(road)];

let t: TestBackend;
let ids: SampleId[];
beforeAll(async () => {
  t = await createTestBackend();
  const tasks = PROMPTS.map((content) => ({
    messages: [
      { role: 'user', content },
      { role: 'assistant', content: 'It is on its way.' },
    ],
  }));
  await t.importFile(t.file('a.jsonl', jsonLines(tasks)), { format: 'openai-finetune' });
  const { viewId } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
  ids = (await t.client.views.rows({ viewId, from: 0, to: 100 })).map((row) => row.id);
});
afterAll(async () => t.close());

async function scan(scope: SimilarScope, kind: LinkKind): Promise<void> {
  await t.finish((await t.client.duplicates.scan({ scopes: [scope], kinds: [kind] })).jobId);
}

describe('what differs only in numbers is dropped by nothing that is done to all', () => {
  it('where only meaning was looked for', async () => {
    await scan('prompt', 'semantic');
    const setup = { near: null, semantic: 0.7 };
    expect((await t.client.duplicates.overview({ setup })).counts).toMatchObject({ semantic: 1, template: 1 });
    expect(await t.client.duplicates.resolve({ setup, key: null, action: 'keep' })).toEqual({ changed: 1 });
    await t.client.history.undo({});
  });

  it('where whole trajectories were compared', async () => {
    await scan('trajectory', 'near');
    const setup = { scope: 'trajectory' as const, near: 0.5 };
    expect(await t.client.duplicates.resolve({ setup, key: null, action: 'keep' })).toEqual({ changed: 1 });
    await t.client.history.undo({});
  });
});

it('a sample that was edited is no duplicate of what it was like before, until it is compared again', async () => {
  await scan('prompt', 'near');
  const [, edited] = ids;
  if (edited === undefined) throw new Error('Five samples were imported.');
  const text = 'Which invoices of the second quarter has nobody paid yet, and whose are they?';
  const prompt = [{ role: 'user' as const, parts: [{ type: 'text' as const, text }] }];
  expect((await t.client.duplicates.overview({ setup: {} })).wouldRemove).toBe(1);
  await t.client.samples.update({ sampleId: edited, change: { prompt } });
  const { clusters, wouldRemove, near } = await t.client.duplicates.overview({ setup: {} });
  expect([clusters, wouldRemove, near?.stale]).toEqual([0, 0, true]);
  await t.client.history.undo({});
  expect((await t.client.duplicates.overview({ setup: {} })).wouldRemove).toBe(1);
});
