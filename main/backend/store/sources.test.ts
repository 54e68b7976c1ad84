import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(() => t.close());

const claim = (at: number): object => ({ messages: [{ role: 'user', content: `Claim ${at}` }], decision: 'approve' });

/** Imports a file of one good record and some that are no JSON. */
async function importFaulty(name: string, at: number, faults: number): Promise<number> {
  const path = t.file(name, jsonLines([claim(at)]) + '{bad\n'.repeat(faults));
  const { sources } = await t.importFile(path, { format: 'openai-finetune' });
  return sources[0]?.sourceId ?? 0;
}

describe('groups of issues', () => {
  it('name the sources they count and no others: not removed ones, and one only when asked for one', async () => {
    const first = await importFaulty('b-first.jsonl', 1, 2);
    const second = await importFaulty('a-second.jsonl', 2, 1);
    const groups = async (sourceId: number | null): Promise<[number, string[]][]> =>
      (await t.client.sources.issueGroups({ sourceId: sourceId }))
        .filter((group) => group.rejected)
        .map(({ count, sources }) => [count, sources]);
    expect(await groups(null)).toEqual([[3, ['a-second.jsonl', 'b-first.jsonl']]]);
    expect(await groups(second)).toEqual([[1, ['a-second.jsonl']]]);
    await t.client.sources.remove({ sourceId: first });
    expect(await groups(null)).toEqual([[1, ['a-second.jsonl']]]);
    expect(await groups(first)).toEqual([]);
  });
});

describe('a file that was imported before', () => {
  it('is shown as the source it is, by its name there, before and after it is imported again', async () => {
    const text = jsonLines([claim(1), claim(2)]);
    const [source] = (await t.importFile(t.file('old.jsonl', text))).sources;
    const fileRef = t.ref(t.file('new.jsonl', text));
    const known = { sourceId: source?.sourceId, name: 'old.jsonl', samples: 2, removed: false };
    expect(await t.client.sources.inspect({ fileRef, options: {} })).toMatchObject({
      alreadyImported: true,
      importedAs: known,
    });
    const again = await t.importFile(t.file('new.jsonl', text));
    expect(again.sources).toMatchObject([{ alreadyImported: true, samplesAdded: 0, importedAs: known }]);
  });

  it('says so too when the source was removed, and is back after it is imported again', async () => {
    const path = t.file('a.jsonl', jsonLines([claim(1)]));
    const [source] = (await t.importFile(path)).sources;
    await t.client.sources.remove({ sourceId: source?.sourceId as never });
    const inspected = await t.client.sources.inspect({ fileRef: t.ref(path), options: {} });
    expect(inspected).toMatchObject({ alreadyImported: false, importedAs: { removed: true, samples: 1 } });
    expect((await t.importFile(path)).sources).toMatchObject([{ importedAs: { removed: true } }]);
    expect((await t.client.sources.list({})).map((row) => row.state)).toEqual(['ready']);
  });

  it('is not spoken of when it is new', async () => {
    const fileRef = t.ref(t.file('a.jsonl', jsonLines([claim(1)])));
    expect(await t.client.sources.inspect({ fileRef, options: {} })).not.toHaveProperty('importedAs');
  });
});

describe('samples.raw', () => {
  it('gives a sample and its attempts as they are stored, with what is not modelled', async () => {
    const messages = [
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: 'At the depot.' },
    ];
    await t.importFile(t.file('a.jsonl', jsonLines([{ messages, parallel_tool_calls: false }])), {
      format: 'openai-finetune',
    });
    const { viewId } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
    const [row] = await t.client.views.rows({ viewId, from: 0, to: 1 });
    const sampleId = row?.id as never;
    const detail = await t.client.samples.get({ sampleId });
    const raw = await t.client.samples.raw({ sampleId, attemptId: null });
    expect(JSON.parse(raw.text)).toMatchObject({
      prompt: detail.prompt,
      reference: detail.reference,
      extras: detail.extras,
    });
    const attemptId = detail.attempts[0]?.id as never;
    const attempt = await t.client.samples.raw({ sampleId, attemptId });
    expect(JSON.parse(attempt.text)).toEqual(await t.client.samples.attempt({ attemptId }));
    await expect(t.client.samples.raw({ sampleId, attemptId: 999 })).rejects.toThrow('S-0001 has no attempt 999.');
  });
});

describe('the score beside an attempt', () => {
  it('is of the run that ended last among graders in use, as everywhere', async () => {
    const messages = [
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: 'At the depot.' },
    ];
    await t.importFile(t.file('a.jsonl', jsonLines([{ messages }])), { format: 'openai-finetune' });
    const score = async (name: string, operation: string): Promise<number> => {
      const definition = {
        type: 'string_check',
        name,
        operation,
        input: '{{sample.output_text}}',
        reference: 'At the depot.',
      };
      const { graderId } = await t.client.graders.create({
        name,
        files: { 'grader.json': JSON.stringify(definition) },
      });
      const { jobId } = await t.client.scores.run({ graderId, version: 1, filter: '', withoutAttempts: 'skip' });
      await t.finish(jobId);
      return graderId;
    };
    const shown = async (): Promise<number | null | undefined> =>
      (await t.client.samples.get({ sampleId: 1 })).attempts[0]?.score;
    const first = await score('same', 'eq');
    expect(await shown()).toBe(1);
    const other = await score('other', 'ne');
    expect(await shown()).toBe(0);
    await t.client.graders.archive({ graderId: other });
    expect(await shown()).toBe(1);
    expect((await t.client.scores.forSample({ sampleId: 1, runId: null })).run?.graderId).toBe(first);
  });
});
