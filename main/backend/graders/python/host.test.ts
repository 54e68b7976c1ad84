import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '../../../../shared/rpc/errors.ts';
import { platformValue } from './outcome.ts';
import type { PythonOutcome } from './outcome.ts';
import { NOT_LOCAL, PLATFORM_PACKAGES, PROCESS_MODULES, STANDARD_LIBRARY } from './python-modules.ts';
import { createTestHost } from './testing/host.ts';

/** A first start without an image may take long on a busy machine. */
const START_MS = 90_000;
const SHORT_MS = 500;

const { host } = createTestHost({ timeoutMs: 20_000, killGraceMs: 300 });

function grader(...lines: string[]): string {
  return ['def grade(sample, item):', ...lines.map((line) => `    ${line}`)].join('\n');
}

function grade(source: string, input: { sample?: unknown; item?: unknown } = {}, options = {}): Promise<PythonOutcome> {
  return host.grade({ source }, { sample: input.sample ?? {}, item: input.item ?? {} }, options);
}

/** The fields of an outcome that a caller acts on. */
async function brief(source: string, options = {}): Promise<unknown> {
  const outcome = await grade(source, {}, options);
  return outcome.state === 'scored' ? outcome.value : outcome.code;
}

beforeAll(async () => {
  expect(await brief(grader('return 0.5'))).toBe(0.5);
}, START_MS);
afterAll(() => host.close());

