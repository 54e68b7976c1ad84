import type { Value } from '../../../../shared/query/ast.ts';
import { compose, isIn, join, sql, type Fragment } from './fragment.ts';

/** Conditions are over columns that this code names; only values come from users. */

/** @returns a condition that the number in `column` meets one of the values; values of other kinds are left out */
export function numberIs(column: string, values: readonly Value[]): Fragment | null {
  const equal = values.flatMap((value) => (value.kind === 'number' && value.op === '=' ? [value.number] : []));
  const compared = values.flatMap((value): Fragment[] => {
    if (value.kind === 'range')
      return [sql(`(${column} >= ? AND ${column} ${value.halfOpen ? '<' : '<='} ?)`, value.from, value.to)];
    return value.kind === 'number' && value.op !== '=' ? [sql(`${column} ${value.op} ?`, value.number)] : [];
  });
  const conditions = equal.length === 0 ? compared : [isIn(column, equal), ...compared];
  return conditions.length === 0 ? null : join('OR', conditions);
}

/** @returns a condition that the text in `column` is one of the values or begins with one, whatever the case */
export function textIs(column: string, values: readonly Value[]): Fragment | null {
  const whole = values.flatMap((value) => (value.kind === 'text' && !value.prefix ? spellings(value.text) : []));
  const begun = values.flatMap((value) =>
    value.kind === 'text' && value.prefix ? spellings(value.text).map((text) => begins(column, text)) : [],
  );
  const conditions = whole.length === 0 ? begun : [isIn(`${column} COLLATE NOCASE`, whole), ...begun];
  return conditions.length === 0 ? null : join('OR', conditions);
}

/** @returns a condition that the text in `column` holds one of the values, whatever the case */
export function textContains(column: string, values: readonly Value[]): Fragment | null {
  const conditions = values.flatMap((value) =>
    value.kind === 'text' ? spellings(value.text).map((text) => like(column, `%${escaped(text)}%`)) : [],
  );
  return conditions.length === 0 ? null : join('OR', conditions);
}

/** @returns a condition that the word in `column` is one of the values, as written in the AST; for closed sets */
export function choiceIs(column: string, values: readonly Value[]): Fragment | null {
  const words = values.flatMap((value) => (value.kind === 'text' ? [value.text] : []));
  return words.length === 0 ? null : isIn(column, words);
}

function begins(column: string, text: string): Fragment {
  return like(column, `${escaped(text)}%`);
}

function like(column: string, pattern: string): Fragment {
  return sql(`${column} LIKE ? ESCAPE '\\'`, pattern);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/gu, '\\$&');
}

/** SQLite folds the case of ASCII only, so the lower and upper spellings of other letters are tried too. */
function spellings(text: string): string[] {
  return /^[\0-\x7f]*$/u.test(text) ? [text] : [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
}

export type ValueConditions = {
  readonly values: Fragment | null;
  /** The field has a value; null for fields that always have one. */
  readonly any: Fragment | null;
};

/** Joins what a term's values ask for: the values themselves, `any` and `none`. */
export function anyOf(written: readonly Value[], { values, any }: ValueConditions): Fragment {
  const conditions: Fragment[] = values === null ? [] : [values];
  if (any !== null && written.some((value) => value.kind === 'any')) conditions.push(any);
  if (any !== null && written.some((value) => value.kind === 'none')) conditions.push(compose('NOT {}', any));
  return join('OR', conditions);
}
