import { afterAll, describe, expect, it } from 'vitest';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import { GRADER_TEMPLATES } from '../../../shared/graders/examples.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { ScorePart } from '../../../shared/model/score.ts';
import { ScorePartSchema } from '../../../shared/model/score.ts';
import { checkGraderWithPython } from './check.ts';
import { compileGrader, ENGINE_VERSION } from './compile.ts';
import { createPythonHost } from './python/host.ts';
import { answerFromText } from './sample-view.ts';
import type { GradeInput } from './types.ts';

const host = createPythonHost({ timeoutMs: 20_000 });
afterAll(() => host.close());

const NEVER = new AbortController().signal;

function answer(text: string, item: JsonObject, responseFormat: JsonValue = null): GradeInput {
  return { item, sample: answerFromText(text, { responseFormat }) };
}

function filesOf(grader: unknown, others: Readonly<Record<string, string>> = {}): GraderFiles {
  return { 'grader.json': JSON.stringify(grader), ...others };
}

async function gradeAll(files: GraderFiles, inputs: readonly GradeInput[]): Promise<readonly ScorePart[]> {
  const compiled = await compileGrader(files, { pythonHost: () => host, responseFormat: { type: 'json_object' } });
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join('\n'));
  const parts = await compiled.grader.gradeMany(inputs, NEVER);
  for (const part of parts) expect(ScorePartSchema.parse(part)).toEqual(part);
  return parts;
}

async function grade(grader: unknown, input: GradeInput): Promise<ScorePart> {
  const [part] = await gradeAll(filesOf(grader), [input]);
  return part!;
}

function stringCheck(
  operation: string,
  reference = '{{ item.answer }}',
  input = '{{ sample.output_text }}',
): JsonObject {
  return { type: 'string_check', name: 'check', input, reference, operation };
}

function python(body: string): JsonObject {
  return { type: 'python', name: 'code', source: `def grade(sample, item):\n    ${body}\n` };
}

describe('string_check', () => {
  it.each([
    ['eq', 'yes', 'yes', 1],
    ['eq', 'yes', 'Yes', 0],
    ['eq', 'yes', 'yes ', 0],
    ['eq', 'é', 'e\u0301', 0],
    ['ne', 'yes', 'no', 1],
    ['ne', 'yes', 'yes', 0],
    ['like', 'the answer is Yes', 'Yes', 1],
    ['like', 'the answer is Yes', 'yes', 0],
    ['like', 'Yes', 'the answer is Yes', 0],
    ['ilike', 'the ANSWER', 'answer', 1],
    ['ilike', 'STRASSE', 'straße', 0],
  ])('%s of %j against %j is %d', async (operation, text, reference, value) => {
    const part = await grade(stringCheck(operation), answer(text, { answer: reference }));
    expect(part).toMatchObject({
      key: 'check',
      type: 'string_check',
      state: 'scored',
      value,
      platformValue: value,
      reason: null,
      detail: { input: text, reference, operation },
    });
  });

  it('compares numbers and lists as text and says what is unconfirmed', async () => {
    const part = await grade(
      stringCheck('eq', '{{ item.n }}{{ item.list }}'),
      answer('1.5[1,2]', { n: 1.5, list: [1, 2] }),
    );
    expect(part).toMatchObject({
      value: 1,
      detail: { warnings: ["item.list is a list and renders as JSON; the platform's text form is unconfirmed."] },
    });
  });

  it('errs on a variable that is not there, and never scores 0 for it', async () => {
    const part = await grade(stringCheck('eq', '{{ item.verdict }}'), answer('yes', { answer: 'yes' }));
    expect(part).toMatchObject({
      state: 'errored',
      value: null,
      platformValue: 0,
      reason: 'The sample has no verdict.',
      detail: { code: 'invalid_variable_error', variable: 'item.verdict', input: 'yes' },
    });
  });

  it('errs on output_json when the answer is no JSON', async () => {
    const grader = stringCheck('eq', 'x', '{{ sample.output_json.a }}');
    const inputs = ['{"a":"x"}', '```json\n{"a":"x"}\n```', '{}'].map((text) =>
      answer(text, {}, { type: 'json_object' }),
    );
    const parts = await gradeAll(filesOf(grader), inputs);
    expect(parts.map(({ state, reason }) => [state, reason])).toEqual([
      ['scored', null],
      ['errored', 'The answer has no output_json: it is not JSON, or the project sets no response format.'],
      ['errored', 'The answer has no output_json.a.'],
    ]);
  });
});

