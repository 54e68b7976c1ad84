import { group, type FilterNode, type Term, type Value } from './ast.ts';
import type { Field } from './field-types.ts';
import { closestField, findField, type FieldName } from './fields.ts';
import { quote, readQuoted, readValue, readWord, skipBlanks, type Cursor } from './lex.ts';
import { FilterError, type Problem } from './problem.ts';
import { readTermValue } from './values.ts';

export type ParseResult =
  { readonly ast: FilterNode; readonly problem: null } | { readonly ast: null; readonly problem: Problem };

/** More than anyone types; together they keep a statement well under SQLite's limits on depth and parameters. */
const MAX_CONDITIONS = 400;
const MAX_VALUES = 1_000;
const MAX_DEPTH = 40;

type State = Cursor & { conditions: number };
type FoundField = Field & { readonly name: FieldName };

/**
 * Reads a filter text: bare words and "phrases" search the full text, `field:value` compares, `-` or `not` negates,
 * `and` is implied and binds tighter than `or`.
 *
 * @returns the filter in normal form, or the first problem; never throws on any text
 */
export function parse(text: string): ParseResult {
  const state: State = { text, at: 0, conditions: 0 };
  try {
    skipBlanks(state);
    if (state.at === text.length) return { ast: { kind: 'all' }, problem: null };
    const ast = parseOr(state, 0);
    if (state.at < text.length)
      throw new FilterError('This closing parenthesis has no opening one.', state.at, state.at + 1, '');
    return { ast, problem: null };
  } catch (error) {
    if (error instanceof FilterError) return { ast: null, problem: error.toProblem() };
    throw error;
  }
}

function parseOr(state: State, depth: number): FilterNode {
  const items = [parseAnd(state, depth)];
  while (takeOperator(state, 'or')) {
    skipBlanks(state);
    items.push(parseAnd(state, depth));
  }
  return group('or', items);
}

function parseAnd(state: State, depth: number): FilterNode {
  const items: FilterNode[] = [];
  for (;;) {
    skipBlanks(state);
    const ends = state.at >= state.text.length || state.text.charAt(state.at) === ')' || peekOperator(state, 'or');
    if (ends && items.length > 0) return group('and', items);
    if (ends) throw missingCondition(state);
    const from = state.at;
    if (takeOperator(state, 'and')) {
      skipBlanks(state);
      const isLast = state.at >= state.text.length || state.text.charAt(state.at) === ')';
      if (items.length === 0 || isLast) throw besideOperator({ ...state, at: from }, from);
    }
    items.push(parseNot(state, depth));
  }
}

function missingCondition(state: State): FilterError {
  const { text, at } = state;
  const before = text.slice(0, at).trimEnd();
  if (peekOperator(state, 'or')) return besideOperator(state, at);
  if (/\bor$/iu.test(before)) return besideOperator({ ...state, at: before.length - 2 }, before.length - 2);
  if (text.charAt(at) !== ')') return new FilterError('A condition is missing at the end.', at, at, null);
  if (before.endsWith('(')) return new FilterError('These parentheses are empty.', before.length - 1, at + 1, '');
  return new FilterError('This closing parenthesis has no opening one.', at, at + 1, '');
}

function besideOperator(state: State, from: number): FilterError {
  const word = peekOperator(state, 'and') ? 'and' : 'or';
  const message = `A condition is missing next to “${word}”. To search for the word itself, put it in quotes.`;
  return new FilterError(message, from, from + word.length, quote(state.text.slice(from, from + word.length)));
}

function parseNot(state: State, depth: number): FilterNode {
  skipBlanks(state);
  if (depth > MAX_DEPTH) throw new FilterError('The filter is nested too deeply.', state.at, state.text.length, null);
  const from = state.at;
  const dash = state.text.charAt(state.at) === '-' && /[^\s)]/u.test(state.text.charAt(state.at + 1));
  if (dash) state.at += 1;
  else if (!takeOperator(state, 'not')) return parsePrimary(state, depth);
  skipBlanks(state);
  if (state.at >= state.text.length || state.text.charAt(state.at) === ')')
    throw new FilterError(
      'A condition is missing after “not”. To search for the word itself, put it in quotes.',
      from,
      from + 3,
      '"not"',
    );
  return { kind: 'not', item: parseNot(state, depth + 1) };
}

function parsePrimary(state: State, depth: number): FilterNode {
  const from = state.at;
  if (peekOperator(state, 'and') || peekOperator(state, 'or')) throw besideOperator(state, from);
  if (state.text.charAt(state.at) === '(') {
    state.at += 1;
    const inner = parseOr(state, depth + 1);
    skipBlanks(state);
    if (state.text.charAt(state.at) !== ')')
      throw new FilterError('This opening parenthesis is not closed.', from, from + 1, null);
    state.at += 1;
    return inner;
  }
  state.conditions += 1;
  if (state.conditions > MAX_CONDITIONS)
    throw new FilterError(`A filter takes ${MAX_CONDITIONS} conditions at most.`, from, state.text.length, null);
  return parseTerm(state) ?? parseText(state);
}

