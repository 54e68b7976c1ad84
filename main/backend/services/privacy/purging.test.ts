import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SampleId } from '../../../../shared/model/ids.ts';
import type { Message } from '../../../../shared/model/message.ts';
import { createTestBackend, type TestBackend } from '../../testing/backend.ts';
import { dump, importUnscanned, readRows, runJob } from '../../testing/privacy.ts';

const MAIL = 'zora@quillmere.example.org';
const NAME = 'Jürg Quillmere';
const VALUES = [MAIL, NAME, '+49 30 901820'];
/** The name as encoders of logs write it that keep to ASCII, and as JSON inside JSON has it then. */
const ESCAPED = String.raw`J\u00fcrg Quillmere`;
const SENSITIVE = /quillmer|901820|30 90 18 20/iu;

const call = (args: string): object => ({ id: 'c1', type: 'function', function: { name: 'refund', arguments: args } });
const RECORDS = [
  {
    messages: [
      { role: 'user', content: `Refund\n${NAME}, ${MAIL}. Call 030, then +49 30 90 18 20.`, log: { who: NAME } },
      { role: 'assistant', content: null, tool_calls: [call(`{"to": "${ESCAPED}", "tel": 4930901820}`)] },
      { role: 'tool', tool_call_id: 'c1', content: `{"paid":"{\\"to\\":\\"${MAIL.toUpperCase()}\\"}"}` },
      { role: 'assistant', content: 'Paid.' },
    ],
    customer: NAME,
  },
  { messages: [{ role: 'user', content: 'The bell rings for Jürg and Zora alone.' }], answer: 'bell' },
  { messages: [{ role: 'user', content: `Only ${MAIL} rides a tandem.` }], answer: 'tandem' },
  { messages: [{ role: 'user', content: 'Greasewood wheel of a stranger.' }], answer: 'strangerwood' },
];

let t: TestBackend;
let backup: string;
beforeAll(async () => {
  t = await createTestBackend();
  const broken = `{"messages": [{"role": "user", "content": "${MAIL} ${ESCAPED}"`;
  await importUnscanned(t, 'a.jsonl', RECORDS);
  const path = t.file('broken.jsonl', `${JSON.stringify(RECORDS[1])}\n${broken}\n`);
  await runJob(
    t,
    t.client.sources.import({
      policy: 'good',
      files: [{ fileRef: t.ref(path), options: { format: 'openai-finetune' } }],
      privacy: false,
    }),
  );
  await runJob(t, t.client.privacy.scan({}));
  await runJob(t, t.client.privacy.mask({ filter: 'tandem' }));
  await t.client.samples.update({ sampleId: SampleId.parse(2), change: { title: `Ask ${NAME}` } });
  await t.client.samples.update({ sampleId: SampleId.parse(2), change: { title: 'Ask nobody' } });
  await t.client.reviews.submit({
    sampleId: SampleId.parse(2),
    reviewer: 'Ana',
    verdict: 'reject',
    note: `${NAME} said so`,
  });
  await t.client.reviews.saveDraft({ sampleId: SampleId.parse(1), reviewer: 'Ana', note: `call ${MAIL}`, scores: [] });
  const backups = join(t.folder, 'data', 'backups');
  mkdirSync(backups, { recursive: true });
  backup = join(backups, 'test-2026-01-01.assay');
  const db = new Database(t.projectPath);
  db.prepare(
    `INSERT INTO live_record (source_id, kind, thread, ref, received_at, body, bytes) VALUES (1, 'spans', 't', NULL, 0, ?, 9)`,
  ).run(JSON.stringify({ span: JSON.stringify({ user: NAME }) }));
  await db.backup(backup);
  db.close();
});
afterAll(() => t.close());

/** What files hold that a pattern finds, with a little around it. */
function inBytes(pattern: RegExp): string[] {
  const text = [t.projectPath, `${t.projectPath}-wal`, backup].map((path) => readFileSync(path, 'latin1')).join('');
  return around(text, pattern);
}
function inRows(path: string, pattern: RegExp): string[] {
  const db = new Database(path, { readonly: true });
  const tables = db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sample_fts%'",
    )
    .all();
  const found = tables.flatMap(({ name }) =>
    around(JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all()), pattern).map((one) => `${name}: ${one}`),
  );
  db.close();
  return found;
}
function around(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(new RegExp(pattern, 'giu')), ({ index }) =>
    text.slice(Math.max(0, index - 40), index + 40),
  );
}

