import { unknownFunction } from './formula-names.ts';
import type { FormulaProblem, FormulaToken } from './formula-tokens.ts';
import { fail, noLogic, tokenize } from './formula-tokens.ts';
import { FORMULA_FUNCTIONS, isFunction } from './formula-tree.ts';
import type { FormulaNode } from './formula-tree.ts';
import type { Span } from './template.ts';

export type ParsedFormula =
  { readonly ok: true; readonly node: FormulaNode } | { readonly ok: false; readonly problem: FormulaProblem };

const MAX_LENGTH = 4_000;
const MAX_DEPTH = 100;

/**
 * Reads a `calculate_output` formula: `+ - * / ^`, unary minus, parentheses, numbers such as `1e-9`, names, and the
 * documented functions. Two points the platform leaves open are read as in mathematics and Python: `^` groups from the
 * right (`2^3^2` is `2^9`) and binds tighter than unary minus (`-2^2` is `-4`).
 *
 * @returns the tree with spans in UTF-16 units, or the first problem with its exact span
 */
export function parseFormula(source: string): ParsedFormula {
  if (source.trim() === '')
    return {
      ok: false,
      problem: fail(0, source.length, 'The formula is empty. Combine the keys of graders, such as 0.5 * a + 0.5 * b.'),
    };
  if (source.length > MAX_LENGTH)
    return {
      ok: false,
      problem: fail(MAX_LENGTH, source.length - MAX_LENGTH, 'The formula is longer than 4,000 characters.'),
    };
  const lexed = tokenize(source);
  if (!lexed.ok) return lexed;
  try {
    return { ok: true, node: new Parser(source, lexed.tokens).formula() };
  } catch (error) {
    if (error instanceof Stop) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Leaves the recursive descent at the first problem; never seen outside this file. */
class Stop extends Error {
  readonly problem: FormulaProblem;
  constructor(problem: FormulaProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

class Parser {
  readonly #source: string;
  readonly #tokens: readonly FormulaToken[];
  #next = 0;
  #depth = 0;

  constructor(source: string, tokens: readonly FormulaToken[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  formula(): FormulaNode {
    const node = this.#sum();
    const rest = this.#peek();
    if (rest.kind === 'end') return node;
    if (rest.kind === ')')
      throw this.#stop(rest, 'This ) closes nothing. Remove it or open a ( before it.', 'Remove )', '');
    if (rest.kind === ',') throw this.#stop(rest, this.#commaHint(rest));
    if (rest.kind === 'name' && /^(?:if|else|then|and|or|not|in)$/iu.test(rest.text))
      throw this.#stop(rest, noLogic(rest.text));
    throw this.#stop(
      { offset: rest.offset, length: 0 },
      'An operator is missing here, such as *.',
      'Insert *',
      this.#source[rest.offset - 1] === ' ' ? '* ' : ' * ',
      rest,
    );
  }

  #sum(): FormulaNode {
    return this.#leftAssociative(['+', '-'], () => this.#product());
  }

  #product(): FormulaNode {
    return this.#leftAssociative(['*', '/'], () => this.#unary());
  }

  #leftAssociative(operators: readonly ('+' | '-' | '*' | '/')[], operand: () => FormulaNode): FormulaNode {
    let left = operand();
    for (;;) {
      const kind = this.#peek().kind;
      const operator = operators.find((candidate) => candidate === kind);
      if (operator === undefined) return left;
      this.#next += 1;
      const right = operand();
      left = { kind: 'binary', operator, left, right, ...between(left, right) };
    }
  }

  #unary(): FormulaNode {
    const sign = this.#peek();
    if (sign.kind === '+') throw this.#stop(sign, 'A + must stand between two values.', 'Remove +', '');
    if (sign.kind !== '-') return this.#power();
    this.#next += 1;
    const operand = this.#nested(sign, () => this.#unary());
    return { kind: 'negate', operand, ...between(sign, operand) };
  }

  #power(): FormulaNode {
    const left = this.#primary();
    const sign = this.#peek();
    if (sign.kind !== '^') return left;
    this.#next += 1;
    const right = this.#nested(sign, () => this.#unary());
    return { kind: 'binary', operator: '^', left, right, ...between(left, right) };
  }

  #primary(): FormulaNode {
    const token = this.#peek();
    const { offset, length } = token;
    if (token.kind === 'number') {
      this.#next += 1;
      return { kind: 'number', value: token.value, offset, length };
    }
    if (token.kind === 'name') {
      this.#next += 1;
      if (this.#peek().kind === '(') return this.#call(token.text, token);
      return { kind: 'name', name: token.text, offset, length };
    }
    if (token.kind === '(') {
      this.#next += 1;
      const inner = this.#nested(token, () => this.#sum());
      const close = this.#close(token);
      // The span takes in the parentheses, so that a fix replaces the whole of it.
      return { ...inner, ...between(token, close) };
    }
    throw this.#stop(token, this.#expected(token));
  }

  #call(name: string, token: Span): FormulaNode {
    const open = this.#peek();
    this.#next += 1;
    const args: FormulaNode[] = [];
    if (this.#peek().kind !== ')') args.push(this.#nested(open, () => this.#sum()));
    while (this.#peek().kind === ',') {
      this.#next += 1;
      args.push(this.#nested(open, () => this.#sum()));
    }
    const close = this.#close(open);
    if (!isFunction(name)) throw new Stop(unknownFunction(name, token));
    const [fewest, most] = FORMULA_FUNCTIONS[name];
    if (args.length < fewest || args.length > most) {
      const wanted = fewest === 1 ? 'one value' : 'two values or more';
      const got = args.length === 0 ? 'none' : String(args.length);
      throw new Stop({
        ...fail(token.offset, token.length, `${name} takes ${wanted}, not ${got}.`),
        code: 'formula_arguments',
      });
    }
    return { kind: 'call', fn: name, args, ...between(token, close) };
  }

  #close(open: Span): Span {
    const token = this.#peek();
    if (token.kind === ')') {
      this.#next += 1;
      return token;
    }
    if (token.kind === 'end') {
      const fix = { title: 'Close with )', at: { offset: token.offset, length: 0 }, text: ')' };
      throw new Stop(fail(open.offset, 1, 'This ( is never closed.', fix));
    }
    if (token.kind === ',') throw this.#stop(token, this.#commaHint(token));
    throw this.#stop(token, 'An operator or a ) is missing here.');
  }

  #nested<T>(at: Span, read: () => T): T {
    if (this.#depth >= MAX_DEPTH) throw this.#stop(at, 'The formula is nested too deep.');
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #expected(token: FormulaToken): string {
    if (token.kind === 'end') return 'The formula ends where a value should follow.';
    if (token.kind === ')') return 'A value is missing before this ).';
    if (token.kind === ',') return 'A value is missing before this comma.';
    return `A value is missing before this ${token.kind}.`;
  }

  #commaHint(comma: Span): string {
    const digits =
      /\d$/u.test(this.#source.slice(0, comma.offset)) && /^\d/u.test(this.#source.slice(comma.offset + 1));
    return digits
      ? 'Write decimals with a point, such as 0.3.'
      : 'A comma may only stand between the values of min and max.';
  }

  #peek(): FormulaToken {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1);
    if (token === undefined) throw new Error('A token list always ends with `end`.');
    return token;
  }

  #stop(at: Span, message: string, title?: string, text?: string, shown: Span = at): Stop {
    const fix =
      title === undefined || text === undefined ? null : { title, at: { offset: at.offset, length: at.length }, text };
    return new Stop(fail(shown.offset, shown.length, message, fix));
  }
}

function between(first: Span, last: Span): Span {
  return { offset: first.offset, length: last.offset + last.length - first.offset };
}
