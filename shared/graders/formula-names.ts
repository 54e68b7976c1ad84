import { closestWord } from './did-you-mean.ts';
import type { FormulaProblem } from './formula-tokens.ts';
import { FORMULA_FUNCTIONS, isFunction } from './formula-tree.ts';
import type { FormulaNode } from './formula-tree.ts';
import type { Span } from './template.ts';

/** What to write instead of functions that people know from elsewhere. */
const NEAR_FUNCTIONS: Readonly<Record<string, string>> = {
  round: 'floor(x + 0.5)',
  mean: '(a + b) / 2',
  avg: '(a + b) / 2',
  average: '(a + b) / 2',
  sum: 'a + b',
  pow: 'a ^ b',
  clip: 'min(max(x, 0), 1)',
  clamp: 'min(max(x, 0), 1)',
};

/** @returns the problem of calling a function that is not documented */
export function unknownFunction(name: string, token: Span): FormulaProblem {
  const known = Object.keys(FORMULA_FUNCTIONS);
  const near = closestWord(name, known) ?? { ln: 'log', log10: 'log' }[name] ?? null;
  const instead = NEAR_FUNCTIONS[name.toLowerCase()];
  const start = `There is no function ${name}.`;
  const at = { offset: token.offset, length: token.length };
  if (instead !== undefined) return unknown(`${start} Write ${instead}.`, null);
  if (near !== null) return unknown(`${start} Did you mean ${near}?`, { title: `Write ${near}`, at, text: near });
  return unknown(`${start} There are ${known.join(', ')}.`, null);

  function unknown(message: string, fix: FormulaProblem['fix']): FormulaProblem {
    return { ...at, code: 'formula_unknown_function', message, fix };
  }
}

/** @returns every name in the tree with its span, in the order of the text */
export function formulaNames(node: FormulaNode): readonly (Span & { readonly name: string })[] {
  switch (node.kind) {
    case 'number':
      return [];
    case 'name':
      return [node];
    case 'negate':
      return formulaNames(node.operand);
    case 'binary':
      return [...formulaNames(node.left), ...formulaNames(node.right)];
    case 'call':
      return node.args.flatMap((arg) => formulaNames(arg));
  }
}

/** @returns a problem for each name of the formula that is no key of `graders` */
export function unknownNames(node: FormulaNode, keys: readonly string[]): readonly FormulaProblem[] {
  const known = new Set(keys);
  return formulaNames(node)
    .filter(({ name }) => !known.has(name))
    .map(({ name, offset, length }) => {
      const near = closestWord(name, keys);
      const fix = near === null ? null : { title: `Write ${near}`, at: { offset, length }, text: near };
      return { code: 'formula_unknown_name', offset, length, message: unknownName(name, near, keys), fix };
    });
}

function unknownName(name: string, near: string | null, keys: readonly string[]): string {
  if (isFunction(name)) return `${name} is a function: give it values in parentheses.`;
  const start = `No grader has the key ${name}.`;
  if (near !== null) return `${start} Did you mean ${near}?`;
  if (name === 'e' || name === 'pi') return `${start} The formula has no constants; write the number.`;
  const shown = keys.slice(0, 8).join(', ');
  return keys.length === 0 ? start : `${start} There are ${shown}${keys.length > 8 ? ' and more' : ''}.`;
}
