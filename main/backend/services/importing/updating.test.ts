import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileOptions } from '../../../../shared/contract/sources.ts';
import { SourceId, type SampleId } from '../../../../shared/model/ids.ts';
import { messageText } from '../../../../shared/model/message.ts';
import type { SourceReport } from '../../../../shared/model/source.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

let t: TestBackend;
beforeAll(async () => {
  t = await createTestBackend();
});
afterAll(() => t.close());

type Row = { prompt: string; answer?: string; more?: object };
const row = ({ prompt, answer, more = {} }: Row): object => ({
  messages: [
    { role: 'user', content: prompt },
    ...(answer === undefined ? [] : [{ role: 'assistant', content: answer }]),
  ],
  ...more,
});
const RFT: FileOptions = { format: 'openai-finetune' };
let files = 0;

function fileOf(rows: readonly (Row | string)[], name = `f${(files += 1)}.jsonl`): string {
  return t.file(name, rows.map((one) => (typeof one === 'string' ? `${one}\n` : jsonLines([row(one)]))).join(''));
}

async function importRows(
  rows: readonly (Row | string)[],
  given: { updates?: number; join?: 'same_prompt'; name?: string } = {},
): Promise<SourceReport> {
  const path = fileOf(rows, given.name);
  const { jobId } = await t.client.sources.import({
    policy: 'good',
    privacy: false,
    ...(given.join === undefined ? {} : { join: given.join }),
    files: [
      {
        fileRef: t.ref(path),
        options: RFT,
        ...(given.updates === undefined ? {} : { updates: SourceId.parse(given.updates) }),
      },
    ],
  });
  const job = await t.finish(jobId);
  if (job.state !== 'succeeded') throw new Error(job.error?.message ?? job.state);
  const [report] = (job.result as { sources: SourceReport[] }).sources;
  if (report === undefined) throw new Error('no report');
  return report;
}

async function samplesOf(sourceId: number | null): Promise<{ id: SampleId; prompt: string; attempts: number }[]> {
  const { viewId, total } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
  const rows = await t.client.views.rows({ viewId, from: 0, to: total });
  const all = await Promise.all(rows.map(({ id }) => t.client.samples.get({ sampleId: id })));
  return all
    .filter(({ row: { sourceId: of } }) => of === sourceId)
    .map(({ row: { id }, prompt, attempts }) => ({
      id,
      prompt: prompt.map(messageText).join(),
      attempts: attempts.length,
    }));
}

