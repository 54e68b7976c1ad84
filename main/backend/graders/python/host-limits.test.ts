import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { createPythonHost } from './host.ts';
import { spawnNodeChild } from './launch.ts';
import type { PythonOutcome } from './outcome.ts';
import { createStarter } from './starter.ts';
import { TEST_IMAGES, createTestHost } from './testing/host.ts';
import { createWorker } from './worker.ts';

/** A first start without an image may take long on a busy machine. */
const START_MS = 90_000;
const SHORT_MS = 500;

const { host, started } = createTestHost({ timeoutMs: 20_000, killGraceMs: 300, memoryLimitMb: 256 });

function grader(...lines: string[]): string {
  return ['def grade(sample, item):', ...lines.map((line) => `    ${line}`)].join('\n');
}

function grade(source: string, options = {}): Promise<PythonOutcome> {
  return host.grade({ source }, { sample: {}, item: {} }, options);
}

/** The fields of an outcome that a caller acts on. */
async function brief(source: string, options = {}): Promise<unknown> {
  const outcome = await grade(source, options);
  return outcome.state === 'scored' ? outcome.value : outcome.code;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

beforeAll(async () => {
  expect(await brief(grader('return 0.5'))).toBe(0.5);
}, START_MS);
afterAll(() => host.close());

describe('limits', () => {
  test('stops an endless loop, says in which line, and keeps the child', async () => {
    const before = started.length;
    const outcome = await grade(grader('while True:', '    pass'), { timeoutMs: SHORT_MS });
    expect(outcome).toMatchObject({
      state: 'errored',
      code: 'timeout',
      message: expect.stringContaining('0.5 s') as string,
    });
    expect(outcome).toHaveProperty('line', expect.any(Number));
    expect(await brief(grader('return 0.5'))).toBe(0.5);
    expect(started.length).toBe(before);
  });

  test('kills what does not heed the interrupt, and starts again', async () => {
    const before = started.length;
    expect(await brief(grader('return sum(iter(int, 1))'), { timeoutMs: SHORT_MS })).toBe('timeout');
    expect(await brief(grader('return 0.5'))).toBe(0.5);
    expect(started.length).toBe(before + 1);
  });

  test('does not let a grader swallow the interrupt', async () => {
    const source = grader(
      'import signal',
      'signal.signal(signal.SIGINT, signal.SIG_IGN)',
      'while True:',
      '    try:',
      '        pass',
      '    except BaseException:',
      '        pass',
    );
    expect(await brief(source, { timeoutMs: SHORT_MS })).toBe('timeout');
    const late = grader('try:', '    while True: pass', 'except BaseException:', '    return 1.0');
    expect(await brief(late, { timeoutMs: SHORT_MS })).toBe('timeout');
    expect(await brief(grader('return 0.5'))).toBe(0.5);
  });

  test('stops a grader that eats memory, and serves the next one', async () => {
    const source = grader('hoard = []', 'while True:', '    hoard.append(bytearray(1_000_000))');
    expect(await grade(source)).toMatchObject({
      code: 'out_of_memory',
      message: expect.stringContaining('256 MB') as string,
    });
    expect(await brief(grader('return len("x" * (400 * 1024 * 1024)) / 1e9'))).toBe('out_of_memory');
    expect(await brief(grader('return 0.5'))).toBe(0.5);
  });

  test('bounds files, which live outside of Python’s memory', async () => {
    const source = grader(
      'with open("/tmp/big", "wb") as big:',
      '    while True:',
      '        big.write(bytes(1_000_000))',
    );
    expect(await grade(source)).toMatchObject({
      code: 'raised',
      message: expect.stringContaining('No space left') as string,
    });
    const many = grader(
      'made = 0',
      'try:',
      '    while True:',
      '        with open(f"/tmp/{made}", "wb") as file: file.write(bytes(1_000_000))',
      '        made += 1',
      'except OSError:',
      '    return made / 1_000',
    );
    // Python's own library is in the same store. What the grade before has written is gone.
    const made = 0.064;
    expect(await brief(many)).toBe(made);
    expect(await brief(many)).toBe(made);
  });

  test('keeps the first 64 KB of what is printed', async () => {
    const outcome = await grade(
      grader(
        'import sys',
        'print("out"); sys.stdout.flush(); print("err", file=sys.stderr)',
        'print("x" * 100_000)',
        'return 0.5',
      ),
    );
    expect(outcome).toMatchObject({ state: 'scored', value: 0.5, outputCut: true });
    expect(outcome.output.length).toBe(65_536);
    expect(outcome.output.startsWith('out\n')).toBe(true);
    const loop = await grade(grader('while True: print("x" * 1000)'), { timeoutMs: SHORT_MS });
    expect(loop).toMatchObject({ code: 'timeout', outputCut: true });
    expect(await grade(grader('return 0.5'))).toMatchObject({ output: '', outputCut: false });
  });

  test.each([
    ['recursion', 'return grade(sample, item)', 'raised'],
    ['an abort', 'import os; os.abort()', 'crashed'],
    ['an exit of the process', 'import os; os._exit(3)', 'crashed'],
    ['a text made of nested lists', 'x = []\n    for i in range(100_000): x = [x]\n    return repr(x)', 'crashed'],
  ])('outlives %s', async (_name, lines, expected) => {
    expect(await brief(grader(lines))).toBe(expected);
    expect(await brief(grader('return 0.5'))).toBe(0.5);
  });

  test('reports a child that was killed from outside in the middle of a grade', async () => {
    const grading = grade(grader('while True: pass'));
    const pid = started.at(-1)?.pid ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.kill(pid, 'SIGKILL');
    expect(await grading).toMatchObject({ code: 'crashed', message: expect.stringContaining('SIGKILL') as string });
    expect(await brief(grader('return 0.5'))).toBe(0.5);
  });
});

describe('a host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-host-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const input = { sample: {}, item: {} };

  test('ignores lines on the pipe that are not its child’s', async () => {
    const forged = {
      kind: 'graded',
      id: 1,
      index: 0,
      durationUs: 1,
      verdict: { is: 'number', value: 1 },
      key: 'guessed',
    };
    const { host: noisy } = createTestHost({
      spawnChild: (launch) => {
        const channel = spawnNodeChild(launch);
        const onLine: typeof channel.onLine = (listener) =>
          channel.onLine((line) => {
            for (const noise of ['', 'printed', '{}', JSON.stringify(forged)]) listener(noise);
            listener(line);
          });
        return { ...channel, onLine };
      },
    });
    expect(await noisy.grade({ source: grader('return 0.25') }, input)).toMatchObject({ value: 0.25 });
    await noisy.close();
  });

  test(
    'starts from a damaged image as if there were none',
    async () => {
      const images = join(folder, 'images');
      cpSync(TEST_IMAGES, images, { recursive: true });
      for (const name of readdirSync(images)) truncateSync(join(images, name), 1_000_000);
      const second = createTestHost({ snapshotDir: images });
      expect(await second.host.grade({ source: grader('return 0.5') }, input)).toMatchObject({ value: 0.5 });
      await second.host.close();
    },
    START_MS,
  );

  test('kills a child that is larger than it may be', async () => {
    if (process.platform === 'win32') return;
    const starter = createStarter({
      memoryLimitMb: 256,
      snapshotDir: TEST_IMAGES,
      startTimeoutMs: undefined,
      spawnChild: undefined,
      childFiles: undefined,
      pyodideDir: undefined,
    });
    const worker = createWorker({ start: starter.start, residentLimitBytes: 50 * 1024 * 1024, killGraceMs: 1_000 });
    const outcomes: PythonOutcome[] = [];
    await worker.grade({
      grader: { id: 'loop', source: grader('while True: pass') },
      inputs: ['[{},{}]'],
      limits: { timeoutMs: 20_000, memoryLimitMb: 256, outOfRange: 'error' },
      signal: undefined,
      deliver: (_index, outcome) => outcomes.push(outcome),
    });
    expect(outcomes).toMatchObject([{ code: 'out_of_memory' }]);
    await worker.retire();
    await starter.close();
  });

  test(
    'is not outlived by a child in an endless loop, nor its folder by the next host',
    async () => {
      if (process.platform === 'win32') return;
      // A place of its own: a host of another test would clear the folder away before it is seen here.
      const place = mkdtempSync(join(tmpdir(), 'assay-abandon-'));
      vi.stubEnv('TMPDIR', place);
      const parent = spawn(process.execPath, [join(import.meta.dirname, 'testing/abandon.ts')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const pid = Number(await new Promise((resolve) => parent.stdout.setEncoding('utf8').once('data', resolve)));
      expect(isAlive(pid)).toBe(true);
      parent.kill('SIGKILL');
      await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
      const left = (): string[] =>
        readdirSync(place).filter((name) => name.startsWith(`assay-python-${String(parent.pid)}-`));
      expect(left().length).toBe(1);
      const { host: next } = createTestHost();
      await next.compile('x = 1');
      expect(left()).toEqual([]);
      await next.close();
      vi.unstubAllEnvs();
      rmSync(place, { recursive: true, force: true });
    },
    START_MS,
  );

  test('refuses work once closed, and what was under way', async () => {
    const { host: closing } = createTestHost();
    const grading = closing.grade({ source: grader('while True: pass') }, input);
    const refused = expect(grading).rejects.toMatchObject({ code: 'backend_unavailable' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await closing.close();
    await refused;
    await expect(closing.compile('x = 1')).rejects.toMatchObject({ code: 'backend_unavailable' });
  });

  test('says why Python cannot start', async () => {
    const missing = createPythonHost({
      snapshotDir: join(folder, 'none'),
      childFiles: [join(folder, 'no-such-child.js')],
    });
    await expect(missing.compile('x = 1')).rejects.toMatchObject({
      code: 'backend_unavailable',
      message: expect.stringContaining('Python graders cannot run here') as string,
    });
    await missing.close();
  });

  test('says in one sentence that Python is not where it should be', async () => {
    const place = join(folder, 'no-such-python');
    const missing = createPythonHost({ snapshotDir: join(folder, 'none'), pyodideDir: place });
    await expect(missing.compile('x = 1')).rejects.toMatchObject({
      code: 'backend_unavailable',
      message: `Python graders cannot run here: the files of Python are not in ${place}. Install Assay again.`,
    });
    await expect(missing.grade({ source: grader('return 1') }, input)).rejects.toBeInstanceOf(AppError);
    await missing.close();
  });

  test('leaves nothing behind', async () => {
    const folders = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`assay-python-${String(process.pid)}-`));
    const before = folders().length;
    const { host: short } = createTestHost();
    await short.compile('x = 1');
    expect(folders().length).toBe(before + 1);
    await short.close();
    expect(folders().length).toBe(before);
  });
});