describe('text_similarity', () => {
  const grader = {
    type: 'text_similarity',
    name: 'like',
    input: '{{ sample.output_text }}',
    reference: '{{ item.answer }}',
  };

  it.each(['fuzzy_match', 'bleu', 'gleu', 'meteor', 'rouge_1', 'rouge_5', 'rouge_l'])(
    'names the definition of %s and calls it an estimate',
    async (metric) => {
      const text = 'one two three four five six';
      const part = await grade({ ...grader, evaluation_metric: metric }, answer(text, { answer: text }));
      expect(part).toMatchObject({ state: 'scored', detail: { metric, estimate: true, input: text, reference: text } });
      expect(part.value).toBeGreaterThan(0.99);
      expect(part.detail['definition']).toMatch(/\w/u);
    },
  );

  it('marks what passes the threshold and leaves the score as it is', async () => {
    const inputs = ['hello world', 'hello wor', 'xyz'].map((text) => answer(text, { answer: 'hello world' }));
    const parts = await gradeAll(filesOf({ ...grader, evaluation_metric: 'fuzzy_match', pass_threshold: 0.8 }), inputs);
    expect(parts.map(({ detail }) => detail['passed'])).toEqual([true, true, false]);
    expect(parts[1]!.value).toBeLessThan(1);
  });
});

describe('python', () => {
  it('gives each way of failing a name and a reason of its own, and none of them a score', async () => {
    const bodies: readonly (readonly [string, string])[] = [
      ['return None', 'returned_none'],
      ['return float("nan")', 'nan'],
      ['return float("inf")', 'infinite'],
      ['return "0.7"', 'not_a_number'],
      ['return {"score": 1.0}', 'not_a_number'],
      ['return 1.5', 'out_of_range'],
      ['return -0.1', 'out_of_range'],
      ['return item["missing"]', 'raised'],
      ['import numpy', 'import_failed'],
      ['pass', 'returned_none'],
    ];
    const reasons = new Set<string>();
    for (const [body, code] of bodies) {
      const part = await grade(python(body), answer('a', {}));
      expect(part).toMatchObject({ state: 'errored', value: null, platformValue: 0, detail: { code } });
      expect(part.detail['platformNote']).toMatch(/platform/iu);
      reasons.add(part.reason ?? '');
    }
    // `return None` and no return at all are the same to Python.
    expect(reasons.size).toBe(bodies.length - 1);
  });

  it('passes sample and item in that order and keeps what was printed', async () => {
    const part = await grade(
      python('print(sample["output_text"], item["n"]); return item["n"] / 2'),
      answer('hello', { n: 1 }),
    );
    expect(part).toMatchObject({ state: 'scored', value: 0.5, platformValue: 0.5, detail: { output: 'hello 1\n' } });
    expect(part.durationUs).toBeGreaterThanOrEqual(0);
  });

  it('counts a whole number and notes that the platform asks for a float', async () => {
    expect(await grade(python('return 1'), answer('a', {}))).toMatchObject({ state: 'scored', value: 1 });
    const { detail } = await grade(python('return 1'), answer('a', {}));
    expect(detail['note']).toMatch(/int/u);
  });

  it('hands over None for what is empty', async () => {
    const part = await grade(
      python('return 1.0 if sample["output_json"] is None and sample["output_tools"] == [] else 0.0'),
      answer('{}', {}),
    );
    expect(part.value).toBe(1);
  });
});

