import { applyFunction, applyOperator } from './formula-evaluate.ts';
import type { FormulaFunction, FormulaNode, FormulaOperator } from './formula-tree.ts';

/** All values from `low` to `high`; either may be infinite. */
export type Interval = { readonly low: number; readonly high: number };

const ANYTHING: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/**
 * Bounds a formula by interval arithmetic. Every value the formula can take lies within the result; the result may be
 * wider than that, since a name that occurs twice is treated as two.
 *
 * @param parts where each name's values lie; 0 to 1 for names not listed
 * @see Moore, "Interval Analysis", 1966
 */
export function intervalOf(node: FormulaNode, parts: ReadonlyMap<string, Interval>): Interval {
  switch (node.kind) {
    case 'number':
      return { low: node.value, high: node.value };
    case 'name':
      return parts.get(node.name) ?? { low: 0, high: 1 };
    case 'negate': {
      const operand = intervalOf(node.operand, parts);
      return { low: -operand.high, high: -operand.low };
    }
    case 'binary':
      return binary(node.operator, intervalOf(node.left, parts), intervalOf(node.right, parts));
    case 'call':
      return call(
        node.fn,
        node.args.map((arg) => intervalOf(arg, parts)),
      );
  }
}

/** @returns whether 0 lies within the interval */
export function holdsZero(interval: Interval): boolean {
  return interval.low <= 0 && interval.high >= 0;
}

function binary(operator: FormulaOperator, left: Interval, right: Interval): Interval {
  if (operator === '+') return checked(left.low + right.low, left.high + right.high);
  if (operator === '-') return checked(left.low - right.high, left.high - right.low);
  if (operator === '/' && holdsZero(right)) return ANYTHING;
  if (operator === '^' && left.low < 0) return ANYTHING;
  // 0 ^ negative is infinite.
  if (operator === '^' && left.low === 0 && right.low < 0) return { low: 0, high: Number.POSITIVE_INFINITY };
  // Multiplication, division by a side without 0, and powers of non-negative bases are monotone in each side for a fixed
  // other side, so the extremes lie at corners.
  const corners = [left.low, left.high].flatMap((a) =>
    [right.low, right.high].map((b) => applyOperator(operator, a, b)),
  );
  return checked(Math.min(...corners), Math.max(...corners));
}

function call(fn: FormulaFunction, args: readonly Interval[]): Interval {
  const first = args[0] ?? ANYTHING;
  switch (fn) {
    case 'min':
    case 'max':
      return {
        low: applyFunction(
          fn,
          args.map((arg) => arg.low),
        ),
        high: applyFunction(
          fn,
          args.map((arg) => arg.high),
        ),
      };
    case 'abs': {
      const ends = [Math.abs(first.low), Math.abs(first.high)];
      return { low: holdsZero(first) ? 0 : Math.min(...ends), high: Math.max(...ends) };
    }
    // Where sqrt and log are not defined they give no value, which is reported apart from the bounds.
    case 'sqrt':
    case 'log':
      if (first.high < 0) return ANYTHING;
      return checked(applyFunction(fn, [Math.max(0, first.low)]), applyFunction(fn, [first.high]));
    default:
      return checked(applyFunction(fn, [first.low]), applyFunction(fn, [first.high]));
  }
}

/** `0 * infinity` and the like say nothing, so they widen to everything. */
function checked(low: number, high: number): Interval {
  return Number.isNaN(low) || Number.isNaN(high) ? ANYTHING : { low, high };
}
