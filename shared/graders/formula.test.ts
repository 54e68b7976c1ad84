import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseFormula, linearWeights } from './formula-analysis.ts';
import { evaluateFormula } from './formula-evaluate.ts';
import { intervalOf } from './formula-interval.ts';
import { unknownNames } from './formula-names.ts';
import { printFormula } from './formula-print.ts';
import { parseFormula } from './formula.ts';
import type { FormulaNode } from './formula-tree.ts';

function parsed(source: string): FormulaNode {
  const result = parseFormula(source);
  if (!result.ok) throw new Error(`${source}: ${result.problem.message}`);
  return result.node;
}

function valueOf(source: string, values: Readonly<Record<string, number>> = {}) {
  return evaluateFormula(parsed(source), new Map(Object.entries(values)));
}

describe('parseFormula', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['8 / 4 / 2', 1],
    ['5 - 3 - 1', 1],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['--2', 2],
    ['2 * -3', -6],
    ['1e-9 * 1E9', 1],
    ['1.5e+1', 15],
    ['min(3, 1, 2)', 1],
    ['max(1, 2)', 2],
    ['abs(-3)', 3],
    ['floor(-0.5)', -1],
    ['ceil(0.2)', 1],
    ['exp(0)', 1],
    ['sqrt(9)', 3],
    ['log(exp(2))', 2],
    ['\n min ( 1 ,\t2 ) ', 1],
  ])('computes %s', (source, expected) => {
    const result = valueOf(source);
    expect(result.ok && result.value).toBeCloseTo(expected, 12);
  });

  it('computes the F1 formula of the published samples', () => {
    const result = valueOf('2 * precision * recall / max(precision + recall, 1e-9)', { precision: 0.5, recall: 1 });
    expect(result.ok && result.value).toBeCloseTo(2 / 3, 12);
  });

  it.each([
    ['', 0, 0, 'The formula is empty. Combine the keys of graders, such as 0.5 * a + 0.5 * b.'],
    ['a ** 2', 2, 2, 'Powers are written ^, not **.'],
    ['a // b', 2, 2, 'There is no whole-number division. Write floor(a / b).'],
    ['a % 2', 2, 1, 'There is no remainder or percent sign. Write 30 % as 0.3.'],
    ['a > b', 2, 1, '> is not supported: a formula has no comparisons and no conditions. Use min, max, floor or ceil.'],
    [
      'a == b',
      2,
      2,
      '== is not supported: a formula has no comparisons and no conditions. Use min, max, floor or ceil.',
    ],
    [
      'a ? b : 0',
      2,
      1,
      '? is not supported: a formula has no comparisons and no conditions. Use min, max, floor or ceil.',
    ],
    [
      'a if b',
      2,
      2,
      'if is not supported: a formula has no comparisons and no conditions. Use min, max, floor or ceil.',
    ],
    ['(a + b', 0, 1, 'This ( is never closed.'],
    ['min(a, b', 3, 1, 'This ( is never closed.'],
    ['a + b)', 5, 1, 'This ) closes nothing. Remove it or open a ( before it.'],
    ['a +', 3, 0, 'The formula ends where a value should follow.'],
    ['a * / b', 4, 1, 'A value is missing before this /.'],
    ['+ a', 0, 1, 'A + must stand between two values.'],
    ['2 a', 2, 1, 'An operator is missing here, such as *.'],
    ['0,3 * a', 1, 1, 'Write decimals with a point, such as 0.3.'],
    ['a, b', 1, 1, 'A comma may only stand between the values of min and max.'],
    ['(0,3) * a', 2, 1, 'Write decimals with a point, such as 0.3.'],
    ['.5 * a', 0, 2, 'Write a digit before the point, such as 0.5.'],
    ['5. * a', 0, 2, 'Write digits after the point, such as 5.0.'],
    ['0.5 × a', 4, 1, '× is not understood. Write *.'],
    ['[a]', 0, 1, 'Only round parentheses are understood.'],
    ['{{a}} + b', 0, 5, 'Templates are not filled in here. Write the key of a grader alone.'],
    ['"a"', 0, 1, 'Texts are not understood. Write the key of a grader without quotes.'],
    ['a + 😀', 4, 2, '😀 is not understood here.'],
    ['1e999', 0, 5, 'This number is too large.'],
    ['round(a)', 0, 5, 'There is no function round. Write floor(x + 0.5).'],
    ['mim(a, b)', 0, 3, 'There is no function mim. Did you mean min?'],
    ['sin(a)', 0, 3, 'There is no function sin. Did you mean min?'],
    ['tanh(a)', 0, 4, 'There is no function tanh. There are min, max, abs, floor, ceil, exp, sqrt, log.'],
    ['ln(a)', 0, 2, 'There is no function ln. Did you mean log?'],
    ['min(a)', 0, 3, 'min takes two values or more, not 1.'],
    ['abs()', 0, 3, 'abs takes one value, not none.'],
    ['abs(a, b)', 0, 3, 'abs takes one value, not 2.'],
  ])('says what is wrong with %j and where', (source, offset, length, message) => {
    const result = parseFormula(source);
    expect(result.ok ? null : { ...result.problem }).toMatchObject({ offset, length, message });
  });

  it.each([
    ['a ** 2', 'a ^ 2'],
    ['.5 * a', '0.5 * a'],
    ['5. * a', '5.0 * a'],
    ['0.5 × a', '0.5 * a'],
    ['{{ a }} + b', 'a + b'],
    ['(a + b', '(a + b)'],
    ['a + b)', 'a + b'],
    ['2 a', '2 * a'],
    ['mim(a, b)', 'min(a, b)'],
    ['+ a', ' a'],
  ])('offers a fix that makes %s readable', (source, mended) => {
    const result = parseFormula(source);
    const fix = result.ok ? null : result.problem.fix;
    const at = fix?.at ?? { offset: 0, length: 0 };
    const fixed = source.slice(0, at.offset) + (fix?.text ?? '') + source.slice(at.offset + at.length);
    expect(fixed).toBe(mended);
    expect(parseFormula(fixed).ok).toBe(true);
  });

  it('refuses what is nested too deep or too long instead of failing', () => {
    expect(parseFormula(`${'('.repeat(2_000)}a`)).toMatchObject({
      ok: false,
      problem: { message: 'The formula is nested too deep.' },
    });
    expect(parseFormula('-'.repeat(3_000))).toMatchObject({ ok: false });
    expect(parseFormula(`a${' + a'.repeat(2_000)}`)).toMatchObject({ ok: false, problem: { offset: 4_000 } });
    expect(parseFormula(`a${'+a'.repeat(1_999)}`).ok).toBe(true);
  });

  it('never throws, whatever the text, and marks a place within it', () => {
    const piece = fc.constantFrom(
      'a',
      'min',
      '(',
      ')',
      ',',
      '+',
      '-',
      '*',
      '/',
      '^',
      '1',
      '.5',
      ' ',
      '1e',
      '%',
      '{{',
      '}}',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((all) => all.join('')),
        ),
        (source) => {
          const result = parseFormula(source);
          const span = result.ok ? result.node : result.problem;
          expect(span.offset).toBeGreaterThanOrEqual(0);
          expect(span.offset + span.length).toBeLessThanOrEqual(source.length);
        },
      ),
    );
  });

  it('marks each name with its own span', () => {
    expect(unknownNames(parsed('0.5 * decison + amount'), ['decision', 'amount'])).toEqual([
      {
        code: 'formula_unknown_name',
        offset: 6,
        length: 7,
        message: 'No grader has the key decison. Did you mean decision?',
        fix: { title: 'Write decision', at: { offset: 6, length: 7 }, text: 'decision' },
      },
    ]);
    expect(unknownNames(parsed('a * pi + min'), ['a']).map(({ message }) => message)).toEqual([
      'No grader has the key pi. The formula has no constants; write the number.',
      'min is a function: give it values in parentheses.',
    ]);
  });
});

