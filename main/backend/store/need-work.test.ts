import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
  const claim = (at: number): unknown => ({
    messages: [{ role: 'user', content: `Claim number ${at}: hail broke the roof of the shed.` }],
    decision: 'approve',
  });
  await t.importFile(t.file('claims.jsonl', jsonLines([claim(1), claim(2), claim(3)])));
});
afterEach(() => t.close());

const everything = { by: 'filter', filter: '' } as const;

async function idsOf(filter: string): Promise<number[]> {
  const { viewId } = await t.client.views.open({ filter, sort: { key: 'id', descending: false } });
  return (await t.client.views.rows({ viewId, from: 0, to: 100 })).map((row) => row.id);
}

async function notesOf(filter: string): Promise<unknown[]> {
  const { viewId } = await t.client.views.open({ filter, sort: { key: 'id', descending: false } });
  const rows = await t.client.views.rows({ viewId, from: 0, to: 100 });
  const flags = await Promise.all(rows.map((row) => t.client.flags.forSample({ sampleId: row.id })));
  return flags
    .flat()
    .filter((flag) => flag.ruleId === 'needs-work')
    .map((flag) => flag.detail['note']);
}

describe('samples.needWork', () => {
  it('leaves every sample it means undecided and flagged as needing work, by one action that one undo takes back', async () => {
    await t.client.decisions.set({ target: { by: 'filter', filter: 'id:1..2' }, state: 'include' });
    expect(await t.client.samples.needWork({ target: everything, note: 'Which shed?' })).toEqual({ changed: 3 });
    expect(await idsOf('flag:needs-work decision:undecided')).toEqual([1, 2, 3]);
    expect(await idsOf('flag:person')).toEqual([]);
    expect(await notesOf('')).toEqual(['Which shed?', 'Which shed?', 'Which shed?']);
    expect((await t.client.history.undo({})).action?.label).toBe('Needs work on 3 samples');
    expect([await idsOf('decision:include'), await idsOf('flag:needs-work')]).toEqual([[1, 2], []]);
    await t.client.history.redo({});
    expect(await idsOf('flag:needs-work decision:undecided')).toEqual([1, 2, 3]);
  });

  it('flags a sample once, leaves no action when nothing changes, and keeps a new note', async () => {
    await t.client.samples.needWork({ target: { by: 'filter', filter: 'id:1' } });
    const before = (await t.client.history.list({ before: null, limit: 50 })).rows.length;
    expect(await t.client.samples.needWork({ target: { by: 'filter', filter: 'id:1' } })).toEqual({ changed: 0 });
    expect((await t.client.history.list({ before: null, limit: 50 })).rows).toHaveLength(before);
    expect(await t.client.samples.needWork({ target: everything, note: 'Ask again.' })).toEqual({ changed: 3 });
    expect(await notesOf('')).toEqual(['Ask again.', 'Ask again.', 'Ask again.']);
  });
});