describe('what a grade comes to (case T49)', () => {
  test.each([
    ['0.7', 'return 0.7', 0.7],
    ['0 and 1 themselves', 'return 1.0', 1],
    ['None', 'return None', 'returned_none'],
    ['nothing at all', 'pass', 'returned_none'],
    ['NaN', 'return float("nan")', 'nan'],
    ['infinity', 'return float("-inf")', 'infinite'],
    ['a text', 'return "0.7"', 'not_a_number'],
    ['a dict', 'return {"score": 0.7}', 'not_a_number'],
    ['a decimal', 'import decimal; return decimal.Decimal("0.7")', 'not_a_number'],
    ['a generator', 'return (x for x in [0.5])', 'not_a_number'],
    ['1.5', 'return 1.5', 'out_of_range'],
    ['an integer without end', 'return 10 ** 400', 'out_of_range'],
    ['an exception', 'return 1 / 0', 'raised'],
    ['an exit', 'import sys; sys.exit(0)', 'raised'],
    ['a missing module', 'import numpy', 'import_failed'],
    ['a huge list', 'return list(range(1_000_000))', 'not_a_number'],
  ])('tells %s apart', async (_name, line, expected) => {
    expect(await brief(grader(line))).toBe(expected);
  });

  test('says what was returned and what to do, and the platform would pay nothing for it', async () => {
    const outcome = await grade(grader('print("looking")', 'return 1.5'));
    expect(outcome).toMatchObject({ state: 'errored', code: 'out_of_range', returned: 1.5, output: 'looking\n' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('grade returned 1.5'));
    expect(platformValue(outcome)).toBe(0);
    expect(platformValue(await grade(grader('return 0.25')))).toBe(0.25);
  });

  test('clamps or keeps a number outside of 0 to 1 when asked to', async () => {
    expect(await grade(grader('return 1.5'), {}, { outOfRange: 'clamp' })).toMatchObject({ value: 1, clamped: true });
    expect(await grade(grader('return -2'), {}, { outOfRange: 'clamp' })).toMatchObject({ value: 0, clamped: true });
    expect(await grade(grader('return 12.0'), {}, { outOfRange: 'keep' })).toMatchObject({
      state: 'scored',
      value: 12,
    });
  });

  test('takes bools and ints for numbers with a note, and floats without', async () => {
    expect(await grade(grader('return True'))).toMatchObject({
      value: 1,
      note: expect.stringContaining('True') as string,
    });
    expect(await grade(grader('return 0'))).toMatchObject({
      value: 0,
      note: expect.stringContaining('int 0') as string,
    });
    expect(await grade(grader('return 0.0'))).not.toHaveProperty('note');
  });

  test('shows where an exception came from, with the grader’s own lines only', async () => {
    const source = 'def helper(x):\n    return x["missing"]\n\ndef grade(sample, item):\n    return helper(item)\n';
    const outcome = await grade(source, { item: { a: 1 } });
    expect(outcome).toMatchObject({ code: 'raised', line: 2, message: "KeyError: 'missing' (line 2)" });
    expect(outcome).toHaveProperty(
      'traceback',
      [
        'Traceback (most recent call last):',
        '  File "grader.py", line 5, in grade',
        '    return helper(item)',
        '  File "grader.py", line 2, in helper',
        '    return x["missing"]',
        '           ~^^^^^^^^^^^',
        "KeyError: 'missing'",
        '',
      ].join('\n'),
    );
  });

  test('names packages that work on the platform but not here', async () => {
    const outcome = await grade(grader('from rapidfuzz import fuzz'));
    expect(outcome).toMatchObject({
      code: 'import_failed',
      line: 2,
      message: expect.stringContaining('rapidfuzz 3.10.1') as string,
    });
  });

  test('survives exceptions and values that fight back', async () => {
    const evil = 'class Evil(Exception):\n    def __str__(self): raise RuntimeError("no")\n    __repr__ = __str__\n';
    expect(await brief(evil + grader('raise Evil()'))).toBe('raised');
    expect(await brief(evil + grader('return Evil()'))).toBe('not_a_number');
    expect(
      await brief(
        'class F(float):\n    def __add__(self, other): raise ValueError\n    __eq__ = __add__\n' +
          grader('return F(0.5)'),
      ),
    ).toBe(0.5);
  });

  test('reports a source that does not compile, or defines no usable grade, at the grade too', async () => {
    expect(await grade('def grade(:')).toMatchObject({ code: 'syntax', line: 1 });
    expect(await brief('x = 1')).toBe('missing_grade');
    expect(await brief('def grade(sample): return 1.0')).toBe('wrong_signature');
    expect(await brief('async def grade(sample, item): return 1.0')).toBe('wrong_signature');
    expect(await brief('grade = 5')).toBe('wrong_signature');
    expect(await brief('raise ValueError("at import")\ndef grade(sample, item): return 1.0')).toBe('raised');
  });
});

describe('what a grader is given', () => {
  test('hands over texts, numbers, lists and null as they are', async () => {
    const source = grader('print(sample, item)', 'return 1.0');
    const outcome = await grade(source, {
      sample: { output_text: 'Grüße 🎉', output_json: null },
      item: { n: [1, 2.5, true] },
    });
    expect(outcome.output).toBe("{'output_text': 'Grüße 🎉', 'output_json': None} {'n': [1, 2.5, True]}\n");
  });

  test('keeps 1.0 a float and long integers exact when given JSON texts', async () => {
    const source = grader('return 1.0 if type(item["x"]) is float and item["y"] == 12345678901234567890123 else 0.0');
    const outcome = await host.grade(
      { source },
      { sampleJson: '{}', itemJson: '{"x": 1.0, "y": 12345678901234567890123}' },
    );
    expect(outcome).toMatchObject({ value: 1 });
  });

  test('carries halves of characters and control characters through', async () => {
    const text = 'a\ud800b\u0000c\u2028d\r\n';
    const source = grader(
      't = item["t"]',
      'return 1.0 if [ord(c) for c in t] == [97, 0xd800, 98, 0, 99, 0x2028, 100, 13, 10] else 0.0',
    );
    expect(await grade(source, { item: { t: text } })).toMatchObject({ value: 1 });
    expect(await grade(grader('raise ValueError(item["t"])'), { item: { t: text } })).toMatchObject({
      message: expect.stringContaining('a\ud800b') as string,
    });
  });

  test('takes an item of a megabyte', async () => {
    const outcome = await grade(grader('return len(item["t"]) / 2_000_000'), { item: { t: 'é'.repeat(1_000_000) } });
    expect(outcome).toMatchObject({ value: 0.5 });
  });

  test('says so when an input is no JSON or too deep, and goes on', async () => {
    const source = grader('return 1.0');
    expect(await host.grade({ source }, { sampleJson: '{', itemJson: '}' })).toMatchObject({ code: 'bad_input' });
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await host.grade({ source }, { sampleJson: deep, itemJson: '1' })).toMatchObject({ state: 'errored' });
    expect(await brief(source)).toBe(1);
  });
});

