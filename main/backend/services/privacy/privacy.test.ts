import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SampleId } from '../../../../shared/model/ids.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

const call = (args: string): object => ({
  id: 'c1',
  type: 'function',
  function: { name: 'refund', arguments: args },
});
const RECORDS = [
  {
    messages: [
      { role: 'user', content: 'Refund mira@depot.example.org please. She is Mrs Mira Keller.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('{ "iban": "DE89 3704 0044 0532 0130 00", "card": 4111111111111111 }')],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'ok, call +49 30 901820' },
      { role: 'assistant', content: 'Done, wrote to MIRA@depot.example.org.' },
    ],
  },
  {
    messages: [{ role: 'user', content: 'Nothing private here, PERSON_1.' }],
    answer: { customer: 'mira@depot.example.org' },
  },
];

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
  const fileRef = t.ref(t.file('a.jsonl', jsonLines(RECORDS)));
  const files = [{ fileRef, options: { format: 'openai-finetune' } }];
  await t.finish((await t.client.sources.import({ policy: 'good', files, privacy: false })).jobId);
});
afterEach(() => t.close());

async function run(job: Promise<{ jobId: Parameters<TestBackend['finish']>[0] }>): Promise<Record<string, unknown>> {
  const ended = await t.finish((await job).jobId);
  if (ended.state !== 'succeeded') throw new Error(`${ended.state}: ${ended.error?.message ?? ''}`);
  return ended.result as Record<string, unknown>; // results of these jobs are objects
}
async function texts(): Promise<string> {
  const all: unknown[] = [];
  for (const id of [1, 2]) {
    const { prompt, tools, reference, attempts, row } = await t.client.samples.get({ sampleId: SampleId.parse(id) });
    all.push(row.title, prompt, tools, reference);
    for (const attempt of attempts) all.push((await t.client.samples.attempt({ attemptId: attempt.id })).messages);
  }
  return JSON.stringify(all);
}

