import type { FormulaNode } from './formula-tree.ts';

const PRECEDENCE = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 } as const;
const NEGATE = 3;
const ATOM = 5;

/** @returns the formula with single blanks and only the parentheses it needs; parsing it again gives the same tree */
export function printFormula(node: FormulaNode): string {
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'name':
      return node.name;
    case 'negate':
      return `-${atLeast(node.operand, NEGATE)}`;
    case 'call':
      return `${node.fn}(${node.args.map((arg) => printFormula(arg)).join(', ')})`;
    case 'binary': {
      const level = PRECEDENCE[node.operator];
      // `^` groups from the right and takes a unary minus on its right side; the others group from the left.
      const left = atLeast(node.left, node.operator === '^' ? ATOM : level);
      const right = atLeast(node.right, node.operator === '^' ? NEGATE : level + 1);
      return `${left} ${node.operator} ${right}`;
    }
  }
}

function atLeast(node: FormulaNode, level: number): string {
  const text = printFormula(node);
  return precedenceOf(node) < level ? `(${text})` : text;
}

function precedenceOf(node: FormulaNode): number {
  if (node.kind === 'binary') return PRECEDENCE[node.operator];
  return node.kind === 'negate' ? NEGATE : ATOM;
}