describe('sameness', () => {
  const clock = grader(
    'import datetime, os, random, time, uuid',
    'print(random.random(), random.gauss(0, 1), os.urandom(4).hex(), uuid.uuid4(), {"a", "b", "c"})',
    'print(time.time(), datetime.datetime.now(), time.localtime().tm_gmtoff, time.monotonic() < 1)',
    'time.sleep(3600)',
    'return 0.5',
  );

  test('gives the same randomness, time and order in every grade and every child', async () => {
    const first = await grade(clock);
    expect(first).toMatchObject({ value: 0.5 });
    expect(first.output).toContain('1735689600.0 2025-01-01 00:00:00 0 True');
    await brief(grader('import random', 'return random.random()'));
    expect((await grade(clock)).output).toBe(first.output);
    const other = createTestHost();
    expect((await other.host.grade({ source: clock }, { sample: {}, item: {} })).output).toBe(first.output);
    await other.host.close();
  });

  test('starts every grade from a fresh module', async () => {
    const source = [
      'import functools',
      'seen = []',
      '@functools.lru_cache',
      'def cached(x): seen.append(x); return len(seen)',
      'def remember(x, store={}): store[len(store)] = x; return len(store)',
      grader(
        'grade.count = getattr(grade, "count", 0) + 1',
        'return float(cached(1) == remember(1) == grade.count == 1)',
      ),
    ].join('\n');
    const outcomes = await host.gradeMany(
      { source },
      Array.from({ length: 5 }, () => ({ sample: {}, item: {} })),
    );
    expect(outcomes.map(platformValue)).toEqual([1, 1, 1, 1, 1]);
  });

  test('puts back what a grader replaces in other modules', async () => {
    const vandal = grader(
      'import builtins, json, math, random, sys, time',
      'json.loads = json.dumps = len = builtins.len = builtins.float = random.seed = math.sqrt = time.time = lambda *a: 0',
      'del builtins.print, json.JSONDecoder',
      'sys.stdout = None',
      'return 0.5',
    );
    expect(await brief(vandal)).toBe(0.5);
    const honest = grader(
      'import json, math, random, time',
      'print(len("abc"), json.loads("[1]"), math.sqrt(4), time.time(), json.JSONDecoder().decode("2"))',
      'return float(random.random() > 0)',
    );
    expect(await grade(honest)).toMatchObject({ value: 1, output: '3 [1] 2.0 1735689600.0 2\n' });
  });

  test('puts back files, the folder and the environment', async () => {
    const source = grader(
      'import os, pathlib',
      'found = [os.getcwd(), os.environ.get("LEFT"), sorted(os.listdir("/tmp")), os.listdir(".")]',
      'os.makedirs("/tmp/a/b"); pathlib.Path("/tmp/a/b/c").write_text("x"); pathlib.Path("here").write_text("x")',
      'os.symlink("/lib", "/tmp/link"); os.environ["LEFT"] = "1"; del os.environ["HOME"]; os.chdir("/tmp")',
      'print(found)',
      'return 0.5',
    );
    const first = await grade(source);
    expect(first).toMatchObject({ value: 0.5, output: "['/home/pyodide', None, [], []]\n" });
    expect(await grade(source)).toMatchObject({ value: 0.5, output: first.output });
  });

  test('runs asyncio, dataclasses and other parts of the standard library', async () => {
    const source = [
      'import asyncio, dataclasses, sqlite3, statistics, unittest.mock',
      '@dataclasses.dataclass',
      'class Point:\n    x: float = 0.25',
      'async def later():\n    return statistics.mean([Point().x, 0.75])',
      grader('return sqlite3.connect(":memory:").execute("select ?", (asyncio.run(later()),)).fetchone()[0]'),
    ].join('\n');
    expect(await brief(source)).toBe(0.5);
  });

  test('has of the standard library exactly what the lists say', async () => {
    const source = [
      'import importlib, warnings',
      grader(
        'warnings.simplefilter("ignore")',
        'for name in item["names"]:',
        '    try:',
        '        importlib.import_module(name)',
        '    except ImportError:',
        '        print(name)',
        'return 1.0',
      ),
    ].join('\n');
    const names = [...STANDARD_LIBRARY, ...PLATFORM_PACKAGES.keys()].filter((name) => name !== 'this');
    const outcome = await grade(source, { item: { names } });
    expect(outcome.output.trim().split('\n').sort()).toEqual([...NOT_LOCAL, ...PLATFORM_PACKAGES.keys()].sort());
    expect([...PROCESS_MODULES].every((name) => STANDARD_LIBRARY.has(name))).toBe(true);
  });
});

