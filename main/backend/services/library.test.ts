import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(() => t.close());

const rft = (at: number, extra: Record<string, unknown> = {}): unknown => ({
  messages: [
    { role: 'system', content: 'You sort claims.' },
    { role: 'user', content: `Claim number ${at}: a branch fell on the greenhouse roof.` },
  ],
  decision: at % 2 === 0 ? 'approve' : 'reject',
  ...extra,
});
const rows = async (filter = ''): Promise<{ id: number; title: string; decision: string }[]> => {
  const view = await t.client.views.open({ filter, sort: { key: 'id', descending: false } });
  return t.client.views.rows({ viewId: view.viewId, from: 0, to: 1_000 });
};

describe('import', () => {
  it('keeps every record or lists it with line, offset and raw text', async () => {
    const text = `${JSON.stringify(rft(1))}\n\n{bad\n${JSON.stringify(rft(2))}\n[1]\n`;
    const result = await t.importFile(t.file('a.jsonl', text), { format: 'openai-finetune' });
    const [source] = result.sources;
    expect(source).toMatchObject({ seen: 4, kept: 2, rejected: 2, samplesAdded: 2 });
    const { rows: issues } = await t.client.sources.issues({ sourceId: null, code: null, from: 0, limit: 10 });
    const refused = issues.filter((issue) => issue.rejected);
    expect(refused.map((issue) => [issue.line, issue.raw])).toEqual([
      [3, '{bad'],
      [5, '[1]'],
    ]);
    for (const issue of issues) expect(issue.message).not.toContain('bad');
  });

  it('adds nothing the second time and says so', async () => {
    const path = t.file('a.jsonl', jsonLines([rft(1), rft(2)]));
    await t.importFile(path);
    const again = await t.importFile(path);
    expect(again).toMatchObject({ samplesAdded: 0, attemptsAdded: 0, sources: [{ alreadyImported: true }] });
    expect(await rows()).toHaveLength(2);
  });

  it('takes the whole file back when all records were asked for and one is refused', async () => {
    const path = t.file('a.jsonl', `${jsonLines([rft(1)])}{bad\n`);
    await expect(t.importFile(path, { format: 'openai-finetune' }, 'all')).rejects.toThrow(
      /1 record of a.jsonl could not be read/u,
    );
    expect(await rows()).toHaveLength(0);
    expect(await t.client.sources.list({})).toEqual([]);
  });

  it('is one action that undo takes back whole and redo brings again', async () => {
    await t.importFile(t.file('a.jsonl', jsonLines([rft(1), rft(2)])));
    await t.client.history.undo({});
    expect(await rows()).toHaveLength(0);
    await t.client.history.redo({});
    expect(await rows()).toHaveLength(2);
  });

  it('merges trials of one task as attempts and marks openers that differ', async () => {
    const trial = (task: number, n: number, opener: string): unknown => ({
      task_id: task,
      trial: n,
      reward: n % 2,
      info: { task: { user_id: 'u', actions: [], instruction: 'i', outputs: [] } },
      traj: [
        { role: 'system', content: 'policy' },
        { role: 'user', content: opener },
        { role: 'assistant', content: `answer ${n}` },
      ],
    });
    await t.importFile(
      t.file(
        'tau.json',
        JSON.stringify([trial(1, 0, 'hi'), trial(1, 1, 'hello'), trial(2, 0, 'hi'), trial(2, 1, 'hi')]),
      ),
    );
    const all = await rows();
    expect(all).toHaveLength(2);
    const first = await t.client.samples.get({ sampleId: all[0]?.id as never });
    expect(first.flags.map((flag) => flag.ruleId)).toContain('openers-differ');
    const second = await t.client.samples.attempt({ attemptId: first.attempts[1]?.id as never });
    expect(second.messages.map((message) => message.role)).toEqual(['user', 'assistant']);
    const found = await rows('hello');
    expect(found).toHaveLength(1);
  });
});

describe('decisions', () => {
  beforeEach(async () => {
    await t.importFile(t.file('a.jsonl', jsonLines([rft(1), rft(2), rft(3)])));
  });

  it('are one undo step for all that match, and name themselves', async () => {
    const { changed } = await t.client.decisions.set({
      target: { by: 'filter', filter: 'reference.decision:reject' },
      state: 'exclude',
    });
    expect(changed).toBe(2);
    expect((await rows('decision:exclude')).length).toBe(2);
    const { action } = await t.client.history.undo({});
    expect(action?.label).toBe('Exclude 2 samples');
    expect((await rows('decision:exclude')).length).toBe(0);
  });

  it('tell the other windows of the project', async () => {
    const other = t.connect();
    const heard = Promise.withResolvers<string | null>();
    other.on('changed', (payload) => {
      if (payload.tables.includes('decision')) heard.resolve(payload.label);
    });
    await other.ready;
    await t.client.decisions.set({ target: { by: 'filter', filter: '' }, state: 'include' });
    expect(await heard.promise).toBe('Include 3 samples');
  });
});

