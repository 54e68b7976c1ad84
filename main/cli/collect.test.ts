import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './program.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-collect-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function collect(...args: readonly string[]): Promise<{ code: number; err: string }> {
  let err = '';
  const code = await runCli(
    ['collect', 'p.assay', ...args],
    { version: '0.0.0-test', dataDir: join(folder, 'data'), homeDir: folder, cwd: folder },
    { stdout: { write: () => undefined }, stderr: { write: (text) => (err += text) } },
  );
  return { code, err };
}

// That it collects is proven with real clients in main/backend/live.
describe('assay collect', () => {
  it('says what is missing, and makes no project then', async () => {
    expect(await collect()).toEqual({
      code: 1,
      err: 'assay: Say what to collect: --otlp PORT, --proxy UPSTREAM, or both.\n',
    });
    expect((await collect('--otlp', '0', '--port', '1')).err).toContain('give --proxy UPSTREAM');
    expect((await collect('--otlp', 'x')).code).toBe(2);
    expect((await collect('--otlp', '0', '--quiet', '0')).code).toBe(2);
    expect(existsSync(join(folder, 'p.assay'))).toBe(false);
  });

  it('refuses an upstream that would get the key in the clear', async () => {
    expect((await collect('--proxy', 'http://api.example/v1')).err).toContain('must begin with https');
  });
});
