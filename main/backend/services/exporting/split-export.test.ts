import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SplitRules } from '../../../../shared/contract/splits.ts';
import { FileRefId } from '../../../../shared/model/ids.ts';
import type { JobRow } from '../../../../shared/model/job.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

let t: TestBackend;
const spec = { target: 'openai-rft', filter: '', graderId: null, version: null, seed: 7, validationShare: 0.2 };
const rules: SplitRules = {
  filter: '',
  shares: { train: 0.6, validation: 0.2, test: 0.2 },
  seed: 1187,
  groupBy: ['user'],
  stratifyBy: ['lang'],
  near: 0.8,
  semantic: 0.92,
};
/** Two samples of one user each; their questions share neither words nor meaning. */
const WORDS = [
  'trains to Lyon',
  'sourdough ovens',
  'kitten food',
  'violin strings',
  'lease clauses',
  'glacier hikes',
  'tax rules',
  'chess openings',
  'printer jams',
  'measles vaccines',
];

beforeAll(async () => {
  t = await createTestBackend();
  const row = (at: number): object => ({
    messages: [{ role: 'user', content: `${WORDS[at]}?` }],
    label: `a${at}`,
    user_id: `u-${at % 5}`,
  });
  await t.importFile(t.file('a.jsonl', jsonLines(WORDS.map((_, at) => row(at)))), { format: 'openai-finetune' });
  await t.scan();
  await t.client.splits.apply({ rules });
}, 60_000);
afterAll(() => t.close());

async function write(out: string): Promise<JobRow> {
  const outRef = FileRefId.parse(t.backend.files.register(out, 'save').id);
  const { jobId } = await t.client.exports.run({ ...spec, leaveOutErrors: false, outRef });
  return t.finish(jobId);
}
const text = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
const rows = (folder: string, file: string): number => text(folder, file).split('\n').length - 1;

describe('a package of a project that is split', () => {
  it('has the files of its splits, and says by which rules they were made', async () => {
    await t.client.splits.lock({ splits: ['test'] });
    const preview = await t.client.exports.preview({ ...spec, leaveOutErrors: false });
    expect([preview.train, preview.validation, preview.test]).toEqual([6, 2, 2]);
    expect(preview.problems.map(({ code }) => code)).toContain('leaks_unchecked');
    const out = join(t.folder, 'whole');
    expect((await write(out)).error).toBeNull();
    expect(readdirSync(out)).toContain('test.jsonl');
    expect(['train', 'validation', 'test'].map((split) => rows(out, `${split}.jsonl`))).toEqual([6, 2, 2]);
    expect(text(out, 'README.md')).toContain(
      'seed 1187, kept together by user, mixed alike by language, 2 locked. 2 samples are held out in `test.jsonl`',
    );
    expect(text(out, 'README.md')).toContain('## Leaks between the splits\n\nNone is open.');
    expect(JSON.parse(text(out, 'manifest.json'))).toMatchObject({
      seed: 1187,
      split: { stored: true, keptTogether: ['user'], mixedAlike: ['lang'], locked: 2, unassigned: 0 },
      leaks: { checked: 'yes', open: 0, accepted: 0 },
      counts: { train: 6, validation: 2, test: 2 },
    });
    // The check that came with it was kept, so the next preview need not warn.
    const again = await t.client.exports.preview({ ...spec, leaveOutErrors: false });
    expect(again.problems.map(({ code }) => code)).not.toContain('leaks_unchecked');
    expect(again.passed).toContain('No leak between the splits is open');
  });

  it('is refused while a leak is open, and tells of those that a person accepted', async () => {
    await t.client.splits.unlock({ splits: [] });
    await t.client.splits.move({ target: { by: 'filter', filter: '' }, split: 'train' });
    await t.client.splits.move({ target: { by: 'filter', filter: 'id:1,2,3' }, split: 'validation' });
    const out = join(t.folder, 'leaky');
    const refused = await write(out);
    expect(refused.state).toBe('failed');
    expect(refused.error?.message).toBe(
      'Nothing was written: 3 pairs of samples leak between the splits: 3 shared conversations, users, documents or fields. Move, drop or accept them with a reason under Split.',
    );
    expect(existsSync(out)).toBe(false);
    const { rows: pairs } = await t.client.leaks.pairs({});
    await t.client.leaks.decide({
      action: 'accept',
      keys: pairs.map(({ key }) => key),
      reason: 'One user | two tasks',
    });
    expect((await write(out)).error).toBeNull();
    expect(text(out, 'README.md')).toContain(
      '- shared conversation, user, document or field, S-0006 (train) and S-0001 (validation): One user \\| two tasks',
    );
    expect(JSON.parse(text(out, 'manifest.json'))).toMatchObject({ leaks: { open: 0, accepted: 3 } });
    expect(existsSync(join(out, 'test.jsonl'))).toBe(false);
  });

  it('leaves samples without a split out and says so', async () => {
    await t.client.splits.move({ target: { by: 'filter', filter: 'id:9,10' }, split: null });
    const preview = await t.client.exports.preview({ ...spec, leaveOutErrors: false });
    expect(preview.train + preview.validation).toBe(8);
    expect(preview.problems.find(({ code }) => code === 'no_split')?.message).toBe(
      '2 samples have no split and are left out. Split again to place them.',
    );
  });
});
