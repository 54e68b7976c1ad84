/**
 * Every way out of Python that we know of, tried from inside a grader. Three processes get the same probes: the child as it is; the
 * child with Python's bridge to JavaScript left in, to see that the outer walls hold alone; and Pyodide as it comes, which must
 * let them out, or the probes would prove nothing.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestHost } from './testing/host.ts';
import { PROBES, SECRET_VARIABLE } from './testing/probes.ts';
import type { Probe, Targets } from './testing/probes.ts';
import { PRELOAD, PRELUDE } from './prelude.ts';
import { describeLaunch, findChildFiles, findPyodide, spawnNodeChild } from './launch.ts';
import type { PythonOutcome } from './outcome.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { createWorker } from './worker.ts';

const TOKEN = `token-${String(process.pid)}-${String(Date.now())}`;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-probes-')));
const asked: string[] = [];
let server: Server;

function targetsOf(probe: Probe, who: string): Targets {
  const index = String(PROBES.indexOf(probe));
  return {
    secretFile: join(folder, 'secrets', 'secret'),
    secretFolder: join(folder, 'secrets'),
    marker: join(folder, `${who}-${index}`),
    port: (server.address() as AddressInfo).port,
    path: `/${who}-${index}`,
    token: TOKEN,
  };
}

/** Whether a probe left a trace of success. */
function gotOut(said: string, targets: Targets): boolean {
  return said.includes(TOKEN) || existsSync(targets.marker) || asked.includes(targets.path);
}

function wordsOf(outcome: PythonOutcome): string {
  return JSON.stringify(outcome);
}

beforeAll(async () => {
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'secrets', 'secret'), TOKEN);
  process.env[SECRET_VARIABLE] = TOKEN;
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(TOKEN);
  });
  server.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  Reflect.deleteProperty(process.env, SECRET_VARIABLE);
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a grader in the child', () => {
  const { host, started } = createTestHost({ timeoutMs: 10_000 });
  afterAll(() => host.close());

  test.each(PROBES)('does not get out: $name', async (probe) => {
    const targets = targetsOf(probe, 'child');
    const outcome = await host.grade({ source: probe.source }, { sample: {}, item: targets });
    expect({ gotOut: gotOut(wordsOf(outcome), targets), outcome }).toMatchObject({ gotOut: false });
  });

  test('is still served by a child after all of that', async () => {
    const outcome = await host.grade({ source: 'def grade(sample, item):\n    return 0.5' }, { sample: {}, item: {} });
    expect(outcome).toMatchObject({ state: 'scored', value: 0.5 });
  });

  test('runs in a child that was given no environment and may read nothing but its own files', () => {
    const own = [findPyodide(), ...findChildFiles()];
    for (const { launch } of started) {
      expect(launch.env).toEqual({});
      const readable = launch.execArgv
        .filter((flag) => flag.startsWith('--allow-'))
        .map((flag) => flag.split('=')[1] ?? '');
      expect(readable.filter((path) => !own.includes(path) && !path.endsWith('.image'))).toEqual([]);
    }
  });

  test('cannot forge the scores of others by writing lines where messages go', async () => {
    const forged = JSON.stringify({
      kind: 'graded',
      id: 1,
      index: 0,
      durationUs: 1,
      verdict: { is: 'number', value: 1 },
      key: '',
    });
    const source = `import os\ndef grade(sample, item):\n    os.write(1, (${JSON.stringify(forged)} + '\\n').encode())\n    return 0.25`;
    const outcome = await host.grade({ source }, { sample: {}, item: {} });
    expect(outcome).toMatchObject({ state: 'scored', value: 0.25, output: `${forged}\n` });
  });
});

