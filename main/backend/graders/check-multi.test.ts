import { describe, expect, it } from 'vitest';
import { check, multi, stringCheck } from './testing/check-help.ts';

describe('checkGrader, multi', () => {
  it('finds nothing in a weighted sum', () => {
    expect(check(multi('0.4*a + 0.6*b')).problems).toEqual([]);
  });

  it.each([
    ['0.4*a + 0.6*bb', 'error', 'formula_unknown_name', 'bb', 'No grader has the key bb. Did you mean b?'],
    ['a * (b', 'error', 'formula_parse_error', '(', 'This ( is never closed.'],
    ['a ** b', 'error', 'formula_parse_error', '**', 'Powers are written ^, not **.'],
    [
      '',
      'error',
      'formula_parse_error',
      '',
      'The formula is empty. Combine the keys of graders, such as 0.5 * a + 0.5 * b.',
    ],
    ['a', 'warning', 'formula_unused_key', '"b"', 'The formula does not use b, so it changes no score.'],
    [
      'a + b',
      'warning',
      'formula_range',
      'a + b',
      'This gives 2 when a = 1 and b = 1. Scores should stay from 0 to 1, and the platform may not cut them.',
    ],
    [
      'a - b',
      'warning',
      'formula_range',
      'a - b',
      'This gives -1 when a = 0 and b = 1. Scores should stay from 0 to 1, and the platform may not cut them.',
    ],
    [
      'min(1, a * sqrt(b - 0.5))',
      'warning',
      'formula_no_value',
      'sqrt(b - 0.5)',
      'This has no value when a = 0 and b = 0. The score is an error then.',
    ],
  ])('judges the formula %j', (formula, severity, code, marked, message) => {
    const { only, at } = check(multi(formula));
    expect(only()).toMatchObject({ severity, code, message });
    expect(at(only().range)).toBe(marked);
  });

  it('guards a divisor that can be 0', () => {
    const { problems, at, applied } = check(multi('min(1, 2*a*b/(a+b))'));
    expect(problems).toMatchObject([
      {
        code: 'formula_division',
        message:
          'This divisor can be 0, for example when a = 0 and b = 0. What the platform does then is unconfirmed; here it is an error.',
      },
    ]);
    expect(at(problems[0]!.range)).toBe('(a+b)');
    expect(check(applied(problems[0]!)).problems).toEqual([]);
  });

  it('marks the place in a formula that is written with escapes', () => {
    const text = JSON.stringify(multi('@')).replace('"@"', String.raw`"\u0061 +\t\"b\" * 2"`);
    const { only, at } = check(text);
    expect(only().message).toBe('Texts are not understood. Write the key of a grader without quotes.');
    expect(at(only().range)).toBe(String.raw`\"`);
  });

  it('makes an object of a list', () => {
    const { problems, applied } = check(multi('a', { graders: [stringCheck({ name: 'a' })] }));
    expect(problems).toMatchObject([
      { code: 'multi_list', message: 'graders is a list here; the API takes an object with a key for each grader.' },
    ]);
    expect(check(applied(problems[0]!)).problems).toEqual([]);
  });

  it('makes an object of a single grader', () => {
    const { problems, applied } = check(multi('a', { graders: stringCheck({ name: 'a' }) }));
    expect(problems).toMatchObject([{ code: 'multi_single' }]);
    expect(check(applied(problems[0]!)).problems).toEqual([]);
  });

  it.each([
    ['exact-match', 'The formula cannot name exact-match. Use letters, digits and _, starting with a letter.'],
    ['max', 'max is the name of a function of the formula. Choose another key.'],
    ['', 'The formula cannot name an empty key. Use letters, digits and _, starting with a letter.'],
  ])('refuses the key %j', (key, message) => {
    const { problems } = check(multi('a', { graders: { a: stringCheck(), [key]: stringCheck() } }));
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ code: 'multi_key', message }]);
  });

  it('refuses a multi inside a multi', () => {
    const { problems } = check(multi('a', { graders: { a: multi('a') } }));
    expect(problems).toMatchObject([{ code: 'multi_nested', severity: 'error' }]);
  });

  it('finds problems inside the parts', () => {
    const { only, at } = check(
      multi('a + b - a*b', { graders: { a: stringCheck({ operation: 'neq' }), b: stringCheck() } }),
    );
    expect(at(only().range)).toBe('"neq"');
  });

  it('takes the range of a judge into account', () => {
    const judge = {
      type: 'score_model',
      name: 'j',
      model: 'm',
      range: [0, 5],
      input: [{ role: 'user', content: 'Rate {{sample.output_text}}' }],
    };
    const codes = (formula: string) =>
      check(multi(formula, { graders: { j: judge } })).problems.map(({ code }) => code);
    expect(codes('j / 5')).toEqual(['type_not_runnable']);
    expect(codes('j')).toEqual(['type_not_runnable', 'formula_range']);
  });

  it('needs graders', () => {
    expect(check({ type: 'multi', calculate_output: 'a' }).only().message).toBe('A multi grader needs graders.');
    expect(check(multi('1', { graders: {} })).only().message).toBe('A multi needs at least one grader.');
    expect(check(multi('1', { graders: 'x' })).problems[0]!.message).toBe(
      'graders must be an object with a key for each grader, not a text.',
    );
  });
});
