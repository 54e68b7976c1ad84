import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './program.ts';

let folder: string;

async function assay(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCli(
    argv,
    { version: '0.0.0-test', dataDir: join(folder, 'data'), homeDir: join(folder, 'home'), cwd: folder },
    { stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } },
  );
  return { code, out, err };
}

const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      messages: [
        { role: 'user', content: `${name} asks for part ${at}` },
        { role: 'assistant', content: 'Done' },
      ],
    }),
  ).join('\n');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-balance-'));
  writeFileSync(join(folder, 'many.jsonl'), lines('Many', 12));
  writeFileSync(join(folder, 'few.jsonl'), lines('Few', 3));
  expect((await assay('import', 'p.assay', 'many.jsonl', 'few.jsonl')).code).toBe(0);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('assay balance', () => {
  it('shares a size out equally, tells the shortage, and writes nothing without --apply', async () => {
    const { code, out } = await assay(
      'balance',
      'p.assay',
      '--by',
      'source',
      '--target',
      '10',
      '--seed',
      '3',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      kept: 8,
      short: [{ values: ['few.jsonl'], wanted: 5, kept: 3, available: 3, short: 2 }],
      applied: false,
    });
    expect(JSON.parse((await assay('stats', 'p.assay', '--json')).out)).not.toMatchObject({
      decisions: { include: 8 },
    });
  });

  it('takes counts and shares from a file, applies them and gives them back on undo', async () => {
    writeFileSync(join(folder, 'quotas.json'), JSON.stringify({ 'many.jsonl': 4, 'few.jsonl': 2 }));
    writeFileSync(
      join(folder, 'shares.json'),
      JSON.stringify({ shares: { 'many.jsonl': 0.75, 'few.jsonl': 0.25 }, size: 8 }),
    );
    const by = ['--by', 'source', '--seed', '1', '--json'];
    const shares = JSON.parse((await assay('balance', 'p.assay', '--target', 'shares.json', ...by)).out) as {
      kept: number;
    };
    expect(shares).toMatchObject({ kept: 8, short: [], cells: [{ wanted: 6 }, { wanted: 2 }] });
    const { out } = await assay('balance', 'p.assay', '--target', 'quotas.json', '--apply', ...by);
    expect(JSON.parse(out)).toMatchObject({ kept: 6, short: [], setAside: 9, applied: true });
    expect((await assay('undo', 'p.assay')).code).toBe(0);
  });

  it('refuses what it cannot read in one sentence', async () => {
    const missing = await assay('balance', 'p.assay', '--by', 'source', '--target', 'nowhere.json');
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('takes a number or a file')]);
    const facet = await assay('balance', 'p.assay', '--by', 'moon', '--target', '5');
    expect([facet.code, facet.err]).toEqual([1, expect.stringContaining('There is no facet called moon.')]);
  });
});
