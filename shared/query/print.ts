import type { FilterNode, Term, TextNode, Value } from './ast.ts';
import { fieldOf } from './fields.ts';
import { quote } from './lex.ts';

const WORD_OPERATORS = new Set(['and', 'or', 'not']);
const PLAIN_WORD = /^[^\s()"*:<>=@,.\\-][^\s()"*:<>=@,\\]*$/u;
const PLAIN_KEY = /^[\p{L}\p{N}_-]+$/u;
const PLAIN_RUN = /^[\p{L}\p{N}_-]+$/u;

/**
 * @returns the filter as text in its usual form: `and` is left out, parentheses stand only where they are needed.
 *   `parse(print(node)).ast` equals `node` for every node in normal form
 */
export function print(node: FilterNode): string {
  switch (node.kind) {
    case 'all':
      return '';
    case 'and':
      return node.items.map((item) => (item.kind === 'or' ? `(${print(item)})` : print(item))).join(' ');
    case 'or':
      return node.items.map((item) => print(item)).join(' or ');
    case 'not':
      return `-${node.item.kind === 'and' || node.item.kind === 'or' ? `(${print(node.item)})` : print(node.item)}`;
    case 'text':
      return printWord(node);
    case 'term':
      return printTerm(node);
  }
}

function printWord(node: TextNode): string {
  const plain = PLAIN_WORD.test(node.text) && !WORD_OPERATORS.has(node.text.toLowerCase());
  return `${plain ? node.text : quote(node.text)}${node.prefix ? '*' : ''}`;
}

/** @returns the part of a term before its values, without the colon: `score@12.amount` */
export function printField(term: Pick<Term, 'field' | 'at' | 'path'>): string {
  const at = term.at === null ? '' : `@${PLAIN_RUN.test(term.at) ? term.at : quote(term.at)}`;
  const path = term.path.map((key) => `.${PLAIN_KEY.test(key) ? key : quote(key)}`).join('');
  return `${term.field}${at}${path}`;
}

function printTerm(term: Term): string {
  const [only] = term.values;
  const head = printField(term);
  if (term.values.length === 1 && only?.kind === 'number' && only.op !== '=') return `${head}${only.op}${only.number}`;
  return `${head}:${term.values.map((value) => printValue(term, value)).join(',')}`;
}

function printValue(term: Term, value: Value): string {
  switch (value.kind) {
    case 'text':
      return `${isPlainValue(term, value.text) ? value.text : quote(value.text)}${value.prefix ? '*' : ''}`;
    case 'number':
      return `${value.op === '=' ? '' : value.op}${value.number}`;
    case 'range':
      return `${value.from}..${value.halfOpen ? '<' : ''}${value.to}`;
    case 'none':
    case 'any':
      return value.kind;
  }
}

/** Bare text must not read as presence, as a number, a range or a comparison. */
function isPlainValue(term: Term, text: string): boolean {
  const plain = /^[^\s()",*<>=\\][^\s()",*\\]*$/u.test(text) && !/^(?:none|any)$/iu.test(text);
  return plain && (fieldOf(term.field).kind !== 'json' || /^\p{L}/u.test(text));
}
