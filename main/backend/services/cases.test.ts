import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SampleId } from '../../../shared/model/ids.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';

// Cases from practice that concern what is done with samples once they are in a project.
let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(() => t.close());

const turn = (prompt: string, answer: string, more: object = {}): object => ({
  messages: [
    { role: 'user', content: prompt },
    { role: 'assistant', content: answer },
  ],
  ...more,
});

async function idsOf(filter: string): Promise<SampleId[]> {
  const { viewId } = await t.client.views.open({ filter, sort: { key: 'id', descending: false } });
  return (await t.client.views.rows({ viewId, from: 0, to: 100 })).map((row) => row.id);
}

async function grade(graderId: number): Promise<void> {
  const { jobId } = await t.client.scores.run({ graderId, version: 1, filter: '', withoutAttempts: 'skip' });
  const job = await t.finish(jobId);
  expect([job.state, job.error]).toEqual(['succeeded', null]);
}

describe('duplicates of very short texts (T36)', () => {
  it('are compared exactly, the empty text too', async () => {
    const add = async (text: string): Promise<number> => {
      const prompt = [{ role: 'user' as const, parts: [{ type: 'text' as const, text }] }];
      return (await t.client.samples.create({ prompt, tools: [], reference: { a: 1 } })).sampleId;
    };
    const ids: number[] = [];
    for (const text of ['', 'hi', 'h', '', 'hi', 'hi!']) ids.push(await add(text));
    const { jobId } = await t.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near', 'semantic'] });
    await t.finish(jobId);
    const { rows } = await t.client.duplicates.clusters({ setup: {}, kind: 'all', from: 0, limit: 10 });
    const clusters = await Promise.all(rows.map(({ key }) => t.client.duplicates.cluster({ setup: {}, key })));
    const members = clusters.map(({ cluster }) => cluster?.members.map((member) => ids.indexOf(member.sampleId)) ?? []);
    expect(rows.map(({ kind }) => kind)).toEqual(['exact', 'exact']);
    expect(members.map((group) => group.toSorted()).toSorted()).toEqual([
      [0, 3],
      [1, 4],
    ]);
  });
});

describe('the same row imported twice, the second one with people’s work on it (T39)', () => {
  it('keeps that work when both are merged, even into the bare one, and undo parts them again', async () => {
    await t.importFile(t.file('a.jsonl', jsonLines([turn('Where is it?', 'Here.')])), { format: 'openai-finetune' });
    await t.importFile(t.file('b.jsonl', jsonLines([turn('Where is it?', 'Here.', { grade: 'good' })])), {
      format: 'openai-finetune',
    });
    const [bare, worked] = await idsOf('');
    if (bare === undefined || worked === undefined) throw new Error('Two samples were imported.');
    const target = { by: 'ids' as const, ids: [worked] };
    await t.client.tags.set({ target, add: ['checked'], remove: [] });
    await t.client.flags.raise({ target, note: 'Look at the tone.' });
    await t.client.decisions.set({ target, state: 'include', note: 'Asked the shop.' });
    await t.client.reviews.submit({ sampleId: worked, reviewer: 'mira', verdict: 'skip', note: 'Fine so far.' });
    const setup = { neverRemoveReviewed: false };
    const [cluster] = (await t.client.duplicates.clusters({ setup, kind: 'all', from: 0, limit: 10 })).rows;
    expect(cluster?.keeperId).toBe(worked);
    await t.client.duplicates.resolve({ setup, key: cluster?.key ?? '', keeperId: bare, action: 'merge' });
    const work = async (sampleId: SampleId): Promise<unknown[]> => [
      (await t.client.samples.get({ sampleId })).row.tags,
      (await t.client.flags.forSample({ sampleId }))
        .filter((flag) => flag.ruleId === 'person')
        .map((flag) => flag.detail['note']),
      (await t.client.reviews.forSample({ sampleId })).map((review) => review.note),
      (await t.client.samples.get({ sampleId })).row.decision,
      (await t.client.samples.get({ sampleId })).decisionNote,
    ];
    const done = [['checked'], ['Look at the tone.'], ['Fine so far.'], 'include', 'Asked the shop.'];
    expect(await work(bare)).toEqual(done);
    await t.client.history.undo({});
    expect(await work(bare)).toEqual([[], [], [], 'undecided', null]);
    expect(await work(worked)).toEqual(done);
  });
});