describe('a file that brings a source up to date', () => {
  it('changes what changed, adds what is new, keeps what is gone, and is undone in one step', async () => {
    const first = await importRows(
      [
        { prompt: 'The bike stands in the yard, which one?', answer: 'red' },
        { prompt: 'The boat lies at the quay, which one?', answer: 'blue' },
        { prompt: 'The kite hangs in the tree, which one?', answer: 'green' },
        { prompt: 'The sled stands in the shed, which one?', answer: 'brown' },
        '{bad',
      ],
      { name: 'feed.jsonl' },
    );
    const before = await samplesOf(first.sourceId);
    const ids = before.map(({ id }) => id);
    await t.client.decisions.set({ target: { by: 'ids', ids }, state: 'include' });
    const next: Row[] = [
      { prompt: 'The bike stands in the yard, which one?', answer: 'red', more: { grade: 'good' } },
      { prompt: 'The boat lies at the quay, which one?', answer: 'blue' },
      { prompt: 'The kite hangs in the old tree, which one?', answer: 'green' },
      { prompt: 'Something else entirely happens now', answer: 'pink' },
    ];
    const offer = await t.client.sources.inspect({ fileRef: t.ref(fileOf(next, 'feed.jsonl')), options: RFT });
    expect(offer.updateOf).toMatchObject({ sourceId: first.sourceId, added: 2, updated: 1, unchanged: 1, samples: 4 });

    const report = await importRows(next, { name: 'feed.jsonl', updates: first.sourceId ?? 0 });
    expect(report).toMatchObject({ sourceId: first.sourceId, samplesAdded: 1, rejected: 0 });
    expect(report.update).toEqual({
      added: 1,
      updated: 2,
      unchanged: 1,
      missing: 1,
      missingRefs: [ids[3]],
      conflicts: 0,
      masked: 0,
    });
    const after = await samplesOf(first.sourceId);
    expect(after.map(({ id }) => id).slice(0, 4)).toEqual(ids);
    expect(after.map(({ prompt }) => prompt)).toContain('The kite hangs in the old tree, which one?');
    expect((await t.client.samples.get({ sampleId: ids[0] as SampleId })).row.decision).toBe('include');
    const list = await t.client.sources.list({ withRemoved: true });
    expect(list.map(({ id, seen, state }) => ({ id, seen, state }))).toEqual([
      { id: first.sourceId, seen: 4, state: 'ready' },
    ]);
    const again = await t.client.sources.inspect({ fileRef: t.ref(fileOf(next, 'feed.jsonl')), options: RFT });
    expect(again.alreadyImported).toBe(true);

    await t.client.history.undo({});
    expect(await samplesOf(first.sourceId)).toEqual(before);
    expect(await t.client.sources.list({})).toMatchObject([{ seen: 5, rejected: 1 }]);
    expect((await t.client.sources.issues({ sourceId: null, code: null, from: 0, limit: 9 })).total).toBe(1);
    await t.client.history.redo({});
    expect(await samplesOf(first.sourceId)).toEqual(after);
  });

  it('never writes over a person\u2019s edit, and keeps the file\u2019s text in the list of issues', async () => {
    const first = await importRows([{ prompt: 'one' }, { prompt: 'two' }]);
    const [one] = await samplesOf(first.sourceId);
    const prompt = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'mine' }] }];
    await t.client.samples.update({ sampleId: one?.id as SampleId, change: { prompt } });
    const rows: Row[] = [{ prompt: 'one', more: { grade: 'x' } }, { prompt: 'two' }];
    const report = await importRows(rows, { updates: first.sourceId ?? 0 });
    expect(report.update).toMatchObject({ added: 0, updated: 1, unchanged: 1, missing: 0, conflicts: 0 });
    expect((await samplesOf(first.sourceId))[0]?.prompt).toBe('mine');
    expect((await t.client.samples.get({ sampleId: one?.id as SampleId })).reference).toMatchObject({ grade: 'x' });
  });

  it('takes no list that moved up for edits of what stood there', async () => {
    const names = ['anchor', 'bottle', 'candle', 'drum', 'engine'];
    const rows = names.map((name): Row => ({ prompt: `Where is the ${name} of the house?` }));
    const first = await importRows(rows.slice(0, 4));
    const before = await samplesOf(first.sourceId);
    const report = await importRows(rows.slice(1), { updates: first.sourceId ?? 0 });
    expect(report.update).toMatchObject({ added: 1, missing: 1, missingRefs: [before[0]?.id] });
    expect((await samplesOf(first.sourceId)).slice(0, 4)).toEqual(before);
  });

  it('leaves the source as it was, and nothing behind, when it is cancelled', async () => {
    const first = await importRows([{ prompt: 'Is it cancelled?' }]);
    const before = await samplesOf(first.sourceId);
    const rows = Array.from({ length: 1_200 }, (_, at): Row => ({ prompt: `Number ${at}` }));
    const { jobId } = await t.client.sources.import({
      policy: 'good',
      privacy: false,
      files: [{ fileRef: t.ref(fileOf(rows)), options: RFT, updates: SourceId.parse(first.sourceId) }],
    });
    const stop = t.client.on('job', ({ job }) => {
      if (job.id === jobId && job.done > 0) void t.client.jobs.cancel({ jobId });
    });
    const job = await t.finish(jobId);
    stop();
    expect(job.state).toBe('cancelled');
    expect(await samplesOf(first.sourceId)).toEqual(before);
    expect((await t.client.sources.list({ withRemoved: true })).filter(({ state }) => state !== 'ready')).toEqual([]);
  });

  it('is refused for a source that is not there', async () => {
    await expect(importRows([{ prompt: 'x' }], { updates: 999 })).rejects.toThrow(/not in this project/u);
  });
});