describe('editing', () => {
  it('makes earlier scores stale, grades the new answer, and is undone with its search text', async () => {
    await t.importFile(t.file('a.jsonl', jsonLines([rft(1, { answer: 'old answer' })])));
    const files = {
      'grader.json': JSON.stringify({
        type: 'string_check',
        name: 's',
        operation: 'eq',
        input: '{{sample.output_text}}',
        reference: '{{item.answer}}',
      }),
    };
    const { graderId } = await t.client.graders.create({ name: 's', files });
    const score = async (): Promise<number | null> => {
      const { jobId } = await t.client.scores.run({ graderId, version: 1, filter: '', withoutAttempts: 'reference' });
      await t.finish(jobId);
      return (await t.client.scores.runs({ graderId }))[0]?.mean ?? null;
    };
    expect(await score()).toBe(1);
    const [row] = await rows();
    const sampleId = row?.id as never;
    await t.client.samples.update({ sampleId, change: { reference: { answer: 'fresh reply', decision: 'reject' } } });
    expect((await t.client.scores.forSample({ sampleId, runId: null })).stale).toBe(true);
    expect(await score()).toBe(1);
    expect((await t.client.scores.forSample({ sampleId, runId: null })).stale).toBe(false);
    expect(await rows('fresh')).toHaveLength(1);
    await t.client.history.undo({});
    expect(await rows('fresh')).toHaveLength(0);
    expect(await rows('old')).toHaveLength(1);
  });

  it('adds by hand, by copy and by paste, each taken back by one undo', async () => {
    const { sampleId } = await t.client.samples.create({
      prompt: [{ role: 'user', parts: [{ type: 'text', text: 'Sort this claim' }] }],
      tools: [],
      reference: { decision: 'approve' },
    });
    await t.client.samples.duplicate({ sampleId });
    const { sampleIds, format } = await t.client.samples.paste({ text: JSON.stringify(rft(9)) });
    expect([sampleIds.length, format]).toEqual([1, 'openai-finetune']);
    expect(await rows()).toHaveLength(3);
    for (let n = 2; n >= 0; n--) {
      await t.client.history.undo({});
      expect(await rows()).toHaveLength(n);
    }
  });
});

describe('duplicates', () => {
  it('keep the one with people\u2019s work on it and merge the rest as attempts', async () => {
    const chat = (answer: string): unknown => ({
      messages: [
        { role: 'user', content: 'Where is my parcel today?' },
        { role: 'assistant', content: answer },
      ],
    });
    await t.importFile(t.file('a.jsonl', jsonLines([chat('At the depot.'), chat('On the van.')])));
    const [first, second] = await rows();
    await t.client.reviews.submit({ sampleId: second?.id as never, reviewer: 'r', verdict: 'accept', note: 'keep me' });
    expect(await t.client.duplicates.overview({ setup: {} })).toMatchObject({ wouldRemove: 1, inClusters: 2 });
    const [row] = (await t.client.duplicates.clusters({ setup: {}, kind: 'exact', from: 0, limit: 10 })).rows;
    const { cluster } = await t.client.duplicates.cluster({ setup: {}, key: row?.key ?? '' });
    expect(cluster).toMatchObject({ keeperId: second?.id, keeperReason: 'reviews' });
    await t.client.duplicates.resolve({
      setup: {},
      key: row?.key ?? '',
      keeperId: second?.id,
      action: 'merge',
    });
    const merged = await t.client.samples.get({ sampleId: second?.id as never });
    expect(merged.attempts).toHaveLength(2);
    expect((await t.client.reviews.forSample({ sampleId: second?.id as never }))[0]?.note).toBe('keep me');
    expect((await rows('decision:exclude')).map((row) => row.id)).toEqual([first?.id]);
    await t.client.history.undo({});
    expect((await t.client.samples.get({ sampleId: first?.id as never })).attempts).toHaveLength(1);
  });
});

describe('reviews', () => {
  it('store what each verdict means and are undone with their consequences', async () => {
    await t.importFile(
      t.file(
        'a.jsonl',
        jsonLines([
          {
            messages: [
              { role: 'user', content: 'No reference here, please sort it.' },
              { role: 'assistant', content: 'ok' },
            ],
          },
        ]),
      ),
    );
    const queue = (): Promise<{ pending: number; total: number; accepted: number; needWork: number }> =>
      t.client.reviews.queue({ filter: null, reviewer: 'r', from: 0, limit: 10 });
    expect(await queue()).toMatchObject({ total: 1, pending: 1 });
    const [row] = await rows();
    const sampleId = row?.id as never;
    await t.client.reviews.submit({ sampleId, reviewer: 'r', verdict: 'needs_work', note: 'write the reference' });
    expect(await queue()).toMatchObject({ total: 1, pending: 0, needWork: 1 });
    const flags = await t.client.flags.forSample({ sampleId });
    expect(flags.filter((flag) => flag.state === 'open').map((flag) => flag.ruleId)).toContain('needs-work');
    await t.client.reviews.submit({ sampleId, reviewer: 'r', verdict: 'accept' });
    expect((await rows())[0]?.decision).toBe('include');
    await t.client.history.undo({});
    expect((await rows())[0]?.decision).toBe('undecided');
    expect((await t.client.reviews.forSample({ sampleId }))[0]?.verdict).toBe('needs_work');
  });
});
