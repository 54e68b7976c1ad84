import type { Span } from './template.ts';

/** Functions of `calculate_output`: the whole documented list, with the fewest and most arguments. */
export const FORMULA_FUNCTIONS = {
  min: [2, Number.POSITIVE_INFINITY],
  max: [2, Number.POSITIVE_INFINITY],
  abs: [1, 1],
  floor: [1, 1],
  ceil: [1, 1],
  exp: [1, 1],
  sqrt: [1, 1],
  log: [1, 1],
} as const satisfies Record<string, readonly [number, number]>;
export type FormulaFunction = keyof typeof FORMULA_FUNCTIONS;
export type FormulaOperator = '+' | '-' | '*' | '/' | '^';

export type FormulaNode = Span &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'negate'; readonly operand: FormulaNode }
    | {
        readonly kind: 'binary';
        readonly operator: FormulaOperator;
        readonly left: FormulaNode;
        readonly right: FormulaNode;
      }
    | { readonly kind: 'call'; readonly fn: FormulaFunction; readonly args: readonly FormulaNode[] }
  );

/** @returns whether the text is the name of a documented function */
export function isFunction(name: string): name is FormulaFunction {
  return Object.hasOwn(FORMULA_FUNCTIONS, name);
}