describe('personal data of a project', () => {
  it('is found once, with places and hints, and not looked for again until a sample changes', async () => {
    expect(await t.client.privacy.summary({})).toMatchObject({ samples: 2, unscanned: 2, found: 0 });
    expect(await run(t.client.privacy.scan({}))).toMatchObject({ scanned: 2, raised: 7 });
    expect(await run(t.client.privacy.scan({}))).toMatchObject({ scanned: 0 });
    const { rows } = await t.client.privacy.findings({});
    expect(rows.map(({ kind, field, place, hint }) => [kind, field, place, hint])).toEqual([
      ['email', 'prompt', 'prompt 1', 'm…g (22 characters)'],
      ['person', 'prompt', 'prompt 1', 'M…r (11 characters)'],
      ['iban', 'arguments', 'attempt 1 message 1, arguments of refund', 'D…0 (27 characters)'],
      ['card', 'arguments', 'attempt 1 message 1, arguments of refund', '4…1 (16 characters)'],
      ['phone', 'results', 'attempt 1 message 2', '+…0 (13 characters)'],
      ['email', 'answers', 'attempt 1 message 3', 'M…g (22 characters)'],
      ['email', 'reference.answer', 'reference answer customer', 'm…g (22 characters)'],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/mira|keller/iu);
    const shown = await t.client.privacy.findings({ kind: 'email', withExcerpt: true });
    expect(shown.rows.map(({ shownAs, excerpt }) => [shownAs, excerpt?.found.toLowerCase()])).toEqual(
      Array.from({ length: 3 }, () => ['EMAIL_1', 'mira@depot.example.org']),
    );
    const [row] = rows;
    if (row === undefined) throw new Error('No finding.');
    await t.client.samples.update({ sampleId: row.sampleId, change: { reference: { a: 1 } } });
    expect(await t.client.privacy.summary({})).toMatchObject({ unscanned: 1 });
  });

  it('is masked in one action that undo takes back, with the same token for the same value', async () => {
    const before = await texts();
    await run(t.client.privacy.scan({}));
    expect(await t.client.privacy.preview({})).toMatchObject({ findings: 7, samples: 2, texts: [{}, {}, {}, {}, {}] });
    const done = await run(t.client.privacy.mask({}));
    expect(done).toMatchObject({ samples: 2, masked: { email: 3, person: 1, iban: 1, card: 1, phone: 1 } });
    const masked = await texts();
    expect(masked).not.toMatch(/mira|keller|DE89|411111|901820/iu);
    expect(masked.match(/EMAIL_1/gu)?.length).toBeGreaterThanOrEqual(3);
    // PERSON_1 stands in a text by itself.
    expect(masked).toContain('Mrs PERSON_2');
    expect(masked).toContain('{ \\"iban\\": \\"IBAN_1\\", \\"card\\": \\"CARD_1\\" }');
    expect(await t.client.privacy.summary({})).toMatchObject({ open: 0, unscanned: 0, found: 7 });
    expect((await t.client.history.list({ before: null, limit: 1 })).rows[0]?.label).toBe(
      'Mask 7 findings in 2 samples',
    );
    await t.client.history.undo({});
    expect(await texts()).toBe(before);
    expect(await t.client.privacy.summary({})).toMatchObject({ open: 7, unscanned: 0 });
    await t.client.history.redo({});
    expect(await texts()).toBe(masked);
    expect(await run(t.client.privacy.unmask({}))).toMatchObject({ samples: 2, unmasked: { email: 3, card: 1 } });
    expect(await texts()).toBe(before);
    expect(await t.client.privacy.summary({})).toMatchObject({ open: 7, unscanned: 0 });
  });

  it('is masked, dropped or kept as the policy says of kind and field', async () => {
    const policy = { kinds: { iban: 'drop', person: 'keep' }, fields: { 'reference.*': 'keep' } } as const;
    await t.client.privacy.setPolicy({ policy });
    await run(t.client.privacy.scan({}));
    const done = await run(t.client.privacy.mask({}));
    expect(done).toMatchObject({ dropped: { iban: 1 }, kept: { person: 1, email: 1 }, masked: { email: 2 } });
    const masked = await texts();
    expect(masked).toContain('[bank account removed]');
    expect(masked).toContain('mira@depot.example.org');
    await run(t.client.privacy.unmask({}));
    expect(await texts()).not.toContain('DE89');
  });

  it('stays where people said that it is none, also after masking and the next scan', async () => {
    await run(t.client.privacy.scan({}));
    const [first] = (await t.client.privacy.findings({ kind: 'email' })).rows;
    if (first === undefined) throw new Error('No finding.');
    expect(await t.client.privacy.dismiss({ flagId: first.flagId })).toEqual({ changed: 1 });
    await run(t.client.privacy.mask({}));
    expect(await texts()).toContain('Refund mira@depot.example.org');
    expect((await t.client.privacy.findings({ state: 'dismissed' })).rows).toMatchObject([
      { kind: 'email', place: 'prompt 1' },
    ]);
    await run(t.client.privacy.unmask({}));
    expect(await run(t.client.privacy.scan({ again: true }))).toMatchObject({ scanned: 2, cleared: 0, raised: 0 });
    const [open] = (await t.client.privacy.findings({ kind: 'email', state: 'open' })).rows;
    if (open === undefined) throw new Error('No finding.');
    await t.client.privacy.dismiss({ flagId: open.flagId, everywhere: true });
    expect((await t.client.privacy.findings({ kind: 'email', state: 'open' })).total).toBe(0);
    await t.client.history.undo({});
    expect((await t.client.privacy.findings({ kind: 'email', state: 'open' })).total).toBe(2);
  });

  it('keeps a package back while it is open or not looked for, unless a person says why', async () => {
    const spec = { target: 'openai-rft', filter: '', graderId: null, version: null, seed: 1, validationShare: 0.5 };
    await t.client.samples.update({ sampleId: SampleId.parse(1), change: { reference: { answer: 'paid' } } });
    const codes = async (more: object = {}): Promise<string[]> =>
      (await t.client.exports.preview({ ...spec, leaveOutErrors: true, ...more })).problems
        .filter(({ code, severity }) => code.startsWith('personal_data') && severity === 'error')
        .map(({ code }) => code);
    expect(await codes()).toEqual(['personal_data_unscanned']);
    await run(t.client.privacy.scan({}));
    expect(await codes()).toEqual(['personal_data_open']);
    const refused = await t.finish((await t.client.exports.run({ ...spec, leaveOutErrors: true })).jobId);
    expect(refused.error?.message).toMatch(/3 e-mail addresses.*Mask it/u);
    const allowPersonalData = 'Consent is on file';
    expect(await codes({ allowPersonalData })).toEqual([]);
    const out = await run(t.client.exports.run({ ...spec, leaveOutErrors: true, allowPersonalData }));
    const read = (name: string): string => readFileSync(join(String(out['out']), name), 'utf8');
    expect(JSON.parse(read('manifest.json'))).toMatchObject({ personalData: { allowedBecause: allowPersonalData } });
    expect(read('README.md')).toContain(allowPersonalData);
    const { rows, canUndo } = await t.client.history.list({ before: null, limit: 1 });
    expect(rows[0]?.label).toContain(allowPersonalData);
    expect(canUndo?.id).not.toBe(rows[0]?.id);
    await run(t.client.privacy.mask({}));
    expect(await codes()).toEqual([]);
    const clean = await run(t.client.exports.run({ ...spec, leaveOutErrors: true }));
    const lines = ['train.jsonl', 'validation.jsonl', 'manifest.json', 'README.md']
      .map((name) => readFileSync(join(String(clean['out']), name), 'utf8'))
      .join('');
    expect(lines).toContain('EMAIL_1');
    expect(lines).not.toMatch(/mira|keller|DE89|411111/iu);
  });

  it('is purged from every table, undo step and byte of the file, while what else there is stays', async () => {
    await run(t.client.privacy.scan({}));
    await run(t.client.privacy.mask({}));
    await t.client.samples.update({ sampleId: SampleId.parse(2), change: { title: 'Ask mira@depot.example.org' } });
    const values = ['mira@depot.example.org', 'Mira Keller', '4111 1111 1111 1111'];
    const bytes = (): string =>
      [t.projectPath, `${t.projectPath}-wal`].map((path) => readFileSync(path, 'latin1')).join('');
    expect(bytes().includes('mira@depot.example.org')).toBe(true);
    const preview = await t.client.privacy.purgePreview({ values });
    expect(preview.places.map(({ where }) => where)).toEqual(
      expect.arrayContaining(['samples', 'steps that undo can take back', 'originals of tokens']),
    );
    const done = await run(t.client.privacy.purge({ values }));
    expect(done).toMatchObject({ leftovers: [] });
    expect(/mira@depot|mira keller|4111 ?1111 ?1111/iu.test(bytes())).toBe(false);
    expect((await t.client.privacy.purgePreview({ values })).places).toEqual([]);
    expect(await texts()).toContain('EMAIL_1');
    // Undo brings back the text as it was, but for what was purged.
    await t.client.history.undo({});
    await t.client.history.undo({});
    expect(await texts()).toContain('Refund [removed] please. She is Mrs [removed].');
    expect(await texts()).toContain('DE89');
    await run(t.client.privacy.purge({ values: [], filter: 'reference:none' }));
    expect(bytes().includes('DE89')).toBe(false);
  });
});