/** Trees without spans, as a generator makes them. */
type Plain =
  | { kind: 'number'; value: number }
  | { kind: 'name'; name: string }
  | { kind: 'negate'; operand: Plain }
  | { kind: 'binary'; operator: '+' | '-' | '*' | '/' | '^'; left: Plain; right: Plain }
  | { kind: 'call'; fn: 'min' | 'max' | 'abs' | 'floor' | 'ceil' | 'exp' | 'sqrt' | 'log'; args: Plain[] };

const plainTree = fc.letrec<{ tree: Plain }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'formula' },
    fc.record({
      kind: fc.constant('number' as const),
      value: fc.double({ min: 0, max: 10, noNaN: true }).map((value) => value + 0),
    }),
    fc.record({ kind: fc.constant('name' as const), name: fc.constantFrom('a', 'b', 'c_2') }),
    fc.record({ kind: fc.constant('negate' as const), operand: tie('tree') }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const, '^' as const),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      fn: fc.constantFrom('min' as const, 'max' as const),
      args: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      fn: fc.constantFrom(
        'abs' as const,
        'floor' as const,
        'ceil' as const,
        'exp' as const,
        'sqrt' as const,
        'log' as const,
      ),
      args: fc.tuple(tie('tree')),
    }),
  ),
})).tree;