describe('compile', () => {
  test('gives an id that grades', async () => {
    const result = await host.compile(grader('return 0.5'));
    expect(result).toMatchObject({ ok: true, warnings: [] });
    if (result.ok) expect(await host.grade({ id: result.id }, { sample: {}, item: {} })).toMatchObject({ value: 0.5 });
    await expect(host.grade({ id: 'nothing' }, { sample: {}, item: {} })).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['a syntax error', 'def grade(sample, item):\n    retrun 1.0\n', { code: 'syntax', line: 2, column: 12 }],
    ['a text without an end', 'x = "abc', { code: 'syntax', line: 1, column: 5 }],
    ['a mistake after characters of two units', 'x = "🎉é"; y = = 1', { code: 'syntax', line: 1, column: 16 }],
    [
      'a wrong definition after characters of many bytes',
      'x = "🎉é"; grade = 1\nif "🎉é": \n  def grade(): pass',
      { line: 3, column: 3 },
    ],
    ['a return outside of a function', 'return 1', { code: 'syntax', line: 1 }],
    ['a null byte', 'x = 1\0', { code: 'syntax' }],
    ['no grade', 'x = 1', { code: 'missing_grade' }],
    ['one parameter', 'def grade(sample):\n    return 1.0', { code: 'wrong_signature', line: 1, column: 1 }],
    ['a third parameter', 'def grade(sample, item, *rest):\n    return 1.0', { code: 'wrong_signature' }],
    ['async', 'async def grade(sample, item):\n    return 1.0', { code: 'wrong_signature' }],
    ['a source too large', `#${'x'.repeat(256_000)}`, { code: 'too_large' }],
    ['brackets nested too deep', '('.repeat(5_000), { line: 1 }],
  ])('refuses %s', async (_name, source, problem) => {
    expect(await host.compile(source)).toMatchObject({ ok: false, problem });
  });

  test.each([
    ['parameters in the wrong order', 'def grade(item, sample):\n    return 1.0', ['parameter_order']],
    ['a path without a return', grader('if item: return 1.0'), ['may_return_none']],
    ['none when all paths return', grader('try:', '    return 1.0', 'except ValueError:', '    raise'), []],
    ['none for an endless loop with returns', grader('while True:', '    return 1.0'), []],
    ['none for a grade that comes from elsewhere', 'from json import loads as grade', []],
    [
      'none for a decorated grade',
      'import functools\n@functools.cache\ndef grade(sample, item=None, other=None): return 1.0',
      [],
    ],
  ])('warns of %s', async (_name, source, codes) => {
    const result = await host.compile(source);
    expect(result.ok && result.warnings.map(({ code }) => code)).toEqual(codes);
  });

  test('runs nothing of the source', async () => {
    expect(await host.compile(`while True: pass\n${grader('return 1.0')}`)).toMatchObject({ ok: true });
  });
});

describe('many grades', () => {
  const source = grader('return item["n"] / 10_000');
  const inputs = (count: number) => Array.from({ length: count }, (_, n) => ({ sample: {}, item: { n } }));

  test('come back in order, whatever the number of children', async () => {
    const pair = createTestHost({ children: 2 });
    const expected = inputs(3_000).map(({ item }) => item.n / 10_000);
    for (const each of [host, pair.host]) {
      const told = new Set<number>();
      const outcomes = await each.gradeMany({ source }, inputs(3_000), { onOutcome: (index) => told.add(index) });
      expect(outcomes.map(platformValue)).toEqual(expected);
      expect(told.size).toBe(3_000);
    }
    expect(pair.started.length).toBe(2);
    await pair.host.close();
  });

  test('lose only the ones that fail, hang or crash', async () => {
    const mixed = grader(
      'if item["n"] == 3: raise ValueError("three")',
      'if item["n"] == 5:',
      '    while True: pass',
      'if item["n"] == 7: import os; os.abort()',
      'if item["n"] == 9: return sum(iter(int, 1))',
      'return item["n"] / 100',
    );
    const outcomes = await host.gradeMany({ source: mixed }, inputs(12), { timeoutMs: SHORT_MS });
    const seen = outcomes.map((outcome) => (outcome.state === 'scored' ? outcome.value : outcome.code));
    expect(seen).toEqual([0, 0.01, 0.02, 'raised', 0.04, 'timeout', 0.06, 'crashed', 0.08, 'timeout', 0.1, 0.11]);
  });

  test('can be cancelled while they run, while they wait, and before', async () => {
    const slow = grader('import time', 'while True: pass');
    const running = new AbortController();
    const waiting = new AbortController();
    const results = [
      host.gradeMany({ source: slow }, inputs(5), { signal: running.signal }),
      host.gradeMany({ source }, inputs(5), { signal: waiting.signal }),
      host.grade({ source }, { sample: {}, item: { n: 1 } }, { signal: AbortSignal.abort() }),
    ];
    setTimeout(() => {
      waiting.abort();
      running.abort();
    }, 50);
    const codes = (await Promise.allSettled(results)).map((result) =>
      result.status === 'rejected' ? (result.reason as AppError).code : 'graded',
    );
    expect(codes).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await brief(grader('return 0.5'))).toBe(0.5);
  });

  test('let a single grade in between', async () => {
    const order: string[] = [];
    const note = async (name: string, work: Promise<unknown>): Promise<void> => {
      await work;
      order.push(name);
    };
    await Promise.all([
      note('many', host.gradeMany({ source: grader('sum(range(20_000))', 'return 0.5') }, inputs(3_000))),
      note('single', grade(grader('return 0.25'))),
    ]);
    expect(order).toEqual(['single', 'many']);
  });

  test('of nothing are nothing', async () => {
    expect(await host.gradeMany({ source }, [])).toEqual([]);
  });
});
