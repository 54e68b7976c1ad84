import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS } from './fields.ts';
import { parse } from './parse.ts';
import { print } from './print.ts';
import { anyFilter } from './testing/arbitrary-filter.ts';

function ast(text: string): unknown {
  const result = parse(text);
  expect(result.problem).toBeNull();
  return result.ast;
}

function printed(text: string): string {
  const result = parse(text);
  return result.ast === null ? `! ${result.problem.message}` : print(result.ast);
}

describe('parse', () => {
  it('reads the empty text as all samples', () => {
    expect([ast(''), ast('   ')]).toEqual([{ kind: 'all' }, { kind: 'all' }]);
  });

  it.each([
    ['hail roof', 'hail roof'],
    ['hail AND roof', 'hail roof'],
    ['"two words"', '"two words"'],
    ['refun*', 'refun*'],
    ['"new ti"*', '"new ti"*'],
    ['not hail', '-hail'],
    ['-hail', '-hail'],
    ['- hail', '"-" hail'],
    ['--hail', '--hail'],
    ['a or b c', 'a or b c'],
    ['(a or b) c', '(a or b) c'],
    ['((a)) (b c)', 'a b c'],
    ['-(a b)', '-(a b)'],
    ['"and" oreo android notary', '"and" oreo android notary'],
    ['12:30', '"12:30"'],
    ['me@example.org', '"me@example.org"'],
    ['the < sign', 'the "<" sign'],
  ])('reads the words of %s as %s', (text, expected) => {
    expect(printed(text)).toBe(expected);
  });

  it.each([
    ['calls>7', 'calls>7'],
    ['calls > 7', 'calls>7'],
    ['calls:>7', 'calls>7'],
    ['calls=7', 'calls:7'],
    ['calls:4..7', 'calls:4..7'],
    ['calls:4..', 'calls>=4'],
    ['calls:..7', 'calls<=7'],
    ['calls:..<7', 'calls<7'],
    ['calls:0,13..', 'calls:0,>=13'],
    ['reward:0.2..<0.5', 'reward:0.2..<0.5'],
    ['reward:-1..-.5', 'reward:-1..-0.5'],
    ['latency>2s', 'latency>2000'],
    ['latency:500ms..1.5min', 'latency:500..90000'],
    ['id:S-0187', 'id:187'],
    ['id:S-3..s-9,12', 'id:3..9,12'],
    ['SOURCE:"my file.csv",b.csv', 'source:"my file.csv",b.csv'],
    ['tool:get_*', 'tool:get_*'],
    ['tool:"get "*', 'tool:"get "*'],
    ['tag:"none"', 'tag:"none"'],
    ['tag:none', 'tag:none'],
    ['outcome:Solved,failed', 'outcome:success,failure'],
    ['verdict:needs-work', 'verdict:needs_work'],
    ['flag:missing_reference', 'flag:missing-reference'],
    ['score:errored,0..0.2', 'score:errored,0..0.2'],
    ['score@12.amount>=0.8', 'score@12.amount>=0.8'],
    ['score@"Claims multi":any', 'score@"Claims multi":any'],
    ['item.order.total>100', 'reference.order.total>100'],
    ['reference."odd key":7', 'reference."odd key":7'],
    ['reference.code:007', 'reference.code:"007"'],
    ['reference.code:"7"', 'reference.code:"7"'],
    ['reference:refund', 'reference:refund'],
    ['-dup:any', '-dup:any'],
  ])('reads the term %s as %s', (text, expected) => {
    expect(printed(text)).toBe(expected);
  });

  it('joins and flattens conditions into normal form', () => {
    expect(ast('(lang:de lang:fr) (a or (b or c))')).toEqual({
      kind: 'and',
      items: [
        { kind: 'term', field: 'lang', at: null, path: [], values: [{ kind: 'text', text: 'de', prefix: false }] },
        { kind: 'term', field: 'lang', at: null, path: [], values: [{ kind: 'text', text: 'fr', prefix: false }] },
        { kind: 'or', items: ['a', 'b', 'c'].map((text) => ({ kind: 'text', text, prefix: false })) },
      ],
    });
  });

  it('gives back every filter that it printed', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const result = parse(print(filter));
        expect(result.problem).toBeNull();
        expect(result.ast).toEqual(filter);
      }),
      { numRuns: 2_000 },
    );
  });

  it('answers any text with a filter or with a problem inside the text', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '"',
      '-',
      'or',
      'and',
      ' ',
      ':',
      '>',
      '..',
      'calls',
      'score@',
      '.',
      ',',
      '*',
      '\\',
      'S-1',
      '🤗',
      'x',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { ast: filter, problem } = parse(text);
        if (filter !== null) expect(parse(print(filter)).ast).toEqual(filter);
        else {
          expect(problem.message).toMatch(/^.+[.?]$/u);
          expect(problem.from).toBeGreaterThanOrEqual(0);
          expect(problem.to).toBeGreaterThanOrEqual(problem.from);
          expect(problem.to).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('reads every example of every field', () => {
    const bad = FIELDS.flatMap((field) => field.examples).filter((example) => parse(example).ast === null);
    expect(bad).toEqual([]);
  });
});

