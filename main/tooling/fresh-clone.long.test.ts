import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The promise of the README, tried as a newcomer would: a checkout without node_modules on a machine with git, Node and npm, but with
// neither Python nor make. It really installs, so it needs npm's registry or its cache, and minutes.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HIDDEN = /^(?:python[\d.]*|pypy.*|make|gmake|gcc.*|g\+\+.*|cc|c\+\+|clang.*|cmake)$/;

let folder = '';
let clone = '';
let env: Record<string, string> = {};

/** A PATH of links to everything but Python and compilers, with the system's Node first. */
function restrictedPath(): string {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const folders = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((entry) => !entry.includes('node_modules') && existsSync(entry));
  for (const entry of folders) {
    for (const name of readdirSync(entry)) {
      if (HIDDEN.test(name) || entry.includes('pyenv') || existsSync(path.join(bin, name))) continue;
      try {
        symlinkSync(path.join(entry, name), path.join(bin, name));
      } catch {
        // A dangling link of that name is there already.
      }
    }
  }
  return bin;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-clone-'));
  clone = path.join(folder, 'assay');
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .stdout.split('\0')
    .filter((file) => file !== '');
  for (const file of listed) {
    if (existsSync(path.join(ROOT, file))) await cp(path.join(ROOT, file), path.join(clone, file));
  }
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD|NODE|VITEST|PATH$)/.test(name));
  env = {
    ...Object.fromEntries(inherited.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    PATH: restrictedPath(),
    ASSAY_DATA_DIR: path.join(folder, 'data'),
  };
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function sh(command: string): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: clone, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('a fresh clone without Python and make', () => {
  it('really has neither', () => {
    expect(sh('command -v python3 || command -v python || command -v make || command -v gcc')).toMatchObject({
      stdout: '',
    });
    expect(existsSync(path.join(clone, 'node_modules'))).toBe(false);
  });

  it('serves the app after one command', async () => {
    const child = spawn('npm', ['start', '--silent', '--', '--web', '--no-open'], {
      cwd: clone,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await expect.poll(() => stdout, { timeout: 600_000, interval: 500 }).toContain('Assay is ready at ');
    const link = new URL(/Assay is ready at (\S+)\n/.exec(stdout)?.[1] ?? '');
    const page = await fetch(link.origin);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Assay');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    child.kill('SIGTERM');
    await ended;
    await expect(fetch(link.origin)).rejects.toThrow();
  });

  it('answers on the command line', () => {
    const { status, stdout } = sh('npm run -s assay -- formats --json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]));
  });

  it('passes its static checks', () => {
    expect(sh('npm run -s check')).toMatchObject({ status: 0, stdout: expect.stringMatching(/ passed, 0 failed\n$/) });
  });
});