describe('an edited reference answer (T46)', () => {
  it('marks the scores made before as stale, and the next run uses the new answer', async () => {
    await t.importFile(t.file('a.jsonl', jsonLines([turn('Which?', 'left')])), { format: 'openai-finetune' });
    const [sampleId] = await idsOf('');
    if (sampleId === undefined) throw new Error('One sample was imported.');
    await t.client.samples.update({ sampleId, change: { reference: { side: 'left' } } });
    const definition = {
      type: 'string_check',
      name: 's',
      operation: 'eq',
      input: '{{sample.output_text}}',
      reference: '{{item.side}}',
    };
    const files = { 'grader.json': JSON.stringify(definition) };
    const { graderId } = await t.client.graders.create({ name: 's', files });
    const state = async (): Promise<[boolean, (number | null)[]]> => {
      const { stale, scores } = await t.client.scores.forSample({ sampleId, runId: null });
      return [stale, scores.map((score) => score.value)];
    };
    await grade(graderId);
    expect(await state()).toEqual([false, [1]]);
    await t.client.samples.update({ sampleId, change: { reference: { side: 'right' } } });
    expect(await state()).toEqual([true, [1]]);
    await grade(graderId);
    expect(await state()).toEqual([false, [0]]);
  });
});

describe('a grader that returns None, NaN, "0.7", 1.5 or raises (T49)', () => {
  it('shows each as an error of its own kind, keeps them out of the mean, and the package warns', async () => {
    const answers = [
      'none',
      'nan',
      'text',
      'high',
      'raise',
      'fine',
      'low',
      'fine',
      'low',
      'fine',
      'low',
      'fine',
      'low',
    ];
    const lines = answers.map((answer, at) => turn(`Question ${at}`, answer));
    await t.importFile(t.file('a.jsonl', jsonLines(lines)), { format: 'openai-finetune' });
    const source = [
      'def grade(sample, item):',
      "    answer = sample['output_text']",
      "    if answer == 'raise':",
      "        raise ValueError('no such claim')",
      "    return {'none': None, 'nan': float('nan'), 'text': '0.7', 'high': 1.5, 'fine': 1.0, 'low': 0.5}[answer]",
      '',
    ].join('\n');
    const files = { 'grader.json': JSON.stringify({ type: 'python', name: 'p', source: '@p.py' }), 'p.py': source };
    const { definitionHash } = await t.client.graders.check({ files });
    await t.client.graders.trust({ definitionHash });
    const { graderId } = await t.client.graders.create({ name: 'p', files });
    await grade(graderId);
    const [run] = await t.client.scores.runs({ graderId });
    expect(run).toMatchObject({ scored: 8, errored: 5, skipped: 0, mean: 0.75, min: 0.5, max: 1 });
    const reasons = await t.client.scores.reasons({ runId: run?.id ?? 0 });
    expect(reasons.map((row) => [row.state, row.count])).toEqual(Array.from({ length: 5 }, () => ['errored', 1]));
    expect(new Set(reasons.map((row) => row.reason)).size).toBe(5);
    const { rows } = await t.client.scores.list({ runId: run?.id ?? 0, from: 0, limit: 50 });
    const errored = rows.filter((row) => row.state === 'errored');
    expect(errored.map((row) => [row.value, row.platformValue])).toEqual(Array.from({ length: 5 }, () => [null, 0]));
    const { problems } = await t.client.exports.preview({
      target: 'openai-rft',
      filter: '',
      graderId,
      version: 1,
      seed: 1,
      validationShare: 0.2,
      leaveOutErrors: true,
    });
    expect(problems.find((problem) => problem.code === 'grader.errored_scores')?.message).toMatch(
      /^5 attempts could not be scored.*pay 0/u,
    );
  }, 60_000);
});
