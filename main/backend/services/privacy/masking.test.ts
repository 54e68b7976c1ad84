import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SampleId } from '../../../../shared/model/ids.ts';
import type { Message } from '../../../../shared/model/message.ts';
import type { PrivacyPolicy } from '../../../../shared/model/privacy.ts';
import { createTestBackend, type TestBackend } from '../../testing/backend.ts';
import { dump, importUnscanned, readRows, runJob } from '../../testing/privacy.ts';

const MAIL = 'nora@depot.example.org';
const ARGS = `{ "to": {"mail": "${MAIL}", "${MAIL}": 1, "NORA@depot.example.org": 2}, "card": 4111111111111111, "note": "one\\ttwo \\u006eora@depot.example.org" }`;
const RECORDS = [
  {
    messages: [
      {
        role: 'user',
        content: `🚲 Write to ${MAIL}, not to EMAIL_1. Call +49 30 901820.`,
        log: { who: MAIL, at: [1, 2] },
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'refund', arguments: ARGS } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: `{"paid": ["${MAIL}"],"by":"Mrs Mira Keller"}` },
      { role: 'assistant', content: 'Paid.', reasoning_content: `She is Mrs Mira Keller.` },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'refund', description: `Pays. Ask ${MAIL}.`, parameters: { type: 'object', properties: {} } },
      },
    ],
    customer: { mail: MAIL, phone: '+49 30 901820' },
    owner: 'Mrs Mira Keller',
  },
  { messages: [{ role: 'user', content: `The bell of NORA@depot.example.org rings.` }], answer: 'bell' },
  { messages: [{ role: 'user', content: 'The bell rings.' }], answer: 'bell' },
];
const SENSITIVE = /ora@|4111111111111111|901820|keller/iu;
/** Everything that masking may change, and what it must not. */
const TABLES = [
  'sample',
  'sample_body',
  'attempt',
  'tool_call',
  'flag',
  'decision',
  'score',
  'edited_field',
  'private_scan',
  'private_use',
  'private_value',
] as const;
const MASK_ALL: PrivacyPolicy = { kinds: {}, fields: {} };

let t: TestBackend;
beforeAll(async () => {
  t = await createTestBackend();
  await importUnscanned(t, 'a.jsonl', RECORDS);
  await runJob(t, t.client.privacy.scan({}));
});
afterAll(() => t.close());

type Body = { readonly prompt: string; readonly tools: string; readonly reference: string };

function messages(): Message[] {
  const bodies = readRows<{ body: string }>(
    t,
    'SELECT prompt AS body FROM sample_body UNION ALL SELECT body FROM attempt',
  );
  return bodies.flatMap(({ body }) => JSON.parse(body) as Message[]);
}

/** Every text of the project, each as it stands by itself. */
function texts(): string[] {
  const columns = readRows<Body>(t, 'SELECT prompt, tools, reference FROM sample_body');
  return [
    ...messages().flatMap((message) => [
      ...message.parts.flatMap((part) => ('text' in part ? [part.text] : [])),
      ...(message.calls ?? []).map(({ argsText }) => argsText),
      ...(message.extras === undefined ? [] : [JSON.stringify(message.extras)]),
    ]),
    ...columns.flatMap(({ tools, reference }) => [tools, reference]),
    ...readRows<{ title: string }>(t, 'SELECT title FROM sample').map(({ title }) => title),
  ];
}

async function found(filter: string): Promise<number> {
  return (await t.client.views.open({ filter, sort: { key: 'id', descending: false } })).total;
}