describe('multi', () => {
  function multi(calculate_output: string, graders: JsonObject): JsonObject {
    return { type: 'multi', name: 'whole', graders, calculate_output };
  }

  it('combines its parts by the formula and shows each with its weight', async () => {
    const grader = multi('0.25 * exact + 0.75 * code', { exact: stringCheck('eq'), code: python('return 0.5') });
    const part = await grade(grader, answer('yes', { answer: 'yes' }));
    expect(part).toMatchObject({
      key: 'whole',
      state: 'scored',
      value: 0.625,
      platformValue: 0.625,
      detail: { formula: '0.25 * exact + 0.75 * code', weights: { exact: 0.25, code: 0.75 } },
      parts: [
        { key: 'exact', type: 'string_check', value: 1 },
        { key: 'code', type: 'python', value: 0.5 },
      ],
    });
  });

  it('has no score when a part has none, names the part, and says what a trainer would pay', async () => {
    const grader = multi('0.25 * exact + 0.75 * code', {
      exact: stringCheck('eq'),
      code: python('raise ValueError("no")'),
    });
    const part = await grade(grader, answer('yes', { answer: 'yes' }));
    expect(part).toMatchObject({
      state: 'errored',
      value: null,
      platformValue: 0.25,
      detail: { code: 'part_errored' },
    });
    expect(part.reason).toMatch(/^code has no score: ValueError: no/u);
    expect(part.parts).toMatchObject([{ state: 'scored' }, { state: 'errored' }]);
  });

  it('does not mind a failing part that the formula does not use', async () => {
    const grader = multi('exact', { exact: stringCheck('eq'), code: python('return None') });
    expect(await grade(grader, answer('yes', { answer: 'yes' }))).toMatchObject({ state: 'scored', value: 1 });
  });

  it('is an error, not 0, where the formula has no value', async () => {
    const grader = multi('a / b', { a: stringCheck('eq', 'no'), b: stringCheck('eq', 'no') });
    const part = await grade(grader, answer('yes', {}));
    expect(part).toMatchObject({
      state: 'errored',
      value: null,
      reason: 'calculate_output has no value here: Division by zero at b.',
      detail: { code: 'division_by_zero' },
    });
  });

  it('is skipped with the reason when a part cannot be called here', async () => {
    const judge = {
      type: 'score_model',
      name: 'j',
      model: 'm',
      input: [{ role: 'user', content: 'Rate {{ sample.output_text }}' }],
    };
    const grader = multi('0.5 * exact + 0.5 * rationale', { exact: stringCheck('eq'), rationale: judge });
    const part = await grade(grader, answer('yes', { answer: 'yes' }));
    expect(part).toMatchObject({
      state: 'skipped',
      value: null,
      platformValue: null,
      reason:
        'rationale was left out: score_model graders need a judge, which this version of Assay cannot call. Scores for it are left out.',
      parts: [
        { key: 'exact', value: 1 },
        { key: 'rationale', state: 'skipped' },
      ],
    });
  });

  it('keeps a value outside 0 to 1 and notes it', async () => {
    const part = await grade(multi('a + 1', { a: stringCheck('eq', 'yes') }), answer('yes', {}));
    expect(part).toMatchObject({ state: 'scored', value: 2, platformValue: 2 });
    expect(part.detail['note']).toMatch(/unconfirmed/u);
  });
});

describe('compileGrader', () => {
  it('refuses files with errors and gives the problems', async () => {
    const compiled = await compileGrader(filesOf(stringCheck('neq')), { pythonHost: () => host, responseFormat: null });
    expect(compiled).toMatchObject({ ok: false, problems: [{ code: 'value_unknown' }] });
  });

  it('starts no Python for graders without it', async () => {
    const pythonHost = () => {
      throw new Error('Python was asked for');
    };
    const compiled = await compileGrader(filesOf(stringCheck('eq', 'yes')), { pythonHost, responseFormat: null });
    expect(compiled.ok && (await compiled.grader.gradeMany([answer('yes', {})], NEVER))).toMatchObject([{ value: 1 }]);
  });

  it('stops when it is cancelled', async () => {
    const compiled = await compileGrader(filesOf(stringCheck('eq', 'yes')), {
      pythonHost: () => host,
      responseFormat: null,
    });
    const inputs = Array.from({ length: 10 }, () => answer('yes', {}));
    await expect(compiled.ok && compiled.grader.gradeMany(inputs, AbortSignal.abort())).rejects.toThrow();
  });

  it('answers every input in order, none for none', async () => {
    const inputs = Array.from({ length: 500 }, (_, index) => answer(index % 3 === 0 ? 'yes' : 'no', {}));
    const parts = await gradeAll(filesOf(stringCheck('eq', 'yes')), inputs);
    expect(parts.map(({ value }) => value)).toEqual(inputs.map((_, index) => (index % 3 === 0 ? 1 : 0)));
    expect(await gradeAll(filesOf(stringCheck('eq', 'yes')), [])).toEqual([]);
  });

  it('has a version that is a whole number', () => {
    expect(Number.isInteger(ENGINE_VERSION)).toBe(true);
  });
});