describe('an update that was cut off', () => {
  it('goes on where it stood once the project is open again, and is one action then', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-update-'));
    const first = await createTestBackend({ folder });
    const old = Array.from({ length: 1_500 }, (_, at): Row => ({ prompt: `Number ${at}`, answer: 'a' }));
    const write = (name: string, rows: readonly Row[]): string => first.file(name, jsonLines(rows.map(row)));
    await first.importFile(write('n.jsonl', old), RFT);
    const next = write(
      'n2.jsonl',
      old.map((one, at) => (at % 100 === 0 ? { ...one, answer: 'b' } : one)),
    );
    const { jobId } = await first.client.sources.import({
      policy: 'good',
      privacy: false,
      files: [{ fileRef: first.ref(next), options: RFT, updates: SourceId.parse(1) }],
    });
    await new Promise<void>((resolve) => {
      first.client.on('job', ({ job }) => {
        if (job.id === jobId && job.done > 0) resolve();
      });
    });
    await first.close();
    const again = await createTestBackend({ folder });
    try {
      expect((await again.client.jobs.get({ jobId })).state).toBe('interrupted');
      await again.client.jobs.resume({ jobId });
      const job = await again.finish(jobId);
      expect(job.result).toMatchObject({
        sources: [{ update: { added: 0, updated: 15, unchanged: 1_485, missing: 0 } }],
      });
      expect(await again.client.sources.list({ withRemoved: true })).toMatchObject([{ id: 1, samples: 1_500 }]);
      const undone = await again.client.history.undo({});
      expect(undone.action?.kind).toBe('source.update');
    } finally {
      await again.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);
});

describe('attempts of tasks that are there', () => {
  it('join them when wanted, go back when their source is removed, and with undo', async () => {
    const host = await importRows([{ prompt: 'Which gear fits?', answer: 'third' }]);
    const rows: Row[] = [
      { prompt: 'Which gear fits?', answer: 'second' },
      { prompt: 'Which chain fits?', answer: 'long' },
    ];
    const offer = await t.client.sources.inspect({ fileRef: t.ref(fileOf(rows)), options: RFT });
    expect(offer.known).toEqual({ samples: 0, attemptsToJoin: 1 });
    const guest = await importRows(rows, { join: 'same_prompt' });
    expect(guest.attemptsJoined).toBe(1);
    const counts = async (id: number | null): Promise<number[]> =>
      (await samplesOf(id)).map(({ attempts }) => attempts);
    expect([await counts(host.sourceId), await counts(guest.sourceId)]).toEqual([[2], [1]]);
    await t.client.history.undo({});
    expect([await counts(host.sourceId), await counts(guest.sourceId)]).toEqual([[1], []]);
    await t.client.history.redo({});
    expect(await counts(host.sourceId)).toEqual([2]);
    await t.client.sources.remove({ sourceId: SourceId.parse(guest.sourceId) });
    expect(await counts(host.sourceId)).toEqual([1]);
    await t.client.history.undo({});
    expect([await counts(host.sourceId), await counts(guest.sourceId)]).toEqual([[2], [1]]);
  });

  it('stay apart unless a person wants them joined', async () => {
    const twice = [{ prompt: 'Which brake fits?', answer: 'disc' }];
    const first = await importRows(twice);
    const second = await importRows([...twice, { prompt: 'other' }]);
    expect(second).not.toHaveProperty('attemptsJoined');
    expect([(await samplesOf(first.sourceId)).length, (await samplesOf(second.sourceId)).length]).toEqual([1, 2]);
  });
});
