import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackend, createLog } from '../backend/index.ts';
import { createPortPair } from '../../shared/rpc/port.ts';
import { createClient } from '../../shared/rpc/client.ts';
import { runCli } from './program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Run = { code: number; out: string; err: string; json: () => Record<string, unknown> };

async function assay(...argv: string[]): Promise<Run> {
  let out = '';
  let err = '';
  const code = await runCli(
    argv,
    { version: '0.0.0-test', dataDir: join(folder, 'data'), homeDir: join(folder, 'home'), cwd: folder },
    { stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } },
  );
  // The command answers with one JSON document.
  return { code, out, err, json: () => JSON.parse(out) as Record<string, unknown> };
}

function lines(name: string, records: readonly unknown[]): void {
  writeFileSync(join(folder, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}
const chat = (at: number, extra: object = {}): object => ({
  messages: [
    { role: 'user', content: `Question ${at}` },
    { role: 'assistant', content: `Answer ${at}` },
  ],
  ...extra,
});
const task = (at: number): object => ({
  messages: [{ role: 'user', content: `Question ${at}` }],
  answer: `Answer ${at}`,
});

describe('assay', () => {
  it('takes a file from import to export on paths relative to where it was called', async () => {
    lines(
      'tasks.jsonl',
      Array.from({ length: 20 }, (_, at) => task(at)),
    );
    writeFileSync(
      join(folder, 'grader.json'),
      JSON.stringify({
        type: 'string_check',
        name: 'g',
        operation: 'eq',
        input: '{{sample.output_text}}',
        reference: '{{item.answer}}',
      }),
    );
    const imported = await assay('import', 'p.assay', 'tasks.jsonl', '--json');
    expect(imported.code).toBe(0);
    expect(imported.json()).toMatchObject({
      samplesAdded: 20,
      attemptsAdded: 0,
      sources: [{ name: 'tasks.jsonl', format: 'openai-finetune', seen: 20, kept: 20, rejected: 0, issues: [] }],
    });
    expect((await assay('stats', 'p.assay', '--json')).json()).toMatchObject({
      samples: 20,
      attempts: 0,
      decisions: { undecided: 20 },
    });
    expect((await assay('decide', 'p.assay', 'exclude', '--where', 'id:1..4', '--json')).json()).toEqual({
      changed: 4,
      decision: 'exclude',
    });
    expect((await assay('undo', 'p.assay', '--json')).json()).toMatchObject({ action: { label: 'Exclude 4 samples' } });
    expect((await assay('redo', 'p.assay', '--json')).code).toBe(0);
    const graded = (
      await assay('grade', 'p.assay', '--grader', 'grader.json', '--where', '-decision:exclude', '--json')
    ).json();
    expect(graded).toMatchObject({ version: 1, run: { scored: 16, skipped: 0, errored: 0, mean: 1 } });
    expect((graded['scores'] as unknown[])[0]).toMatchObject({ state: 'scored', value: 1, on: 'reference' });
    const exported = await assay('export', 'p.assay', '--target', 'openai-rft', '--out', 'package', '--json');
    expect(exported.code).toBe(0);
    expect((exported.json()['files'] as { path: string }[]).map((file) => file.path)).toEqual([
      'train.jsonl',
      'validation.jsonl',
      'grader.json',
      'README.md',
      'manifest.json',
    ]);
    expect(existsSync(join(folder, 'package', 'train.jsonl'))).toBe(true);
    expect((await assay('sources', 'p.assay', '--json')).json()).toMatchObject({
      sources: [{ name: 'tasks.jsonl', format: 'openai-finetune', seen: 20, kept: 20, rejected: 0, samples: 20 }],
    });
    const flagged = (await assay('scan', 'p.assay', '--flags', '--where', 'id:1..3', '--json')).json();
    expect(flagged).toMatchObject({ samples: 3, byRule: {}, findings: [] });
    expect((await assay('scan', 'p.assay', '--privacy', '--json')).json()).toMatchObject({
      samples: 20,
      byRule: {},
      findings: [],
    });
    expect((await assay('history', 'p.assay', '--json')).json()['actions']).not.toHaveLength(0);
  });

  it('scans for flags and for private data, alone and together, in one shape', async () => {
    lines('t.jsonl', [
      {
        messages: [
          { role: 'user', content: 'Write to mira.holt@bikes.example' },
          { role: 'assistant', content: '' },
        ],
        a: '1',
      },
      chat(1),
    ]);
    await assay('import', 'p.assay', 't.jsonl');
    const privacy = (await assay('scan', 'p.assay', '--json')).json();
    const flags = (await assay('scan', 'p.assay', '--flags', '--json')).json();
    const both = (await assay('scan', 'p.assay', '--flags', '--privacy', '--json')).json();
    expect(privacy).toMatchObject({
      samples: 2,
      byRule: { email: 1 },
      findings: [{ sample: 'S-0001', rule: 'email' }],
    });
    expect(flags['byRule']).toMatchObject({ 'empty-answer': 1 });
    expect(both).toMatchObject({ samples: 2, byRule: { email: 1, 'empty-answer': 1 } });
    // Parsed from the command's own JSON, whose shape is asserted above.
    const found = (both['findings'] as readonly { rule: string; sample: string }[]).map(({ rule }) => rule);
    expect(found.filter((rule) => rule === 'email' || rule === 'empty-answer').toSorted()).toEqual([
      'email',
      'empty-answer',
    ]);
    expect(found).not.toContain('personal-data');
    expect(both['total']).toBe(found.length);
  });

  it('says in one sentence what is wrong and exits with 1', async () => {
    const missing = await assay('stats', 'nothing.assay');
    expect([missing.code, missing.out]).toEqual([1, '']);
    expect(missing.err).toMatch(/^assay: There is no project at .*nothing\.assay\.\n$/u);
    lines('t.jsonl', [chat(1)]);
    await assay('import', 'p.assay', 't.jsonl');
    const filter = await assay('list', 'p.assay', '--where', 'calss>3', '--json');
    expect(filter.code).toBe(1);
    expect(filter.json()).toMatchObject({ error: { code: 'invalid_input' } });
    const sample = await assay('show', 'p.assay', 'banana', '--json');
    expect(sample.json()).toMatchObject({ error: { code: 'invalid_input' } });
  });

  it('exits with 2 for a usage error', async () => {
    expect((await assay('frobnicate')).code).toBe(2);
    expect((await assay('import')).code).toBe(2);
    expect((await assay('import', 'p.assay', 'x', '--per', 'week')).code).toBe(2);
  });

  it('reads everything and writes nothing in a dry run', async () => {
    lines('t.jsonl', [chat(1), chat(2)]);
    const dry = await assay('import', 'p.assay', 't.jsonl', '--dry-run', '--json');
    expect(dry.json()).toMatchObject({ dryRun: true, samplesAdded: 2 });
    expect(existsSync(join(folder, 'p.assay'))).toBe(false);
  });

  it('lists refused records with line, offset, code and a sentence that does not quote them', async () => {
    writeFileSync(join(folder, 'bad.jsonl'), `${JSON.stringify(chat(1))}\n\n{"secret": oops\n`);
    const result = (await assay('import', 'p.assay', 'bad.jsonl', '--json')).json();
    expect(result).toMatchObject({ sources: [{ seen: 2, kept: 1, rejected: 1 }] });
    const issues =
      (result['sources'] as { issues: { line: number; message: string; code: string }[] }[])[0]?.issues ?? [];
    const refused = issues.find((issue) => issue.line === 3);
    expect(refused).toBeDefined();
    expect(refused?.message).not.toContain('secret');
  });

  it('reads folders, brings a source up to date, saves what was refused, and tells what became of fields', async () => {
    mkdirSync(join(folder, 'logs'));
    lines('logs/a.jsonl', [chat(1), chat(2, { note: 'kept as it is' })]);
    writeFileSync(join(folder, 'logs', 'photo.png'), 'x');
    const read = await assay('import', 'p.assay', 'logs');
    expect(read.out).toContain('passed over photo.png: ');
    writeFileSync(join(folder, 'next.jsonl'), `${JSON.stringify(chat(2, { note: 'other' }))}\n{bad\n`);
    const updated = await assay(
      'import',
      'p.assay',
      'next.jsonl',
      '--update',
      'a.jsonl',
      '--issues',
      'bad.jsonl',
      '--json',
    );
    expect(updated.json()).toMatchObject({
      sources: [{ rejected: 1, update: { added: 0, updated: 1, unchanged: 0, missing: 1 } }],
    });
    expect(JSON.parse(readFileSync(join(folder, 'bad.jsonl'), 'utf8'))).toMatchObject({ line: 2, raw: '{bad' });
    const { sources } = (await assay('sources', 'p.assay', '--loss', '--json')).json();
    const fates = [
      { path: '$.messages[*].role', fate: 'mapped' },
      { path: '$.messages[*].content', fate: 'mapped' },
      { path: '$.note', fate: 'mapped' },
    ];
    expect(sources).toMatchObject([{ name: 'a.jsonl', loss: { recordsRead: 2, recordsScanned: 1, paths: fates } }]);
    const refused = await assay('import', 'p.assay', 'next.jsonl', '--update', 'nothing');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('no source called nothing')]);
  });

  it('maps columns by name on top of what it guesses', async () => {
    writeFileSync(join(folder, 't.csv'), 'question,reply,grade\nWhat is due?,Nothing,0.5\n');
    const result = await assay(
      'import',
      'p.assay',
      't.csv',
      '--map',
      'answer=reply',
      '--map',
      'reward=grade',
      '--json',
    );
    expect(result.json()).toMatchObject({ samplesAdded: 1, attemptsAdded: 1 });
    expect((await assay('stats', 'p.assay', '--json')).json()).toMatchObject({ rewards: { count: 1, mean: 0.5 } });
  });

  it('shows one sample with its attempts, and rows by filter', async () => {
    lines('t.jsonl', [chat(1), chat(2)]);
    await assay('import', 'p.assay', 't.jsonl');
    expect((await assay('show', 'p.assay', 'S-0001', '--json')).json()).toMatchObject({
      ref: 'S-0001',
      attempts: [{ messages: [{ role: 'assistant' }] }],
    });
    expect((await assay('list', 'p.assay', '--where', 'id:2', '--json')).json()).toMatchObject({
      total: 1,
      rows: [{ ref: 'S-0002' }],
    });
  });

  it('refuses to write into a project that another process has open, and still reads and exports it', async () => {
    lines(
      't.jsonl',
      Array.from({ length: 20 }, (_, at) => task(at)),
    );
    await assay('import', 'p.assay', 't.jsonl');
    const other = createBackend({
      version: 'x',
      dataDir: join(folder, 'other'),
      homeDir: folder,
      roots: [],
      log: createLog(null),
    });
    const [ours, theirs] = createPortPair();
    other.connect(theirs, { host: 'test', openPath: join(folder, 'p.assay') });
    await createClient(ours).projects.current({});
    const write = await assay('decide', 'p.assay', 'include', '--where', '', '--json');
    expect(write.json()).toMatchObject({ error: { code: 'locked' } });
    expect((await assay('stats', 'p.assay', '--json')).json()).toMatchObject({ samples: 20 });
    const exported = await assay('export', 'p.assay', '--target', 'openai-rft', '--out', 'package', '--json');
    expect([exported.code, existsSync(join(folder, 'package', 'manifest.json'))]).toEqual([0, true]);
    await other.close();
  });

  it('lists the forms and the targets', async () => {
    const formats = JSON.parse((await assay('formats', '--json')).out) as { id: string }[];
    expect(formats.map((format) => format.id)).toEqual(
      expect.arrayContaining(['openai-chat', 'openai-finetune', 'tau-bench', 'delimited']),
    );
    const targets = JSON.parse((await assay('targets', '--json')).out) as { id: string }[];
    expect(targets.map((target) => target.id)).toEqual(['openai-rft', 'azure-rft']);
  });
});
