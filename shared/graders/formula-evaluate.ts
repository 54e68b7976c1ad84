import type { FormulaFunction, FormulaNode, FormulaOperator } from './formula-tree.ts';
import type { Span } from './template.ts';

/** Why a formula has no value for given parts. `offset` and `length` mark the part of the formula that failed. */
export type FormulaFailure = Span & {
  readonly code: 'division_by_zero' | 'not_a_number' | 'infinite' | 'unknown_name';
  readonly message: string;
};

export type FormulaValue =
  { readonly ok: true; readonly value: number } | { readonly ok: false; readonly failure: FormulaFailure };

/**
 * Computes a formula. What has no finite value (division by zero, the root of a negative number, an overflow) is a
 * failure, never 0 and never a value that merely looks like one: it fails even where `min` or `max` would hide it.
 *
 * @param values the parts' scores by key
 */
export function evaluateFormula(node: FormulaNode, values: ReadonlyMap<string, number>): FormulaValue {
  switch (node.kind) {
    case 'number':
      return { ok: true, value: node.value };
    case 'name': {
      const value = values.get(node.name);
      return value === undefined
        ? failed(node, 'unknown_name', `${node.name} has no value.`)
        : finite(node, value, node.name);
    }
    case 'negate': {
      const operand = evaluateFormula(node.operand, values);
      return operand.ok ? { ok: true, value: -operand.value } : operand;
    }
    case 'binary': {
      const left = evaluateFormula(node.left, values);
      if (!left.ok) return left;
      const right = evaluateFormula(node.right, values);
      if (!right.ok) return right;
      if (node.operator === '/' && right.value === 0)
        return failed(node.right, 'division_by_zero', 'Division by zero.');
      return finite(node, applyOperator(node.operator, left.value, right.value), node.operator);
    }
    case 'call': {
      const args: number[] = [];
      for (const arg of node.args) {
        const value = evaluateFormula(arg, values);
        if (!value.ok) return value;
        args.push(value.value);
      }
      return finite(node, applyFunction(node.fn, args), `${node.fn}(${args.join(', ')})`);
    }
  }
}

/** One operation on finite numbers; the result may be infinite or NaN. */
export function applyOperator(operator: FormulaOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '^':
      return left ** right;
  }
}

/** One function call on finite numbers; `log` is the natural logarithm (our reading, the platform names no base). */
export function applyFunction(fn: FormulaFunction, args: readonly number[]): number {
  const first = args[0] ?? Number.NaN;
  switch (fn) {
    case 'min':
      return Math.min(...args);
    case 'max':
      return Math.max(...args);
    case 'abs':
      return Math.abs(first);
    case 'floor':
      return Math.floor(first);
    case 'ceil':
      return Math.ceil(first);
    case 'exp':
      return Math.exp(first);
    case 'sqrt':
      return Math.sqrt(first);
    case 'log':
      return Math.log(first);
  }
}

function finite(at: Span, value: number, what: string): FormulaValue {
  if (Number.isFinite(value)) return { ok: true, value };
  if (Number.isNaN(value)) return failed(at, 'not_a_number', `${what} is not a number.`);
  return failed(at, 'infinite', `${what} is infinite.`);
}

function failed(at: Span, code: FormulaFailure['code'], message: string): FormulaValue {
  return { ok: false, failure: { offset: at.offset, length: at.length, code, message } };
}