function parseText(state: State): FilterNode {
  const from = state.at;
  if (state.text.charAt(from) === '"') {
    const piece = readQuoted(state);
    if (!piece.closed)
      throw new FilterError('This quote is not closed.', from, state.text.length, `${state.text.slice(from)}"`);
    if (piece.text.trim() === '') throw new FilterError('There is nothing between these quotes.', from, state.at, '');
    return { kind: 'text', text: piece.text, prefix: takeStar(state) };
  }
  const word = readWord(state).text;
  const prefix = word.endsWith('*');
  const bare = prefix ? word.slice(0, -1) : word;
  if (bare === '') throw new FilterError('Write the beginning of a word before the *.', from, state.at, null);
  return { kind: 'text', text: bare, prefix };
}

const HEAD =
  /([\p{L}_][\p{L}\p{N}_]*)(@(?:[\p{L}\p{N}_-]+|"(?:[^"\\]|\\.)*"))?((?:\.(?:[\p{L}\p{N}_-]+|"(?:[^"\\]|\\.)*"))*)(:|\s*(?=[<>=]))/uy;
const KEY = /\.([\p{L}\p{N}_-]+|"(?:[^"\\]|\\.)*")/gu;

function parseTerm(state: State): Term | null {
  HEAD.lastIndex = state.at;
  const match = HEAD.exec(state.text);
  if (match === null) return null;
  const from = state.at;
  const [head, name = '', at, path = ''] = match;
  const field = findField(name);
  // `calls > 7` may have blanks; `the < sign` is text.
  if (field === undefined && /\s$/u.test(head)) return null;
  if (field === undefined) throw unknownField(state, name);
  const keys = [...path.matchAll(KEY)].map((key) => unquoted(key[1] ?? ''));
  state.at += head.length;
  checkHead(field, { from, to: state.at, keys, hasRun: at !== undefined });
  const run = at === undefined ? null : unquoted(at.slice(1));
  return { kind: 'term', field: field.name, at: run, path: keys, values: parseValues(state, field, keys, from) };
}

function parseValues(state: State, field: FoundField, path: readonly string[], headFrom: number): readonly Value[] {
  const values: Value[] = [];
  for (;;) {
    const from = state.at;
    // A comparison may be followed by a quoted value: `title="x"`.
    const operator = /^(?:>=|<=|[><=])/u.exec(state.text.slice(state.at, state.at + 2))?.[0] ?? '';
    state.at += operator.length;
    if (operator !== '') skipBlanks(state);
    const piece = readValue(state);
    if (!piece.closed)
      throw new FilterError('This quote is not closed.', from, state.text.length, `${state.text.slice(from)}"`);
    const starred = piece.quoted && takeStar(state);
    const at = { headFrom, from, to: state.at };
    values.push(readTermValue({ field, path, operator, text: piece.text, quoted: piece.quoted, starred, at }));
    if (state.text.charAt(state.at) !== ',') return values;
    state.at += 1;
    if (values.length >= MAX_VALUES)
      throw new FilterError('A condition takes 1,000 values at most.', state.at, state.text.length, null);
  }
}

function checkHead(
  field: FoundField,
  head: { from: number; to: number; keys: readonly string[]; hasRun: boolean },
): void {
  const takesPath = field.kind === 'json' || field.name === 'score';
  if (head.keys.length > 0 && !takesPath)
    throw new FilterError(
      `${field.name} has no parts, so nothing can follow it after a dot.`,
      head.from,
      head.to,
      `${field.name}:`,
    );
  if (field.name === 'score' && head.keys.length > 1)
    throw new FilterError('Name one part of the score; a key with dots goes in quotes.', head.from, head.to, null);
  if (head.keys.some((key) => /["\\]/u.test(key) || key === ''))
    throw new FilterError('A key with a quote or a backslash in it cannot be compared.', head.from, head.to, null);
  if (head.hasRun && field.takesRun !== true)
    throw new FilterError(
      `${field.name} does not depend on a run, so no @ can follow it.`,
      head.from,
      head.to,
      `${field.name}:`,
    );
}

function unknownField(state: State, name: string): FilterError {
  const near = closestField(name);
  const to = state.at + name.length;
  if (near !== null) return new FilterError(`There is no field “${name}”. Did you mean ${near}?`, state.at, to, near);
  const from = state.at;
  const word = readWord(state).text;
  const message = `There is no field “${name}”. Put the words in quotes to search for them as text.`;
  return new FilterError(message, from, state.at, quote(word));
}

function unquoted(piece: string): string {
  return piece.startsWith('"') ? readQuoted({ text: piece, at: 0 }).text : piece;
}

function takeStar(state: State): boolean {
  if (state.text.charAt(state.at) !== '*') return false;
  state.at += 1;
  return true;
}

/** An operator is a whole word: `or` in `order` is none. */
function peekOperator(state: State, word: 'and' | 'or' | 'not'): boolean {
  const { text, at } = state;
  if (text.slice(at, at + word.length).toLowerCase() !== word) return false;
  const next = text.charAt(at + word.length);
  return next === '' || /[\s()"]/u.test(next);
}

function takeOperator(state: State, word: 'and' | 'or' | 'not'): boolean {
  skipBlanks(state);
  if (!peekOperator(state, word)) return false;
  state.at += word.length;
  return true;
}
