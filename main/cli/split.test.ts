import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './program.ts';

let folder: string;
const TOPICS = [
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
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-split-'));
  const rows = TOPICS.map((topic, at) => ({
    messages: [{ role: 'user', content: `${topic}?` }],
    label: `a${at}`,
    metadata: { policy: `P-${at % 5}` },
  }));
  writeFileSync(join(folder, 'a.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await assay('import', 'p.assay', 'a.jsonl', '--format', 'openai-finetune');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function assay(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCli(
    argv,
    { version: '0.0.0-test', dataDir: join(folder, 'data'), homeDir: folder, cwd: folder },
    { stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } },
  );
  return { code, out, err };
}
const SHARES = ['--train', '0.8', '--validation', '0.2', '--seed', '4'] as const;

describe('assay split', () => {
  it('T43: splits the same rows the same twice, and keeps what it locked', async () => {
    const { code, out, err } = await assay('split', 'p.assay', ...SHARES, '--group', 'policy', '--lock', '--json');
    expect([code, err]).toEqual([0, '']);
    const first: unknown = JSON.parse(out);
    expect(first).toMatchObject({
      counts: { train: 8, validation: 2, test: 0 },
      locked: { train: 8, validation: 2, test: 0 },
      added: 10,
      moved: 0,
      groups: { count: 5, samples: 10, largest: 2 },
    });
    const again = await assay('split', 'p.assay', '--train', '50%', '--validation', '50%', '--seed', '9', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ counts: { train: 8, validation: 2 }, added: 0, moved: 0 });
  });

  it('says which fields there are when a name is none', async () => {
    const { code, err } = await assay('split', 'p.assay', ...SHARES, '--group', 'mood');
    expect(code).toBe(1);
    expect(err).toMatch(/^assay: No two samples share a value of anything called mood\. There is: .*source/u);
    expect((await assay('split', 'p.assay', '--train', 'much', '--validation', '1', '--seed', '1')).code).toBe(2);
  });
});

describe('assay leaks', () => {
  it('exits with 0 when nothing leaks, with 1 while something does, and names the pair', async () => {
    const clean = await assay('leaks', 'p.assay', '--json');
    expect([clean.code, clean.err.includes('assay:')]).toEqual([0, false]);
    expect(JSON.parse(clean.out)).toMatchObject({ isSplit: true, compared: 16, open: 0, pairs: [] });
    const ask = (end: string): object => ({
      messages: [
        { role: 'user', content: `Hail damage to bonnet and roof of a blue car. Please decide the payout ${end}.` },
      ],
      label: end,
    });
    writeFileSync(join(folder, 'b.jsonl'), ['today', 'soon'].map((end) => `${JSON.stringify(ask(end))}\n`).join(''));
    await assay('import', 'q.assay', 'b.jsonl', '--format', 'openai-finetune');
    await assay('split', 'q.assay', '--train', '1', '--validation', '1', '--seed', '1');
    const { code, out } = await assay('leaks', 'q.assay', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      open: 1,
      pairs: [{ kind: 'near', state: 'open', fix: { action: 'move' } }],
    });
  }, 60_000);
});