describe('masking', () => {
  it('shows beforehand what it then does', async () => {
    const preview = await t.client.privacy.preview({ limit: 50 });
    const before = texts();
    const done = await runJob(t, t.client.privacy.mask({}));
    expect({ masked: done['masked'], dropped: done['dropped'], samples: done['samples'] }).toEqual({
      masked: preview.masked,
      dropped: preview.dropped,
      samples: preview.samples,
    });
    const after = texts();
    expect(preview.texts.length).toBe(8);
    for (const shown of preview.texts) {
      expect(before).toContain(shown.before);
      expect(after).toContain(shown.after);
      for (const { start, end, afterStart, afterEnd } of shown.changes) {
        expect(shown.before.slice(start, end)).toMatch(SENSITIVE);
        expect(shown.after.slice(afterStart, afterEnd)).toMatch(/^"?[A-Z]+_\d+"?$/u);
      }
    }
  });

  it('leaves no value anywhere, and the same token for the same value', async () => {
    expect(texts().join('\n')).not.toMatch(SENSITIVE);
    // EMAIL_1 stands in the first sample by itself, so it stands for nothing anywhere.
    const [prompt] = messages();
    expect(prompt?.parts).toEqual([{ type: 'text', text: '🚲 Write to EMAIL_2, not to EMAIL_1. Call PHONE_1.' }]);
    expect(prompt?.extras).toEqual({ log: { who: 'EMAIL_2', at: [1, 2] } });
    expect(texts()).toContain('The bell of EMAIL_2 rings.');
    const reference = readRows<Body>(t, 'SELECT * FROM sample_body ORDER BY sample_id')[0]?.reference;
    expect(JSON.parse(reference ?? '')).toMatchObject({ customer: { mail: 'EMAIL_2', phone: 'PHONE_1' } });
    expect(await found('EMAIL_2')).toBe(2);
    expect(await found('nora')).toBe(0);
    expect(await t.client.privacy.summary({})).toMatchObject({ open: 0, openSamples: 0, unscanned: 0 });
    expect(await runJob(t, t.client.privacy.scan({ again: true }))).toEqual({ scanned: 3, raised: 0, cleared: 0 });
  });

  it('keeps arguments JSON of the same members, as text and as read', () => {
    const call = messages().flatMap((message) => message.calls ?? [])[0];
    const args = JSON.parse(call?.argsText ?? '') as { to: Record<string, unknown> };
    expect(call?.args).toEqual(args);
    expect(Object.values(args.to)).toEqual(['EMAIL_2', 1, 2]);
    expect(args).toMatchObject({ card: 'CARD_1', note: 'one\ttwo EMAIL_2' });
  });

  it('does nothing the second time', async () => {
    const before = dump(t, TABLES);
    expect(await runJob(t, t.client.privacy.mask({}))).toMatchObject({ samples: 0, masked: {}, actionId: null });
    expect(dump(t, TABLES)).toEqual(before);
  });

  it('is taken back by undo row by row, done again by redo, and scores know', async () => {
    const masked = dump(t, TABLES);
    await t.client.history.undo({});
    const plain = dump(t, TABLES);
    expect(texts().join('\n')).toMatch(SENSITIVE);
    expect(await found('nora')).toBe(2);
    expect([plain['private_value'], plain['private_use'], plain['edited_field']]).toEqual([[], [], []]);
    await t.client.history.redo({});
    expect(dump(t, TABLES)).toEqual(masked);
    await t.client.history.undo({});
    expect(dump(t, TABLES)).toEqual(plain);
    const { graderId } = await t.client.graders.create({
      name: 'bell',
      files: {
        'grader.json': JSON.stringify({
          type: 'string_check',
          name: 'bell',
          input: '{{sample.output_text}}',
          reference: 'Paid.',
          operation: 'eq',
        }),
      },
    });
    await runJob(t, t.client.scores.run({ graderId, version: 1, filter: '', withoutAttempts: 'skip' }));
    const isStale = async (id: number): Promise<boolean> =>
      (await t.client.scores.forSample({ sampleId: SampleId.parse(id), runId: null })).stale;
    const hashes = (): unknown[] => readRows(t, 'SELECT content_hash, prompt_hash FROM sample WHERE id = 1');
    const before = hashes();
    await runJob(t, t.client.privacy.mask({}));
    expect([await isStale(1), await isStale(3)]).toEqual([true, false]);
    expect(hashes()).not.toEqual(before);
    await t.client.history.undo({});
    expect([await isStale(1), hashes()]).toEqual([false, before]);
  });

  it('comes off again when it is unmasked, all of it', async () => {
    const text = (): unknown => dump(t, ['sample_body', 'attempt', 'tool_call']);
    const rows = (): unknown =>
      readRows(t, 'SELECT id, title, lang, content_hash, prompt_hash, prompt_chars, has_reference FROM sample');
    const [before, head] = [text(), rows()];
    const open = (await t.client.privacy.summary({})).open;
    const partly = { kinds: {}, fields: { prompt: 'keep', 'reference.owner': 'keep' } } as const;
    await runJob(t, t.client.privacy.mask({ policy: partly }));
    await runJob(t, t.client.privacy.mask({ policy: MASK_ALL }));
    expect(texts().join('\n')).not.toMatch(SENSITIVE);
    expect(await runJob(t, t.client.privacy.unmask({}))).toMatchObject({ samples: 2 });
    expect([text(), rows()]).toEqual([before, head]);
    expect(await t.client.privacy.summary({})).toMatchObject({ open, unscanned: 0 });
    expect((await t.client.privacy.summary({})).kinds.every(({ masked }) => masked === 0)).toBe(true);
    // Of undo and redo, what counts is that nothing is in between.
    await t.client.history.undo({});
    expect(texts().join('\n')).not.toMatch(SENSITIVE);
    for (let times = 0; times < 2; times += 1) await t.client.history.undo({});
    expect([text(), rows()]).toEqual([before, head]);
  });

  it('masks, keeps and drops as the policy says of kind and field, and keeps no original of what it drops', async () => {
    const policy = {
      kinds: { email: 'drop', card: 'keep' },
      fields: { 'reference.owner': 'keep', tools: { email: 'mask' } },
    } as const;
    await t.client.privacy.setPolicy({ policy });
    const done = await runJob(t, t.client.privacy.mask({}));
    expect(done).toMatchObject({ kept: { card: 1, person: 1 }, masked: { email: 1, phone: 2 } });
    const all = texts().join('\n');
    expect(all).toContain('Write to [e-mail address removed], not to EMAIL_1.');
    expect(all).toContain('"owner":"Mrs Mira Keller"');
    expect(all).toContain('"card": 4111111111111111');
    expect(all).toContain('Ask EMAIL_2.');
    const values = readRows<{ token: string; value: string }>(
      t,
      'SELECT token, value FROM private_value ORDER BY token',
    );
    expect(values).toEqual([
      { token: 'EMAIL_2', value: MAIL },
      { token: 'PERSON_1', value: 'Mira Keller' },
      { token: 'PHONE_1', value: '+49 30 901820' },
    ]);
    await runJob(t, t.client.privacy.unmask({}));
    expect(texts().join('\n')).toContain('Write to [e-mail address removed], not to EMAIL_1.');
    for (let times = 0; times < 2; times += 1) await t.client.history.undo({});
    await t.client.privacy.setPolicy({ policy: MASK_ALL });
    expect(texts().join('\n')).toContain(`Write to ${MAIL}`);
  });

  it('is taken back whole when it is cancelled between its transactions', async () => {
    for (const name of ['b', 'c'])
      await importUnscanned(
        t,
        `${name}.jsonl`,
        Array.from({ length: 130 }, (_, n) => ({
          messages: [{ role: 'user', content: `Ask ${name}${n}@depot.example.org` }],
        })),
      );
    for (const sourceId of readRows<{ id: number }>(t, 'SELECT id FROM source ORDER BY id'))
      await runJob(
        t,
        t.client.privacy.scan({ filter: `source:${sourceId.id === 1 ? 'a' : sourceId.id === 2 ? 'b' : 'c'}.jsonl` }),
      );
    expect(await t.client.privacy.summary({})).toMatchObject({ unscanned: 0 });
    const before = dump(t, [...TABLES, 'action', 'change']);
    const begun = Promise.withResolvers<undefined>();
    const stop = t.client.on('job', ({ job }) => {
      if (job.kind === 'privacy.mask' && job.done > 0) begun.resolve(undefined);
    });
    const { jobId } = await t.client.privacy.mask({});
    await begun.promise;
    expect(readRows(t, 'SELECT 1 FROM private_use').length).toBeGreaterThan(0);
    await t.client.jobs.cancel({ jobId });
    expect(await t.finish(jobId)).toMatchObject({ state: 'cancelled' });
    stop();
    expect(dump(t, [...TABLES, 'action', 'change'])).toEqual(before);
    expect(await found('b7')).toBe(1);
  });
});
