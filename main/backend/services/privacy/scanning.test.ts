import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobId } from '../../../../shared/model/ids.ts';
import type { Message } from '../../../../shared/model/message.ts';
import type { PrivateKind } from '../../../../shared/model/privacy.ts';
import { createTestBackend, type TestBackend } from '../../testing/backend.ts';
import { importUnscanned, readRows, runJob } from '../../testing/privacy.ts';

/** Made up, all of it: domains for examples, numbers of test cards and of fiction. */
const PLANTED = {
  prompt: ['email', 'nora@depot.example.org'],
  system: ['phone', '+49 30 901820'],
  answer: ['card', '4111 1111 1111 1111'],
  argument: ['iban', 'DE89370400440532013000'],
  escaped: ['email', 'tab@depot.example.org'],
  number: ['card', '5555555555554444'],
  result: ['ip', '203.0.113.77'],
  jsonResult: ['national_id', '536-22-8145'],
  reference: ['email', 'ref@depot.example.org'],
  extras: ['email', 'meta@depot.example.org'],
  tool: ['secret', ['sk-proj', 'Ab3dE6gH9jK2mN5pQ8sT1vW4'].join('-')],
} as const satisfies Record<string, readonly [PrivateKind, string]>;
const at = (name: keyof typeof PLANTED): string => PLANTED[name][1];

const NESTED = `{ "to": {"iban": "${at('argument')}"}, "list": [1, {"note": "one\\ttwo\\t${at('escaped')}"}], "card": ${at('number')} }`;
const RECORD = {
  messages: [
    { role: 'system', content: `Call ${at('system')} when in doubt.` },
    { role: 'user', content: `🚲 Write to ${at('prompt')} today.`, log: { owner: at('extras') } },
    {
      role: 'assistant',
      content: `Charged ${at('answer')}.`,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'refund', arguments: NESTED } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: `{"from": "${at('result')}", "ids": ["${at('jsonResult')}"]}` },
    { role: 'assistant', content: 'Done.', weight: 1 },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'refund',
        description: 'Pays back.',
        parameters: { type: 'object', properties: { key: { type: 'string', description: `like ${at('tool')}` } } },
      },
    },
  ],
  customer: { mail: [at('reference')] },
};
const PLAIN = { messages: [{ role: 'user', content: 'Where is the bicycle?' }], decision: 'approve' };

/** More than are looked through in place, and more than three batches. */
const COUNT = 650;

type FlagRow = {
  readonly id: number;
  readonly sample: number;
  readonly attempt: number | null;
  readonly message: number | null;
  readonly start: number;
  readonly end: number;
  readonly detail: string;
  readonly state: string;
};
type Detail = { kind: string; field: string; place: string; part?: number; call?: number; path?: readonly string[] };

let t: TestBackend;
beforeAll(async () => {
  t = await createTestBackend();
  await importUnscanned(t, 'a.jsonl', [RECORD, PLAIN]);
});
afterAll(() => t.close());

function flags(): FlagRow[] {
  return readRows<FlagRow>(
    t,
    `SELECT id, sample_id AS sample, attempt_id AS attempt, message_idx AS message, span_start AS start, span_end AS end, detail, state
     FROM flag WHERE rule_id IN ('secret', 'personal-data') ORDER BY id`,
  );
}

/** Follows a flag to the text it is about, as the viewer does, and cuts its span out. */
function textAt(flag: FlagRow): string {
  const detail = JSON.parse(flag.detail) as Detail;
  const message = messageAt(flag);
  const text =
    detail.path === undefined
      ? textOf(message, detail)
      : memberAt(message?.extras ?? columnAt(flag, detail), detail.path);
  return text.slice(flag.start, flag.end);
}

function messageAt(flag: FlagRow): Message | undefined {
  const sql =
    flag.attempt === null
      ? 'SELECT prompt AS body FROM sample_body WHERE sample_id = ?'
      : 'SELECT body FROM attempt WHERE id = ?';
  const [row] = readRows<{ body: string }>(t, sql, flag.attempt ?? flag.sample);
  return (JSON.parse(row?.body ?? '[]') as Message[])[flag.message ?? -1];
}

function columnAt(flag: FlagRow, { field }: Detail): unknown {
  const [row] = readRows<Record<string, string>>(t, 'SELECT * FROM sample_body WHERE sample_id = ?', flag.sample);
  return JSON.parse(row?.[field.startsWith('reference') ? 'reference' : field] ?? 'null');
}

function textOf(message: Message | undefined, { part, call }: Detail): string {
  if (call !== undefined) return message?.calls?.[call]?.argsText ?? '';
  const one = message?.parts[part ?? -1];
  return one?.type === 'text' ? one.text : '';
}

function memberAt(root: unknown, path: readonly string[]): string {
  let value = root;
  for (const step of path) value = (value as Record<string, unknown>)[step];
  return String(value);
}

