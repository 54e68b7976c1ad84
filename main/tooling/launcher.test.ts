import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

// The launcher is tried in a small tree of its own, where npm, Vite, Electron, the browser and the server are stand-ins that write
// down what they were asked: what is under test is what the launcher asks of them, and in which order.
const TOOLING = fileURLToPath(new URL('.', import.meta.url));
const LOCK = {
  lockfileVersion: 3,
  packages: {
    '': {},
    'node_modules/node': { version: '26.10.0' },
    'node_modules/gone': { version: '1.0.0', optional: true },
  },
};

let folder = '';
let root = '';
const running: ChildProcess[] = [];

function write(file: string, text: string, mode = 0o644): void {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  chmodSync(target, mode);
}

const NOTE = `import { appendFileSync as note } from 'node:fs'; const log = (what) => note(process.env.TEST_LOG, JSON.stringify(what) + '\\n');`;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'assay-launch-')));
  root = path.join(folder, 'app');
  mkdirSync(path.join(folder, 'caller'));
  writeFileSync(path.join(folder, 'log'), '');
  cpSync(TOOLING, path.join(root, 'main', 'tooling'), {
    recursive: true,
    filter: (file) => !/\.test\.ts$|bench|oracles|generate/.test(file),
  });
  write('package.json', JSON.stringify({ type: 'module' }));
  write('package-lock.json', JSON.stringify(LOCK));
  write('renderer/main.tsx', 'export {};');
  write(
    'main/cli/entry.ts',
    `${NOTE} log({ cli: process.argv.slice(2), cwd: process.cwd() }); console.log('out'); process.exit(7);`,
  );
  write(
    'main/web/entry.ts',
    `${NOTE} log({ web: process.argv.slice(2), cwd: process.cwd() });
     process.on('SIGTERM', () => { log('web ended'); process.exit(0); }); process.on('disconnect', () => { log('web left alone'); process.exit(0); });
     console.log('Assay is ready at http://127.0.0.1:1/#token=secret'); setInterval(() => {}, 1000);`,
  );
  write(
    '../npm-cli.js',
    `import { mkdirSync, copyFileSync, symlinkSync, writeFileSync } from 'node:fs'; ${NOTE}
     const args = process.argv.slice(2); log({ npm: args.slice(0, 2) });
     if (args[0] === 'ci') {
       mkdirSync('node_modules/vite/bin', { recursive: true });
       copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
       writeFileSync('node_modules/vite/bin/vite.js', process.env.TEST_VITE);
       writeFileSync('node_modules/vite/package.json', '{"type":"module"}');
     } else { mkdirSync('node_modules/node/bin', { recursive: true }); symlinkSync(process.execPath, 'node_modules/node/bin/node'); }`,
  );
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  // A stand-in server may still be writing its last line.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const VITE = `import { writeFileSync } from 'node:fs'; ${NOTE} const at = process.argv.indexOf('--outDir');
  log({ vite: process.argv[process.argv.indexOf('--config') + 1] }); writeFileSync(process.argv[at + 1] + '/index.html', 'page');`;

function environment(extra: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    TEST_LOG: path.join(folder, 'log'),
    TEST_VITE: VITE,
    npm_execpath: path.join(folder, 'npm-cli.js'),
    npm_node_execpath: process.execPath,
    npm_lifecycle_event: 'start',
    INIT_CWD: path.join(folder, 'caller'),
    ...extra,
  };
}

function run(script: string, args: string[], extra: Record<string, string> = {}) {
  const options = { cwd: root, env: environment(extra), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'main/tooling', script), ...args],
    options,
  );
  return { status, stdout, stderr };
}

async function start(args: string[], extra: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(root, 'main/tooling/launch.mjs'), ...args], {
    cwd: root,
    env: environment(extra),
  });
  running.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => (output.stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.stderr += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(() => output.stdout, { timeout: 20_000 }).toContain('Assay is ready');
  return { child, output, ended };
}

function log(): unknown[] {
  return readFileSync(path.join(folder, 'log'), 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('the command line', () => {
  it('installs on a fresh checkout without running scripts, then runs where it was called, and keeps stdout for the answer', () => {
    const first = run('assay.mjs', ['stats', 'p.assay'], { npm_lifecycle_event: 'assay' });
    expect(first).toMatchObject({ status: 7, stdout: 'out\n' });
    expect(log()).toEqual([
      { npm: ['ci', '--ignore-scripts'] },
      { npm: ['rebuild', 'node'] },
      { cli: ['stats', 'p.assay'], cwd: path.join(folder, 'caller') },
    ]);
  });

  it('installs again only when the lock asks for something else', () => {
    run('assay.mjs', []);
    run('assay.mjs', []);
    const changed = { ...LOCK, packages: { ...LOCK.packages, 'node_modules/more': { version: '2.0.0' } } };
    write('package-lock.json', JSON.stringify(changed));
    run('assay.mjs', []);
    expect(log().filter((entry) => JSON.stringify(entry).includes('npm'))).toEqual([
      { npm: ['ci', '--ignore-scripts'] },
      { npm: ['rebuild', 'node'] },
      { npm: ['ci', '--ignore-scripts'] },
    ]);
  });

  it('takes packages that somebody installed by hand when they fit the lock', () => {
    write(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { 'node_modules/node': { version: '26.10.0' } } }),
    );
    run('assay.mjs', []);
    expect(log()[0]).toEqual({ npm: ['rebuild', 'node'] });
  });

  it('says in one sentence when npm fails', () => {
    write('../npm-cli.js', 'process.exit(1)');
    expect(run('assay.mjs', [])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^.*\n"npm ci --ignore-scripts" failed; [^\n]*\n$/),
    });
  });
});

describe('npm start', () => {
  it('serves the app and prints one line, with paths relative to the caller', async () => {
    const { child, output, ended } = await start(['--web', '--no-open', '--port', '4711', 'a.assay']);
    expect(output.stdout).toBe('Assay is ready at http://127.0.0.1:1/#token=secret\n');
    expect(log().slice(2)).toEqual([
      { vite: 'vite.renderer.config.ts' },
      { web: ['--port', '4711', path.join(folder, 'caller', 'a.assay')], cwd: path.join(folder, 'caller') },
    ]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(log().at(-1)).toBe('web ended');
  });

  it('ends the server when npm is ended, which takes the shell between along but not the launcher', async () => {
    const script = path.join(root, 'main/tooling/launch.mjs');
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}" --web --no-open; true`], {
      cwd: root,
      env: environment({}),
    });
    running.push(shell);
    await expect.poll(() => JSON.stringify(log()), { timeout: 20_000 }).toContain('"web"');
    shell.kill('SIGTERM');
    await expect.poll(() => log().at(-1), { timeout: 10_000 }).toBe('web ended');
  });

  it('ends the server when it is killed itself', async () => {
    const { child } = await start(['--web', '--no-open']);
    child.kill('SIGKILL');
    await expect.poll(() => log().at(-1)).toBe('web left alone');
  });

  it('builds again only when a source changed, and keeps the old page until the new one is whole', async () => {
    (await start(['--web', '--no-open'])).child.kill('SIGTERM');
    (await start(['--web', '--no-open'])).child.kill('SIGTERM');
    write('renderer/main.test.tsx', 'changed');
    (await start(['--web', '--no-open'])).child.kill('SIGTERM');
    expect(log().filter((entry) => JSON.stringify(entry).includes('vite'))).toHaveLength(1);
    write('renderer/main.tsx', 'changed');
    write('node_modules/vite/bin/vite.js', 'process.exit(1)');
    expect(run('launch.mjs', ['--web', '--no-open'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Building the page failed'),
    });
    expect(readdirSync(path.join(root, 'dist'))).toEqual(['renderer']);
    expect(readFileSync(path.join(root, 'dist', 'renderer', 'index.html'), 'utf8')).toBe('page');
  });

  it.each([
    [['--port', 'x'], '"x" is not a port'],
    [['--port', '70000'], '"70000" is not a port'],
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['a.assay', 'b.assay'], 'Only one project'],
  ])('refuses %j with one sentence', (args, sentence) => {
    const { status, stdout, stderr } = run('launch.mjs', args);
    expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({ status: 1, stdout: '', lines: 1 });
    expect(stderr).toContain(sentence);
  });

  it('says that there is no display and serves instead', async () => {
    const { output } = await start([], { DISPLAY: '', WAYLAND_DISPLAY: '' });
    expect(output.stderr).toContain('Assay opens in a browser, because there is no display.');
    await expect.poll(() => output.stderr).toContain('Open the link above in a browser; no window was opened because');
  });

  const electron = (script: string) => {
    write('../electron', `#!/bin/sh\n${script}\n`, 0o755);
    return {
      DISPLAY: ':1',
      ASSAY_ELECTRON: path.join(folder, 'electron'),
      ASSAY_BROWSER: path.join(folder, 'no-browser'),
    };
  };

  it('runs Electron where it is, and serves nothing then', () => {
    const env = electron('echo "$@" > "$TEST_LOG.electron"; echo "assay-shell: window ready"; exit 5');
    expect(run('launch.mjs', ['a.assay'], env)).toMatchObject({ status: 5, stdout: '' });
    expect(readFileSync(path.join(folder, 'log.electron'), 'utf8')).toBe(
      `${root} ${path.join(folder, 'caller', 'a.assay')}\n`,
    );
    expect(log().filter((entry) => JSON.stringify(entry).includes('vite.node'))).toHaveLength(3);
    expect(log().some((entry) => JSON.stringify(entry).includes('web'))).toBe(false);
  });

  it('serves the app when Electron dies before its window is ready', async () => {
    const { output } = await start([], electron('exit 3'));
    expect(output.stderr).toContain('because Electron stopped before its window was ready (code 3).');
  });

  it('gives the browser a page of its owner’s, since everybody may read command lines', async () => {
    write('../browser', `#!/bin/sh\necho "$@" > "$TEST_LOG.browser"; sleep 1\n`, 0o755);
    await start(['--web'], { DISPLAY: ':1', ASSAY_BROWSER: path.join(folder, 'browser') });
    const told = path.join(folder, 'log.browser');
    await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8')).toContain('--app=file://');
    const line = readFileSync(told, 'utf8');
    expect(line).not.toContain('secret');
    const page = /--app=file:\/\/(\S+)/.exec(line)?.[1] ?? '';
    expect(readFileSync(page, 'utf8')).toContain('http://127.0.0.1:1/#token=secret');
    expect(spawnSync('stat', ['-c', '%a', page, path.dirname(page)], { encoding: 'utf8' }).stdout).toBe('600\n700\n');
  });
});

