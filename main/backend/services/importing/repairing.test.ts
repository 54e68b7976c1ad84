import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileRefId, SourceId } from '../../../../shared/model/ids.ts';
import type { RepairAction, StoredIssue } from '../../../../shared/model/source.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

let t: TestBackend;
let sourceId: SourceId;
const user = { role: 'user', content: 'Where is it?' };
const good = { messages: [user, { role: 'assistant', content: 'Here.' }] };
const BROKEN =
  '{"messages": [{"role": "user", "content": "Broken, but close"}, {"role": "assistant", "content": "Yes"}]';
const UNREADABLE = JSON.stringify({ messages: [user, 'no message'], tools: [] });

beforeAll(async () => {
  t = await createTestBackend();
  const path = t.file('a.jsonl', `${jsonLines([good])}${BROKEN}\n${UNREADABLE}\n{{{nothing\n${jsonLines([good])}`);
  const report = (await t.importFile(path, { format: 'openai-finetune' })).sources[0];
  sourceId = SourceId.parse(report?.sourceId);
  expect(report).toMatchObject({ seen: 5, kept: 2, rejected: 3 });
});
afterAll(() => t.close());

async function issues(state: 'open' | 'resolved' | 'all' = 'open'): Promise<StoredIssue[]> {
  return (await t.client.sources.issues({ sourceId, code: null, from: 0, limit: 100, state })).rows;
}

async function issueAt(line: number): Promise<StoredIssue> {
  const found = (await issues('all')).find((issue) => issue.line === line);
  if (found === undefined) throw new Error(`no issue on line ${line}`);
  return found;
}

async function repair(line: number, action: RepairAction, text?: string) {
  const issue = await issueAt(line);
  return t.client.sources.repair({ issueIds: [issue.id], action, ...(text === undefined ? {} : { text }) });
}

const counts = async (): Promise<unknown> => {
  const [source] = await t.client.sources.list({});
  return [source?.seen, source?.kept, source?.rejected, source?.samples];
};

describe('refused records', () => {
  it('are kept whole and offered with what can be done about them', async () => {
    expect((await issueAt(2)).raw).toBe(BROKEN);
    const groups = await t.client.sources.issueGroups({ sourceId });
    expect(groups.every(({ rejected, actions }) => !rejected || actions.includes('skip'))).toBe(true);
    expect(groups.filter(({ actions }) => actions[0] === 'json_repair').map(({ count }) => count)).toEqual([1, 1]);
  });

  it('are mended where their text is nearly JSON, shown before, counted after, and undone', async () => {
    const issue = await issueAt(2);
    const preview = await t.client.sources.repairPreview({ issueId: issue.id, action: 'json_repair' });
    expect(preview).toMatchObject({ text: `${BROKEN}}`, problem: null });
    expect(preview.samples[0]?.attempts).toHaveLength(1);
    expect(await counts()).toEqual([5, 2, 3, 2]);
    const done = await repair(2, 'json_repair');
    expect(done).toMatchObject({ resolved: 1, failed: [] });
    expect(await counts()).toEqual([5, 3, 2, 3]);
    expect((await issues('resolved')).map(({ line, raw }) => [line, raw])).toEqual([[2, BROKEN]]);
    await expect(repair(2, 'json_repair')).rejects.toThrow(/already/u);
    await t.client.history.undo({});
    expect(await counts()).toEqual([5, 2, 3, 2]);
    await t.client.history.redo({});
    expect([await counts(), (await issues()).length]).toEqual([[5, 3, 2, 3], 2]);
  });

  it('stay refused, with the reason, when nothing comes of a repair', async () => {
    const text = '{"messages": 7}';
    const failed = await repair(4, 'edit', text);
    expect([failed.resolved, failed.failed.length, await counts()]).toEqual([0, 1, [5, 3, 2, 3]]);
    const { id } = await issueAt(4);
    expect((await t.client.sources.repairPreview({ issueId: id, action: 'edit', text })).problem).toBe(
      failed.failed[0]?.message,
    );
  });

  it('are read as a person corrects them, as a task only, or skipped for good', async () => {
    const edited = await repair(4, 'edit', JSON.stringify(good));
    expect(edited.sampleIds).toHaveLength(1);
    const task = await repair(3, 'task_only');
    const sample = await t.client.samples.get({ sampleId: task.sampleIds[0] as never });
    expect([sample.attempts.length, sample.prompt.length]).toEqual([0, 1]);
    await t.client.history.undo({});
    expect(await repair(3, 'skip')).toMatchObject({ resolved: 1, sampleIds: [] });
    expect([await counts(), (await issues()).length]).toEqual([[5, 4, 1, 4], 0]);
  });

  it('are saved with their text, resolved ones too', async () => {
    const saved = await t.client.sources.exportIssues({ sourceId });
    const lines = readFileSync(saved.path, 'utf8').trim().split('\n');
    expect([saved.count, lines.length]).toEqual([3, 3]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ line: 2, raw: BROKEN, resolved: true });
  });
});