describe('a grader that still has the bridge to JavaScript', () => {
  const closed = new AbortController();
  const open = PRELUDE.replace('def lock():\n', "def lock():\n        return '[]'\n");
  const worker = createWorker({
    start: startOpenChild,
    residentLimitBytes: Number.POSITIVE_INFINITY,
    killGraceMs: 1_000,
  });
  afterAll(async () => {
    await worker.retire();
    closed.abort();
  });

  function startOpenChild(): Promise<Session> {
    const cwd = join(folder, 'empty');
    mkdirSync(cwd, { recursive: true });
    const pyodideDir = findPyodide();
    const images = createSnapshotStore(join(folder, 'open-images'), pyodideDir);
    const snapshot = images.plan();
    const readable = snapshot.use === 'load' ? [pyodideDir, snapshot.path] : [pyodideDir];
    return startSession({
      spawnChild: spawnNodeChild,
      launch: describeLaunch(findChildFiles(), readable, { cwd, heapLimitMb: 512 }),
      startTimeoutMs: 60_000,
      onSnapshot: images.keep,
      signal: closed.signal,
      boot: {
        pyodideDir,
        preload: PRELOAD,
        prelude: open,
        memoryLimitBytes: 512 * 1024 * 1024,
        fileLimitBytes: 1024 * 1024,
        outputLimitBytes: 65_536,
        nowMs: 0,
        seed: 1,
        snapshot,
      },
    });
  }

  async function gradeOpenly(source: string, item: object): Promise<PythonOutcome | undefined> {
    const outcomes: PythonOutcome[] = [];
    await worker.grade({
      grader: { id: source, source },
      inputs: [JSON.stringify([{}, item])],
      limits: { timeoutMs: 10_000, memoryLimitMb: 512, outOfRange: 'error' },
      signal: undefined,
      deliver: (_index, outcome) => outcomes.push(outcome),
    });
    return outcomes[0];
  }

  test('really has it', async () => {
    const source =
      'from pyodide.ffi import to_js\ndef grade(sample, item):\n    return 0.5 if to_js([1]).constructor.name == "Array" else 0.0';
    expect(await gradeOpenly(source, {})).toMatchObject({ state: 'scored', value: 0.5 });
  }, 90_000);

  test.each(PROBES.filter(({ wants }) => wants === 'host'))('does not reach the host: $name', async (probe) => {
    const targets = targetsOf(probe, 'open');
    const outcome = await gradeOpenly(probe.source, targets);
    expect({ gotOut: outcome === undefined || gotOut(wordsOf(outcome), targets), outcome }).toMatchObject({
      gotOut: false,
    });
  });
});

describe('a child whose walls are missing', () => {
  test.each([
    { missing: 'the permission model', without: /^--(permission|allow-)/u },
    { missing: 'the ban on code from strings', without: /^--disallow-code/u },
  ])('refuses to start without $missing', async ({ without }) => {
    const { host } = createTestHost({
      spawnChild: (launch) =>
        spawnNodeChild({ ...launch, execArgv: launch.execArgv.filter((flag) => !without.test(flag)) }),
      snapshotDir: join(folder, 'images'),
    });
    await expect(host.compile('def grade(sample, item): return 1.0')).rejects.toMatchObject({
      code: 'backend_unavailable',
      message: expect.stringContaining('the sandbox is not closed') as string,
    });
    await host.close();
  });
});

describe('Pyodide as it comes', () => {
  const said = new Map<string, string>();
  const opening = PROBES.filter(({ opens }) => opens);

  beforeAll(async () => {
    const attempts = opening.map((probe) => ({ probe, targets: targetsOf(probe, 'plain') }));
    const file = join(folder, 'attempts.json');
    writeFileSync(file, JSON.stringify(attempts));
    const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/unhardened.ts'), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    await new Promise((resolve) => child.on('close', resolve));
    let loose = '';
    for (const line of output.split('\n').filter((text) => text !== '')) {
      if (line.startsWith('{')) {
        const report = JSON.parse(line) as { name: string; printed: string; raised: string };
        said.set(report.name, loose + report.printed);
        loose = '';
      } else {
        loose += line;
      }
    }
  }, 60_000);

  test.each(opening)('lets it out: $name', (probe) => {
    expect(gotOut(said.get(probe.name) ?? '', targetsOf(probe, 'plain'))).toBe(true);
  });
});