function spanless(node: FormulaNode | Plain): Plain {
  switch (node.kind) {
    case 'number':
      return { kind: 'number', value: node.value };
    case 'name':
      return { kind: 'name', name: node.name };
    case 'negate':
      return { kind: 'negate', operand: spanless(node.operand) };
    case 'binary':
      return { kind: 'binary', operator: node.operator, left: spanless(node.left), right: spanless(node.right) };
    case 'call':
      return { kind: 'call', fn: node.fn, args: node.args.map((arg) => spanless(arg)) };
  }
}

/** Spans are of no account to the printer and the evaluator. */
function withSpans(node: Plain): FormulaNode {
  return { ...(node as FormulaNode), offset: 0, length: 0 };
}

const OPERATIONS: Readonly<
  Record<string, readonly [level: number, right: boolean, apply: (a: number, b: number) => number]>
> = {
  '+': [1, false, (a, b) => a + b],
  '-': [1, false, (a, b) => a - b],
  '*': [2, false, (a, b) => a * b],
  '/': [2, false, (a, b) => a / b],
  '^': [4, true, (a, b) => a ** b],
};

/** A second evaluator of another kind: precedence climbing straight over the text, IEEE results and no errors. */
function climb(source: string, values: Readonly<Record<string, number>>): number {
  const tokens = source.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|[a-z_]\w*|[-+*/^(),]/giu) ?? [];
  let next = 0;
  const expression = (level: number): number => {
    let left = operand();
    for (
      let entry = OPERATIONS[tokens[next] ?? ''];
      entry !== undefined && entry[0] >= level;
      entry = OPERATIONS[tokens[next] ?? '']
    ) {
      next += 1;
      left = entry[2](left, expression(entry[1] ? 3 : entry[0] + 1));
    }
    return left;
  };
  const operand = (): number => {
    const token = tokens[next++] ?? '';
    if (token === '-') return -expression(3);
    if (token === '(') return list()[0]!;
    if (/^\d/u.test(token)) return Number(token);
    if (tokens[next] !== '(') return values[token]!;
    next += 1;
    const args = list();
    return Math[token as 'min'](...args);
  };
  const list = (): number[] => {
    const all = [expression(0)];
    while (tokens[next] === ',') {
      next += 1;
      all.push(expression(0));
    }
    next += 1;
    return all;
  };
  return expression(0);
}

