import { depthChange } from './lint-tokens.ts';
import type { Statement, Token } from './lint-tokens.ts';

/** The word that opens a block: `def`, `class`, `try`, `if` and the like. */
export type Block = string;

/** A statement with the blocks it stands in, outermost first. */
export type Line = {
  readonly tokens: readonly Token[];
  readonly blocks: readonly Block[];
  /** The simple statements in it: itself, or what follows the colon of `if x: return 1`. */
  readonly simple: readonly (readonly Token[])[];
};

const OPENERS = new Set([
  'def',
  'class',
  'if',
  'elif',
  'else',
  'for',
  'while',
  'try',
  'except',
  'finally',
  'with',
  'match',
  'case',
]);

/** Finds out which blocks each statement stands in, from how far it is indented. */
export function blocksOf(statements: readonly Statement[]): readonly Line[] {
  const open: { indent: number; block: Block }[] = [];
  const lines: Line[] = [];
  for (const { indent, tokens } of statements) {
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const opener = openerOf(tokens);
    const colon = opener === null ? -1 : findColon(tokens);
    const rest = tokens.slice(colon + 1);
    const inner = opener !== null && colon !== -1 && rest.length > 0;
    lines.push({
      tokens,
      blocks: open.map(({ block }) => block),
      simple: inner ? [rest] : [tokens],
    });
    if (opener !== null && colon === tokens.length - 1) open.push({ indent, block: opener });
  }
  return lines;
}

function openerOf(tokens: readonly Token[]): Block | null {
  const first = tokens[0]?.text === 'async' ? tokens[1]?.text : tokens[0]?.text;
  return first !== undefined && tokens[0]?.kind === 'name' && OPENERS.has(first) ? first : null;
}

/** The colon that ends the head: outside of brackets, and not the one of a lambda. */
function findColon(tokens: readonly Token[]): number {
  let depth = 0;
  let lambdas = 0;
  for (const [index, token] of tokens.entries()) {
    depth += depthChange(token);
    if (depth > 0) continue;
    if (token.text === 'lambda') lambdas += 1;
    if (token.text !== ':') continue;
    if (lambdas === 0) return index;
    lambdas -= 1;
  }
  return -1;
}