describe('checkGraderWithPython', () => {
  const context = { fields: null, responseFormat: null };
  const checked = async (source: string) => {
    const files = { 'grader.json': JSON.stringify({ type: 'python', name: 'p', source: '@p.py' }), 'p.py': source };
    return checkGraderWithPython(files, context, host, NEVER);
  };

  it('marks a syntax error that only a parser finds', async () => {
    const { problems, definition } = await checked('def grade(sample, item):\n    x = 1 +* 2\n    return 1.0\n');
    expect(problems).toMatchObject([
      { file: 'p.py', severity: 'error', code: 'python_syntax', range: { line: 2, endLine: 2 } },
    ]);
    expect(problems[0]!.message).toMatch(/^Python cannot read this: /u);
    expect(definition).toBeNull();
  });

  it('warns of a path that returns nothing', async () => {
    const { problems } = await checked('def grade(sample, item):\n    if item:\n        return 1.0\n');
    expect(problems).toMatchObject([{ severity: 'warning', code: 'python_may_return_none' }]);
  });

  it('says nothing twice and nothing of a source that is right', async () => {
    expect((await checked('def grade(sample):\n    return 1.0\n')).problems).toMatchObject([
      { code: 'python_wrong_signature' },
    ]);
    expect((await checked('def grade(item, sample):\n    return 1.0\n')).problems).toMatchObject([
      { code: 'python_parameter_order' },
    ]);
    expect((await checked('def grade(sample, item):\n    return 1.0\n')).problems).toEqual([]);
  });

  it('notes that the syntax was not checked where Python does not start', async () => {
    const broken = createPythonHost({ startTimeoutMs: 1 });
    const files = { 'grader.json': JSON.stringify(python('return 1.0')) };
    const { problems, definition } = await checkGraderWithPython(files, context, broken, NEVER);
    await broken.close();
    expect(problems).toMatchObject([{ severity: 'info', code: 'python_unavailable' }]);
    expect(definition).not.toBeNull();
  });
});

describe('the starters', () => {
  const item = { reference_answer: 'a b c', files: ['src/a.ts', 'src/b.ts'], decision: 'approve', amount: 100 };
  const scoresOf = async (id: string, texts: readonly string[]): Promise<(number | null)[]> => {
    const starter = GRADER_TEMPLATES.find((template) => template.id === id)!;
    const parts = await gradeAll(
      starter.files,
      texts.map((text) => answer(text, item)),
    );
    return parts.map(({ value }) => value);
  };

  it('score exact matches and likeness', async () => {
    expect(await scoresOf('exact', ['a b c', 'a b'])).toEqual([1, 0]);
    const [same, near, far] = await scoresOf('similar', ['a b c', 'a b', 'xyz']);
    expect(same).toBe(1);
    expect(near!).toBeGreaterThan(far!);
  });

  it('score file lists by F1, however they are written', async () => {
    const texts = [
      '["src/a.ts", "src/b.ts"]',
      '{"files": ["./src/a.ts"]}',
      '- `src/a.ts`\n- src/c.ts',
      'nothing',
      '',
      '7',
    ];
    const [all, half, mixed, ...none] = await scoresOf('files-f1', texts);
    expect(all).toBe(1);
    expect(half).toBeCloseTo(2 / 3, 12);
    expect(mixed).toBeCloseTo(0.5, 12);
    expect(none).toEqual([0, 0, 0]);
  });

  it('give partial credit', async () => {
    const [full, close, wrong] = await scoresOf('partial-credit', ['approve 100', 'approve, about 110.00', 'reject']);
    expect(full!).toBeGreaterThan(close!);
    expect(close!).toBeGreaterThan(wrong!);
    expect(wrong).toBe(0);
  });
});