describe('npm test', () => {
  function installTools(vitest: string): void {
    run('assay.mjs', []);
    write('node_modules/typescript/bin/tsc', '');
    write('node_modules/eslint/bin/eslint.js', 'process.exit(1)');
    write('node_modules/vitest/vitest.mjs', vitest);
  }
  const reporting = (passed: number, failed: number, code: number) =>
    `import { writeFileSync } from 'node:fs'; const file = process.argv.find((a) => a.startsWith('--outputFile.json=')).slice(18);
     writeFileSync(file, JSON.stringify({ numPassedTests: ${passed}, numFailedTests: ${failed}, numPendingTests: 2 })); process.exit(${code});`;

  it('goes on after a failed stage and ends with the sum of tests and checks', () => {
    installTools(reporting(3, 1, 1));
    const { status, stdout, stderr } = run('test.mjs', ['--only', 'types,lint,unit']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '4 passed, 2 failed\n' });
    expect(stderr).toMatch(
      /ok {5}Types: 1 passed, 0 failed .*\nFAILED Lint: 0 passed, 1 failed .*\nFAILED Unit and contract tests: 3 passed, 1 failed, 2 skipped/,
    );
  });

  it('passes when everything does', () => {
    installTools(reporting(3, 0, 0));
    expect(run('test.mjs', ['--only', 'types,unit'])).toMatchObject({ status: 0, stdout: '4 passed, 0 failed\n' });
  });

  it.each([
    ['crashes without a report', 'process.exit(1)'],
    ['ends badly though no test failed', reporting(3, 0, 1)],
  ])('counts a runner that %s as a failure', (_what, vitest) => {
    installTools(vitest);
    const { status, stdout } = run('test.mjs', ['--only', 'unit']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/passed, 1 failed\n$/);
  });

  it('refuses a stage it does not know', () => {
    expect(run('test.mjs', ['--only', 'units'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no stage "units"'),
    });
  });
});