describe('a privacy scan', () => {
  it('flags what was planted in every field, each with the very span of it', async () => {
    expect(await t.client.privacy.summary({})).toMatchObject({ samples: 2, scanned: 0, unscanned: 2, found: 0 });
    const found = Object.keys(PLANTED).length;
    const result = await runJob(t, t.client.privacy.scan({}));
    const kinds = flags().map((flag) => [(JSON.parse(flag.detail) as Detail).kind, textAt(flag)]);
    expect(kinds.toSorted()).toEqual(
      Object.values(PLANTED)
        .map((one) => [...one])
        .toSorted(),
    );
    expect(result).toEqual({ scanned: 2, raised: found, cleared: 0 });
    expect(await t.client.privacy.summary({})).toMatchObject({
      scanned: 2,
      unscanned: 0,
      found,
      open: found,
      openSamples: 1,
      foundSamples: 1,
    });
  });

  it('writes down where it is and a hint, never what it is', () => {
    const written = flags()
      .map(({ detail }) => detail)
      .join('\n');
    for (const [, value] of Object.values(PLANTED)) expect(written).not.toContain(value);
    expect(written).not.toContain('depot');
  });

  it('lists findings by page, kind and state, with what stands around them when asked', async () => {
    const { total, rows } = await t.client.privacy.findings({ kind: 'email', withExcerpt: true });
    expect(total).toBe(4);
    expect(rows.map(({ excerpt }) => excerpt?.found)).toEqual([
      at('prompt'),
      at('extras'),
      at('reference'),
      at('escaped'),
    ]);
    expect(rows[0]?.excerpt).toEqual({ before: '🚲 Write to ', found: at('prompt'), after: ' today.' });
    expect(rows.map(({ field }) => field)).toEqual(['prompt', 'extras', 'reference.customer', 'arguments']);
    const all = await t.client.privacy.findings({ withExcerpt: true });
    for (const row of all.rows) expect(Object.values(PLANTED).map(([, value]) => value)).toContain(row.excerpt?.found);
    const second = await t.client.privacy.findings({ from: 1, limit: 1 });
    expect([second.total, second.rows]).toEqual([all.total, [{ ...all.rows[1], excerpt: null }]]);
    expect((await t.client.privacy.findings({ state: 'dismissed' })).total).toBe(0);
  });

  it('raises nothing anew when it looks again, and leaves alone what it has seen', async () => {
    const before = flags();
    expect(await runJob(t, t.client.privacy.scan({}))).toEqual({ scanned: 0, raised: 0, cleared: 0 });
    expect(await runJob(t, t.client.privacy.scan({ again: true }))).toEqual({ scanned: 2, raised: 0, cleared: 0 });
    expect(flags()).toEqual(before);
  });

  it('is due again for a sample that was edited, and takes flags off what is gone', async () => {
    const [flag] = flags();
    const [{ id: sampleId } = { id: undefined }] = (await t.client.privacy.findings({ limit: 1 })).rows.map((row) => ({
      id: row.sampleId,
    }));
    if (sampleId === undefined || flag === undefined) throw new Error('No finding.');
    await t.client.samples.update({ sampleId, change: { reference: { customer: 'none' } } });
    expect(await t.client.privacy.summary({})).toMatchObject({ unscanned: 1 });
    expect(await runJob(t, t.client.privacy.scan({}))).toEqual({ scanned: 1, raised: 0, cleared: 1 });
    await t.client.history.undo({});
    expect(await t.client.privacy.summary({})).toMatchObject({ unscanned: 1 });
    expect(await runJob(t, t.client.privacy.scan({}))).toMatchObject({ scanned: 1, raised: 1 });
  });

  it('keeps what people dismissed dismissed, there and, when they said so, in what comes later', async () => {
    const [mail, , ref] = (await t.client.privacy.findings({ kind: 'email' })).rows;
    if (mail === undefined || ref === undefined) throw new Error('No finding.');
    await t.client.privacy.dismiss({ flagId: mail.flagId });
    await t.client.privacy.dismiss({ flagId: ref.flagId, everywhere: true });
    await runJob(t, t.client.privacy.scan({ again: true }));
    expect((await t.client.privacy.findings({ state: 'dismissed' })).total).toBe(2);
    const later = (text: string): object => ({ messages: [{ role: 'user', content: text }] });
    await importUnscanned(t, 'later.jsonl', [later(`Ask ${ref.kind} ${at('extras')}`), later(`Ask ${at('prompt')}`)]);
    await runJob(t, t.client.privacy.scan({}));
    const dismissed = await t.client.privacy.findings({ state: 'dismissed', withExcerpt: true });
    expect(dismissed.rows.map(({ excerpt }) => excerpt?.found)).toHaveLength(2);
    await t.client.privacy.reopen({ flagId: ref.flagId, everywhere: true });
    expect((await t.client.privacy.findings({ state: 'dismissed' })).total).toBe(1);
  });
});

describe('a privacy scan of many samples', () => {
  it('can be cancelled, and goes on after a restart where it was, in a thread of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-scan-'));
    let many = await createTestBackend({ folder });
    try {
      const ask = (n: number): object => ({
        messages: [{ role: 'user', content: `Write to rider${n}@depot.example.org` }],
      });
      await importUnscanned(
        many,
        'many.jsonl',
        Array.from({ length: COUNT }, (_, n) => ask(n)),
      );
      const first = await startAndWait(many);
      await many.client.jobs.cancel({ jobId: first });
      expect(await many.finish(first)).toMatchObject({ state: 'cancelled' });
      const left = (await many.client.privacy.summary({})).unscanned;
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(COUNT);
      const second = await startAndWait(many);
      await many.close();
      many = await createTestBackend({ folder });
      expect(await many.client.jobs.get({ jobId: second })).toMatchObject({ state: 'interrupted', resumable: true });
      await many.client.jobs.resume({ jobId: second });
      expect(await many.finish(second)).toMatchObject({ state: 'succeeded', result: { scanned: left, raised: left } });
      expect(await many.client.privacy.summary({})).toMatchObject({ scanned: COUNT, open: COUNT, openSamples: COUNT });
    } finally {
      await many.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Starts a scan and waits until it has looked through some, not all. */
async function startAndWait(many: TestBackend): Promise<JobId> {
  const begun = Promise.withResolvers<undefined>();
  const stop = many.client.on('job', ({ job }) => {
    if (job.kind === 'privacy.scan' && job.done > 0) begun.resolve(undefined);
  });
  const { jobId } = await many.client.privacy.scan({});
  await begun.promise;
  stop();
  return jobId;
}