describe('purging', () => {
  it('says beforehand where it would find something, and writes nothing', async () => {
    const before = inRows(t.projectPath, /.{60}/u);
    expect(inRows(t.projectPath, SENSITIVE)).not.toEqual([]);
    const { samples, places, backups } = await t.client.privacy.purgePreview({ values: VALUES, filter: 'greasewood' });
    expect(samples).toBe(2);
    expect(backups).toEqual([backup]);
    const found = Object.fromEntries(places.map(({ where, count }) => [where, count]));
    expect(found).toMatchObject({
      'samples to delete': 1,
      attempts: 1,
      'issues of imports': 1,
      'live records': 1,
      reviews: 2,
      'originals of tokens': 1,
    });
    expect(found['samples']).toBeGreaterThan(0);
    expect(found['steps that undo can take back']).toBeGreaterThan(1);
    expect(inRows(t.projectPath, /.{60}/u)).toEqual(before);
  });

  it('takes values out of every row and every byte of the project and of its backups', async () => {
    expect(inBytes(SENSITIVE)).not.toEqual([]);
    const done = await runJob(t, t.client.privacy.purge({ values: VALUES }));
    expect(done).toMatchObject({ leftovers: [], backups: [backup] });
    expect(inRows(t.projectPath, SENSITIVE)).toEqual([]);
    expect(inRows(backup, SENSITIVE)).toEqual([]);
    // The search index and free pages too.
    expect(inBytes(SENSITIVE)).toEqual([]);
    expect((await t.client.privacy.purgePreview({ values: VALUES })).places).toEqual([]);
  });

  it('leaves everything else as it was, JSON as JSON, and samples looked through', async () => {
    const [first, second, third] = readRows<{ prompt: string; reference: string; body: string }>(
      t,
      "SELECT b.*, coalesce(a.body, '[]') AS body FROM sample_body b LEFT JOIN attempt a USING (sample_id) ORDER BY sample_id",
    ).map(({ prompt, reference, body }) => ({
      prompt: JSON.parse(prompt) as unknown,
      reference: JSON.parse(reference) as unknown,
      messages: JSON.parse(body) as Message[],
    }));
    expect(first?.prompt).toMatchObject([
      {
        parts: [{ text: 'Refund\n[removed], [removed]. Call 030, then [removed].' }],
        extras: { log: { who: '[removed]' } },
      },
    ]);
    expect(first?.reference).toEqual({ customer: '[removed]' });
    expect(first?.messages).toMatchObject([
      {
        calls: [
          {
            argsText: '{"to": "[removed]", "tel": "[removed]"}',
            args: { to: '[removed]', tel: '[removed]' },
          },
        ],
      },
      { parts: [{ text: String.raw`{"paid":"{\"to\":\"[removed]\"}"}` }] },
      { parts: [{ text: 'Paid.' }] },
    ]);
    expect(second?.prompt).toMatchObject([{ parts: [{ text: 'The bell rings for Jürg and Zora alone.' }] }]);
    expect(third?.prompt).toMatchObject([{ parts: [{ text: 'Only EMAIL_1 rides a tandem.' }] }]);
    expect(await t.client.privacy.summary({})).toMatchObject({ unscanned: 0 });
    const { total } = await t.client.views.open({ filter: 'quillmere', sort: { key: 'id', descending: false } });
    expect(total).toBe(0);
    expect(await runJob(t, t.client.privacy.unmask({}))).toMatchObject({ samples: 0 });
  });

  it('cannot be undone, and undoing what was done before it brings no value back', async () => {
    const labels = async (): Promise<string[]> =>
      (await t.client.history.list({ before: null, limit: 50 })).rows.map(({ label }) => label);
    const before = await labels();
    expect(before).toEqual(expect.arrayContaining(['Mask 1 finding in 1 sample', 'Edit S-0002']));
    for (let step = 0; step < 4; step += 1) await t.client.history.undo({});
    expect(inRows(t.projectPath, SENSITIVE)).toEqual([]);
    expect((await t.client.samples.get({ sampleId: SampleId.parse(3) })).prompt).toMatchObject([
      { parts: [{ text: 'Only [removed] rides a tandem.' }] },
    ]);
    // What was undone is looked through again before anything is let out.
    await runJob(t, t.client.privacy.scan({}));
    expect(await t.client.privacy.summary({ filter: 'id:3' })).toMatchObject({ open: 0, unscanned: 0 });
    for (let step = 0; step < 4; step += 1) await t.client.history.redo({});
    expect(inRows(t.projectPath, SENSITIVE)).toEqual([]);
  });

  it('deletes samples for good, with their undo steps, in backups too', async () => {
    expect(inBytes(/strangerwood/u)).not.toEqual([]);
    await t.client.decisions.set({ target: { by: 'ids', ids: [SampleId.parse(4)] }, state: 'include' });
    expect(await runJob(t, t.client.privacy.purge({ filter: 'greasewood' }))).toMatchObject({
      samples: 1,
      leftovers: [],
    });
    expect(inBytes(/greasewood|strangerwood/iu)).toEqual([]);
    expect(readRows(t, 'SELECT id FROM sample WHERE id = 4')).toEqual([]);
    await t.client.history.undo({});
    expect(dump(t, ['decision'])['decision']).not.toContainEqual(expect.objectContaining({ sample_id: 4 }));
    expect(readRows(t, 'PRAGMA foreign_key_check')).toEqual([]);
  });

  it('refuses words that records are written with, and to purge nothing', async () => {
    await expect(t.client.privacy.purge({})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(t.client.privacy.purge({ values: ['parts'] })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(t.client.privacy.purge({ values: ['Assistant'] })).rejects.toMatchObject({ code: 'invalid_input' });
    // A part of a word is another word.
    expect((await t.client.privacy.purgePreview({ values: ['ings'] })).places).toEqual([]);
  });

  it('is refused in a project that another program has open, as masking is', async () => {
    const other = await createTestBackend({ folder: t.folder });
    try {
      expect((await other.client.privacy.purgePreview({ values: ['Jürg'] })).samples).toBe(2);
      for (const start of [
        other.client.privacy.purge({ values: ['Jürg'] }),
        other.client.privacy.mask({}),
        other.client.privacy.scan({}),
      ])
        await expect(start).rejects.toMatchObject({ code: 'read_only' });
    } finally {
      await other.close();
    }
  });
});