describe('what is remembered of mappings', () => {
  const csv = 'Frage,Antwort,Note\nWer?,Ich,1\n';
  const map = { prompt: 'Frage', 'reference.a': 'Antwort' };

  it('is proposed for the same columns in any order once it was used, until it is forgotten', async () => {
    const path = t.file('q.csv', csv);
    const inspect = (file: string) =>
      t.client.sources.inspect({ fileRef: t.ref(file), options: { format: 'delimited' } });
    expect((await inspect(path)).mapFrom).toBe('guessed');
    await t.importFile(path, { format: 'delimited', map });
    const other = t.file('r.csv', 'Note,Frage,Antwort\n2,Wann?,Jetzt\n');
    expect(await inspect(other)).toMatchObject({ mapFrom: 'remembered', map });
    const columns = ['Antwort', 'Frage', 'Note'];
    expect(await t.client.sources.forgetMapping({ columns })).toEqual({ changed: 1 });
    expect((await inspect(other)).mapFrom).toBe('guessed');
  });

  it('can have names, and is listed where its columns are', async () => {
    await t.client.sources.savePreset({ name: 'Umfrage', map });
    await t.client.sources.savePreset({ name: 'Umfrage', map: { ...map, title: 'Note' } });
    expect(await t.client.sources.presets({ columns: ['Frage'] })).toEqual([]);
    expect(await t.client.sources.presets({})).toEqual([{ name: 'Umfrage', map: { ...map, title: 'Note' } }]);
    expect(await t.client.sources.removePreset({ name: 'Umfrage' })).toEqual({ changed: 1 });
  });
});

describe('a folder', () => {
  it('is read file by file, and what is passed over is said with the reason', async () => {
    const root = join(t.folder, 'logs');
    mkdirSync(join(root, 'sub'), { recursive: true });
    writeFileSync(join(root, 'sub', 'b.jsonl'), jsonLines([good]));
    writeFileSync(join(root, 'a.jsonl'), jsonLines([{ messages: [user] }]));
    writeFileSync(join(root, 'notes.txt'), 'Dear diary, nothing happened.\n');
    writeFileSync(join(root, 'empty.jsonl'), '');
    writeFileSync(join(root, 'photo.png'), 'x');
    writeFileSync(join(root, '.hidden'), 'x');
    symlinkSync('/etc/hosts', join(root, 'link.jsonl'));
    const fileRef = FileRefId.parse(t.backend.files.register(root, 'folder').id);
    const expanded = await t.client.sources.expand({ fileRef });
    expect(expanded.files.map(({ name }) => name)).toEqual(['a.jsonl', 'notes.txt', join('sub', 'b.jsonl')]);
    expect(expanded.passedOver.map(({ name }) => name).toSorted()).toEqual([
      '.hidden',
      'empty.jsonl',
      'link.jsonl',
      'photo.png',
    ]);
    const { jobId } = await t.client.sources.import({
      policy: 'good',
      privacy: false,
      files: [{ fileRef, options: {} }],
    });
    const job = await t.finish(jobId);
    const result = job.result as { sources: { name: string }[]; passedOver: { name: string }[] };
    expect(result.sources.map(({ name }) => name)).toEqual(['a.jsonl', join('sub', 'b.jsonl')]);
    expect(result.passedOver.map(({ name }) => name)).toContain('notes.txt');
  });

  it('without anything to read is refused with the first reason', async () => {
    const root = join(t.folder, 'bare');
    mkdirSync(root);
    const fileRef = FileRefId.parse(t.backend.files.register(root, 'folder').id);
    await expect(t.client.sources.import({ policy: 'good', files: [{ fileRef, options: {} }] })).rejects.toThrow(
      'The folder holds no files.',
    );
  });
});

describe('samples that were kept as they stood', () => {
  it('are mended where tools are called and not offered, or results name no call', async () => {
    const calls = [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":"x"}' } }];
    const messages = [
      user,
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'elsewhere', content: 'found' },
      { role: 'assistant', content: 'Found.' },
    ];
    await t.importFile(t.file('calls.jsonl', jsonLines([{ messages }])), { format: 'openai-finetune' });
    const target = { by: 'filter', filter: 'source:calls*' } as const;
    expect(await t.client.sources.mendSamples({ target, action: 'pair_by_order' })).toEqual({ changed: 1 });
    expect(await t.client.sources.mendSamples({ target, action: 'pair_by_order' })).toEqual({ changed: 0 });
    expect(await t.client.sources.mendSamples({ target, action: 'infer_tools' })).toEqual({ changed: 1 });
    const { viewId } = await t.client.views.open({ filter: target.filter, sort: { key: 'id', descending: false } });
    const [row] = await t.client.views.rows({ viewId, from: 0, to: 1 });
    const sample = await t.client.samples.get({ sampleId: row?.id as never });
    expect(sample.tools.map(({ name }) => name)).toEqual(['find']);
    const attempt = await t.client.samples.attempt({ attemptId: sample.attempts[0]?.id as never });
    expect(attempt.messages.find(({ role }) => role === 'tool')?.callId).toBe('c1');
    const flags = (await t.client.flags.forSample({ sampleId: row?.id as never })).map(({ ruleId }) => ruleId);
    expect(flags).not.toContain('unknown-tool');
    expect(flags).not.toContain('orphan-result');
  });
});