describe('problems of a filter', () => {
  it.each([
    ['cals>7', { message: 'There is no field “cals”. Did you mean calls?', from: 0, to: 4, suggestion: 'calls' }],
    [
      'a http://x.org',
      {
        message: 'There is no field “http”. Put the words in quotes to search for them as text.',
        from: 2,
        to: 14,
        suggestion: '"http://x.org"',
      },
    ],
    [
      'decision:inclued',
      { message: 'decision has no value “inclued”. Did you mean include?', from: 9, to: 16, suggestion: 'include' },
    ],
    [
      'split:banana',
      { message: 'split is one of train, validation, test, any, none.', from: 6, to: 12, suggestion: null },
    ],
    ['🤗 calls:many', { message: 'calls compares numbers, as in calls>7.', from: 9, to: 13, suggestion: null }],
    [
      'score:erored',
      { message: 'score compares numbers. Did you mean errored?', from: 6, to: 12, suggestion: 'errored' },
    ],
    ['calls:7..4', { message: 'This range ends before it begins.', from: 6, to: 10, suggestion: '4..7' }],
    ['calls:', { message: 'calls needs a value, as in calls>7.', from: 0, to: 6, suggestion: null }],
    ['calls: 7', { message: 'calls needs a value, as in calls>7.', from: 0, to: 6, suggestion: null }],
    ['lang>de', { message: 'lang is not a number, so > cannot compare it.', from: 4, to: 7, suggestion: ':de' }],
    ['id:abc', { message: 'id takes numbers of samples, as in id:S-0187.', from: 3, to: 6, suggestion: null }],
    ['"open', { message: 'This quote is not closed.', from: 0, to: 5, suggestion: '"open"' }],
    ['tag:"open', { message: 'This quote is not closed.', from: 4, to: 9, suggestion: '"open"' }],
    ['(a b', { message: 'This opening parenthesis is not closed.', from: 0, to: 1, suggestion: null }],
    ['a )', { message: 'This closing parenthesis has no opening one.', from: 2, to: 3, suggestion: '' }],
    ['a ()', { message: 'These parentheses are empty.', from: 2, to: 4, suggestion: '' }],
    [
      'a or',
      {
        message: 'A condition is missing next to “or”. To search for the word itself, put it in quotes.',
        from: 2,
        to: 4,
        suggestion: '"or"',
      },
    ],
    [
      'or a',
      {
        message: 'A condition is missing next to “or”. To search for the word itself, put it in quotes.',
        from: 0,
        to: 2,
        suggestion: '"or"',
      },
    ],
    [
      'a and',
      {
        message: 'A condition is missing next to “and”. To search for the word itself, put it in quotes.',
        from: 2,
        to: 5,
        suggestion: '"and"',
      },
    ],
    [
      'not',
      {
        message: 'A condition is missing after “not”. To search for the word itself, put it in quotes.',
        from: 0,
        to: 3,
        suggestion: '"not"',
      },
    ],
    [
      'calls.max>3',
      { message: 'calls has no parts, so nothing can follow it after a dot.', from: 0, to: 9, suggestion: 'calls:' },
    ],
    [
      'reference>5',
      {
        message: 'Say which field of the reference to compare, as in reference.price>5.',
        from: 0,
        to: 11,
        suggestion: null,
      },
    ],
    ['*', { message: 'Write the beginning of a word before the *.', from: 0, to: 1, suggestion: null }],
  ])('says what is wrong with %s', (text, problem) => {
    expect(parse(text)).toEqual({ ast: null, problem });
  });

  it('refuses filters that are nested or long beyond use', () => {
    expect(parse(`${'('.repeat(500)}a${')'.repeat(500)}`).problem?.message).toBe('The filter is nested too deeply.');
    expect(parse('a '.repeat(500)).problem?.message).toBe('A filter takes 400 conditions at most.');
    const values = Array.from({ length: 1_001 }, (_, at) => at).join(',');
    expect(parse(`id:${values}`).problem?.message).toBe('A condition takes 1,000 values at most.');
  });
});
