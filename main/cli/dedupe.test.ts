import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from './program.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-dedupe-'));
  const prompts = [LONG, `${LONG} thanks`, LONG, OTHER, ...[1506, 1507].map(road)];
  const records = prompts.map((content, at) => ({ messages: [{ role: 'user', content }], answer: String(at) }));
  writeFileSync(join(folder, 'a.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  expect((await assay('import', 'p.assay', 'a.jsonl', '--json')).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LONG =
  'please look up where the parcel with the blue label went after it left the depot on the harbour road last week';
const OTHER =
  'count the invoices of the second quarter that nobody has paid and write each customer a short friendly note';
const road = (number: number): string =>
  `Where does Farm to Market Road ${number} (FM ${number}) in Lamar County begin?`;

async function assay(...argv: string[]): Promise<{ code: number; out: string; err: string; json: () => unknown }> {
  let out = '';
  let err = '';
  const code = await runCli(
    argv,
    { version: '0.0.0-test', dataDir: join(folder, 'data'), homeDir: join(folder, 'home'), cwd: folder },
    { stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } },
  );
  return { code, out, err, json: () => JSON.parse(out) as unknown };
}

it('lists copies, near texts and families, and removes only when asked, all in one step', async () => {
  expect((await assay('dedupe', 'p.assay', '--exact', '--json')).json()).toEqual({
    clusters: [{ kind: 'exact', keeper: expect.any(Number), members: [1, 3], similarity: 1 }],
    wouldRemove: 1,
    families: [],
  });
  const found = (await assay('dedupe', 'p.assay', '--near', '0.9', '--json')).json();
  // The added word makes one more run of five: 18 of 19 are shared, by 22 words and 23.
  expect(found).toMatchObject({
    clusters: [{ kind: 'near', members: [1, 2, 3], similarity: expect.closeTo(18 / 19, 9) }],
    wouldRemove: 2,
    families: [{ kind: 'template', members: [5, 6] }],
  });
  expect((await assay('dedupe', 'p.assay', '--near', '0.9', '--apply', '--json')).json()).toMatchObject({ removed: 2 });
  expect((await assay('stats', 'p.assay', '--json')).json()).toMatchObject({ decisions: { exclude: 2 } });
  expect((await assay('dedupe', 'p.assay', '--near', '0.9')).out).toContain('0 clusters, 0 samples would be removed.');
  expect((await assay('undo', 'p.assay', '--json')).json()).toMatchObject({
    action: { label: 'Exclude 2 duplicates' },
  });
  expect((await assay('dedupe', 'p.assay', '--near', '0.9', '--json')).json()).toEqual(found);
});

it('says what is wrong with a similarity or a scope', async () => {
  for (const [option, value, said] of [
    ['--near', '0.2', 'It is a similarity from 0.5 to 1.'],
    ['--semantic', 'x', 'It is a similarity from 0.7 to 1.'],
    ['--scope', 'all', 'It is prompt, trajectory or reference.'],
  ] as const) {
    const { code, err } = await assay('dedupe', 'p.assay', option, value);
    expect([code, err.includes(said)]).toEqual([2, true]);
  }
});