describe('formula trees', () => {
  it('are the same after printing and parsing', () => {
    fc.assert(
      fc.property(plainTree, (tree) => {
        expect(spanless(parsed(printFormula(withSpans(tree))))).toEqual(spanless(tree));
      }),
      { numRuns: 500 },
    );
  });

  it('have the value that an independent evaluator of the text finds, or fail where that one is not finite', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(plainTree, score, score, score, (tree, a, b, c) => {
        const source = printFormula(withSpans(tree));
        const values = { a, b, c_2: c };
        const result = valueOf(source, values);
        const naive = climb(source, values);
        if (result.ok) expect(result.value).toBe(naive);
        else {
          // The named part is really to blame, even where min or max would hide it from the whole.
          const { offset, length, code } = result.failure;
          const blamed = climb(source.slice(offset, offset + length), values);
          if (code === 'division_by_zero') expect(Math.abs(blamed)).toBe(0);
          else expect(Number.isFinite(blamed)).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('stay within their interval bounds', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(plainTree, score, score, score, (tree, a, b, c) => {
        const node = withSpans(tree);
        const result = evaluateFormula(node, new Map(Object.entries({ a, b, c_2: c })));
        const bounds = intervalOf(node, new Map());
        if (!result.ok) return;
        const slack = 1e-9 * Math.max(1, Math.abs(result.value));
        expect(result.value).toBeGreaterThanOrEqual(bounds.low - slack);
        expect(result.value).toBeLessThanOrEqual(bounds.high + slack);
      }),
      { numRuns: 500 },
    );
  });
});

describe('evaluateFormula', () => {
  it.each([
    ['a / b', { a: 1, b: 0 }, 'division_by_zero', 4, 1],
    ['1 + a / (b - b)', { a: 1, b: 0.3 }, 'division_by_zero', 8, 7],
    ['max(1, a / b)', { a: 1, b: 0 }, 'division_by_zero', 11, 1],
    ['sqrt(a - 1)', { a: 0 }, 'not_a_number', 0, 11],
    ['log(a)', { a: 0 }, 'infinite', 0, 6],
    ['exp(1000 * a)', { a: 1 }, 'infinite', 0, 13],
    ['(a - 1) ^ 0.5', { a: 0 }, 'not_a_number', 0, 13],
    ['a ^ -1', { a: 0 }, 'infinite', 0, 6],
  ])('fails on %s instead of giving a number', (source, values, code, offset, length) => {
    expect(valueOf(source, values)).toMatchObject({ ok: false, failure: { code, offset, length } });
  });
});

describe('analyseFormula', () => {
  const keysOf = (source: string, keys: string[]) => analyseFormula(parsed(source), keys);

  it('bounds a weighted sum', () => {
    const analysis = keysOf('0.3*a + 0.7*b', ['a', 'b']);
    expect(analysis.bounds.low).toBe(0);
    expect(analysis.bounds.high).toBeCloseTo(1, 12);
    expect(analysis.divisions).toEqual([]);
  });

  it('finds parts that lead out of 0 to 1', () => {
    const analysis = keysOf('a + b - 0.5', ['a', 'b']);
    expect(analysis.highest).toEqual({ value: 1.5, at: new Map(Object.entries({ a: 1, b: 1 })) });
    expect(analysis.lowest).toEqual({ value: -0.5, at: new Map(Object.entries({ a: 0, b: 0 })) });
  });

  it('does not blame the guarded F1 formula, whose bounds are wide', () => {
    const analysis = keysOf('2 * p * r / max(p + r, 1e-9)', ['p', 'r']);
    expect(analysis.divisions).toEqual([]);
    expect(analysis.highest?.value).toBeLessThanOrEqual(1);
    expect(analysis.lowest?.value).toBe(0);
  });

  it('finds divisors that can be zero, with an example when there is one', () => {
    const analysis = keysOf('2*p*r / (p + r)', ['p', 'r']);
    expect(analysis.divisions).toMatchObject([{ offset: 8, length: 7, at: new Map(Object.entries({ p: 0, r: 0 })) }]);
  });

  it('finds other failures and unused keys', () => {
    const analysis = keysOf('log(a)', ['a', 'b']);
    expect(analysis.failure).toMatchObject({ failure: { code: 'infinite' } });
    expect(analysis.unused).toEqual(['b']);
  });

  it('copes with many parts', () => {
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    expect(keysOf(keys.join(' + '), keys).highest?.value).toBe(40);
  });
});

describe('linearWeights', () => {
  it.each([
    ['0.3*a + 0.3*b + 0.2*c', { a: 0.3, b: 0.3, c: 0.2 }],
    ['(a + b) / 2', { a: 0.5, b: 0.5 }],
    ['a - b * 0.5', { a: 1, b: -0.5 }],
    ['-(a - 2*b)', { a: -1, b: 2 }],
    ['a', { a: 1 }],
  ])('reads the weights of %s', (source, expected) => {
    expect(Object.fromEntries(linearWeights(parsed(source)) ?? [])).toEqual(expected);
  });

  it.each(['a * b', 'min(a, b)', 'a + 0.1', '1', 'a ^ 2', '1 / a', 'a / 0'])('has none for %s', (source) => {
    expect(linearWeights(parsed(source))).toBeNull();
  });
});
