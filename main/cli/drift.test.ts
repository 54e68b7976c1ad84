import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './program.ts';

let folder: string;
const chat = (at: number, extra: object = {}): object => ({
  messages: [
    { role: 'user', content: `Frage ${at}: Wann ist das Rad fertig, das ich gestern gebracht habe?` },
    { role: 'assistant', content: `Answer ${at}` },
  ],
  ...extra,
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-drift-'));
  const write = (name: string, records: readonly object[]): void =>
    writeFileSync(join(folder, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  write(
    'live.jsonl',
    Array.from({ length: 30 }, (_, at) => chat(at)),
  );
  write(
    'own.jsonl',
    Array.from({ length: 10 }, (_, at) => chat(at + 100)),
  );
  await drift('import', 'p.assay', 'live.jsonl', 'own.jsonl');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function drift(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCli(
    argv,
    { version: '0.0.0-test', dataDir: join(folder, 'data'), homeDir: folder, cwd: folder },
    { stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } },
  );
  return { code, out, err };
}

describe('assay drift', () => {
  it('compares the curated set with a source, as one JSON document', async () => {
    const { code, out } = await drift(
      ...['drift', 'p.assay', '--reference', 'live.jsonl', '--where', 'source:own.jsonl', '--no-text', '--json'],
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      filter: 'source:own.jsonl',
      sources: [{ name: 'live.jsonl', kept: 'full', samples: 30 }],
      curated: 10,
      production: 30,
      drift: { value: 0, state: 'watch', isWide: true },
      text: { state: 'unmeasured', reason: 'skipped' },
    });
  });

  it('says that nothing is measured without production, and which source there is not', async () => {
    const { code, out } = await drift('drift', 'p.assay', '--no-text');
    expect([code, out]).toEqual([0, '40 curated samples against 0 production samples.\ndrift: not measured\n']);
    const missing = await drift('drift', 'p.assay', '--reference', 'nowhere.jsonl');
    expect([missing.code, missing.err]).toEqual([
      1,
      'assay: There is no source called nowhere.jsonl. `sources` lists those there are.\n',
    ]);
  });
});
