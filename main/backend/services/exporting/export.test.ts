import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exports as exportsContract, type ExportSpec } from '../../../../shared/contract/graders.ts';
import { FileRefId } from '../../../../shared/model/ids.ts';
import type { JobRow } from '../../../../shared/model/job.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(() => t.close());

const spec: ExportSpec = {
  target: 'openai-rft',
  filter: '',
  graderId: null,
  version: null,
  seed: 7,
  validationShare: 0.2,
  leaveOutErrors: false,
};
const claim = (at: number, extra: object = {}): object => ({
  messages: [
    { role: 'system', content: 'You sort claims.' },
    { role: 'user', content: `Claim ${at}` },
  ],
  decision: at % 2 === 0 ? 'approve' : 'reject',
  ...extra,
});

async function addSamples(records: readonly object[]): Promise<void> {
  await t.importFile(t.file('a.jsonl', jsonLines(records)), { format: 'openai-finetune' });
  await t.scan();
}
async function write(out: string, change: Partial<ExportSpec> = {}): Promise<JobRow> {
  const outRef = FileRefId.parse(t.backend.files.register(out, 'save').id);
  const { jobId } = await t.client.exports.run({ ...spec, ...change, outRef });
  return t.finish(jobId);
}
const lines = (folder: string, file: string): Record<string, unknown>[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    // Written by the exporter in this test.
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a package', () => {
  it('is listed with the hash of its manifest and how many samples were left out', async () => {
    await addSamples(Array.from({ length: 12 }, (_, at) => claim(at)));
    await addSamples([
      { messages: [{ role: 'user', content: 'No reference' }] },
      ...Array.from({ length: 3 }, (_, at) => claim(90 + at)),
    ]);
    const out = join(t.folder, 'listed');
    const job = await write(out, { leaveOutErrors: true });
    const [row] = await t.client.exports.list({});
    const result = exportsContract.run.result.parse(job.result);
    expect(row?.manifestSha256).toBe(
      createHash('sha256')
        .update(readFileSync(join(out, 'manifest.json')))
        .digest('hex'),
    );
    expect(row?.leftOut).toBe(result.leftOut);
    expect(result.leftOut).toBeGreaterThan(0);
  });

  it('has 80 of 100 samples to train on, none in both files, and the same bytes again', async () => {
    await addSamples(Array.from({ length: 100 }, (_, at) => claim(at)));
    const first = join(t.folder, 'one');
    const second = join(t.folder, 'two');
    expect((await write(first)).state).toBe('succeeded');
    expect((await write(second)).state).toBe('succeeded');
    const train = lines(first, 'train.jsonl');
    const validation = lines(first, 'validation.jsonl');
    expect([train.length, validation.length]).toEqual([80, 20]);
    const texts = new Set(train.map((line) => JSON.stringify(line)));
    expect(validation.filter((line) => texts.has(JSON.stringify(line)))).toEqual([]);
    for (const file of readdirSync(first))
      expect(readFileSync(join(second, file))).toEqual(readFileSync(join(first, file)));
  });

  it('writes system turns as developer and every reference field under its own key', async () => {
    await addSamples(Array.from({ length: 10 }, (_, at) => claim(at, { evidence: ['a', 'b'] })));
    const out = join(t.folder, 'p');
    await write(out);
    expect(lines(out, 'train.jsonl')[0]).toMatchObject({
      messages: [{ role: 'developer' }, { role: 'user' }],
      evidence: ['a', 'b'],
    });
  });

  it('is previewed with the very hashes that are written', async () => {
    await addSamples(Array.from({ length: 20 }, (_, at) => claim(at)));
    const preview = await t.client.exports.preview(spec);
    const out = join(t.folder, 'p');
    await write(out);
    const [written] = await t.client.exports.list({});
    const hashes = (files: readonly { path: string; sha256: string }[]): string[] =>
      files.filter((one) => one.path !== 'manifest.json').map((one) => one.sha256);
    expect(hashes(written?.files ?? [])).toEqual(hashes(preview.files));
  });

  it('is refused while a sample has errors, unless such samples are left out', async () => {
    await addSamples([
      ...Array.from({ length: 12 }, (_, at) => claim(at)),
      { messages: [{ role: 'user', content: 'no reference' }] },
    ]);
    const out = join(t.folder, 'p');
    const refused = await write(out);
    expect(refused.state).toBe('failed');
    expect(refused.error?.message).toContain('reference');
    expect(existsSync(out)).toBe(false);
    expect((await write(out, { leaveOutErrors: true })).state).toBe('succeeded');
    expect(lines(out, 'train.jsonl').length + lines(out, 'validation.jsonl').length).toBe(12);
  });

  it('never goes over a folder that holds other files', async () => {
    await addSamples(Array.from({ length: 12 }, (_, at) => claim(at)));
    const out = join(t.folder, 'mine');
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.txt'), 'years of work');
    expect((await write(out)).error?.code).toBe('conflict');
    expect(readFileSync(join(out, 'thesis.txt'), 'utf8')).toBe('years of work');
    expect(readdirSync(t.folder).filter((name) => name.includes('.partial'))).toEqual([]);
  });

  it('cannot be made to read a file that its manifest does not name', async () => {
    await addSamples(Array.from({ length: 12 }, (_, at) => claim(at)));
    await write(join(t.folder, 'p'));
    const [written] = await t.client.exports.list({});
    const exportId = written?.exportId ?? 0;
    expect((await t.client.exports.read({ exportId, path: 'train.jsonl' })).text).toContain('Claim');
    for (const path of ['../test.assay', '/etc/passwd', 'nothing.json'])
      await expect(t.client.exports.read({ exportId, path })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('names the samples that the grader cannot read and warns of errored scores', async () => {
    await addSamples([...Array.from({ length: 12 }, (_, at) => claim(at, { gold: 'x' })), claim(99)]);
    const files = {
      'grader.json': JSON.stringify({
        type: 'string_check',
        name: 'g',
        operation: 'eq',
        input: '{{sample.output_text}}',
        reference: '{{item.gold}}',
      }),
    };
    const { graderId } = await t.client.graders.create({ name: 'g', files });
    const { jobId } = await t.client.scores.run({ graderId, version: 1, filter: '', withoutAttempts: 'reference' });
    await t.finish(jobId);
    const preview = await t.client.exports.preview({ ...spec, graderId, version: 1 });
    expect(preview.problems.filter((problem) => problem.code === 'missing_variable')).toHaveLength(1);
    expect(preview.problems.map((problem) => problem.code)).toContain('grader.errored_scores');
  });
});
