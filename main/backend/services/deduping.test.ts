import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../testing/backend.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(async () => t.close());

const line = (prompt: string, answers: readonly string[]): string =>
  answers
    .map((answer) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: prompt },
          { role: 'assistant', content: answer },
        ],
      }),
    )
    .join('\n');

it('says exactly how many samples go when groups by trajectory overlap', async () => {
  // Each sample gets two attempts by merging; both samples then share both trajectories.
  await t.importFile(t.file('a.jsonl', line('Where is the parcel?', ['At the depot.', 'On the van.'])));
  const group = async () => (await t.client.duplicates.groups({ kind: 'prompt', from: 0, limit: 10 })).groups[0];
  const first = await group();
  await t.client.duplicates.resolve({
    kind: 'prompt',
    key: first?.key ?? '',
    keeperId: first?.keeperId ?? null,
    action: 'merge',
  });
  await t.client.samples.duplicate({ sampleId: first?.keeperId as never });
  const found = await t.client.duplicates.groups({ kind: 'trajectory', from: 0, limit: 10 });
  const { changed } = await t.client.duplicates.resolve({
    kind: 'trajectory',
    key: null,
    keeperId: null,
    action: 'keep',
  });
  expect(found.total).toBe(2);
  expect(found.removable).toBe(changed);
  expect(changed).toBe(1);
  await t.client.history.undo({});
  expect(await t.client.duplicates.groups({ kind: 'trajectory', from: 0, limit: 10 })).toEqual(found);
});
