import type { Value } from './ast.ts';
import type { Field } from './field-types.ts';
import { findChoice } from './fields.ts';
import { quote } from './lex.ts';
import { readNumber } from './numbers.ts';
import { FilterError } from './problem.ts';
import { closest } from './suggest.ts';

export type WrittenValue = {
  readonly field: Field;
  readonly path: readonly string[];
  /** A comparison before the value, or empty. */
  readonly operator: string;
  readonly text: string;
  readonly quoted: boolean;
  /** A `*` after the closing quote. */
  readonly starred: boolean;
  /** Where the term begins, and where the value lies. */
  readonly at: { readonly headFrom: number; readonly from: number; readonly to: number };
};

/**
 * Reads one value of a term as its field wants it.
 *
 * @throws {FilterError} when the field cannot take it
 */
export function readTermValue(written: WrittenValue): Value {
  const { field, text, quoted, operator, at } = written;
  if (text === '' && !quoted)
    throw new FilterError(`${field.name} needs a value${exampleOf(field)}.`, at.headFrom, at.to, null);
  if (!quoted && operator === '' && isPresence(written))
    return { kind: text.toLowerCase() === 'none' ? 'none' : 'any' };
  switch (field.kind) {
    case 'number':
      return readNumberField(written);
    case 'id':
      return readId(written);
    case 'choice':
      refuseComparison(written);
      return { kind: 'text', text: readChoice(written), prefix: false };
    case 'json':
      return readJson(written);
    case 'text':
    case 'search':
    case 'contains':
      refuseComparison(written);
      return readText(written, field.kind !== 'contains');
  }
}

function isPresence({ field, text }: WrittenValue): boolean {
  return field.presence && /^(?:none|any)$/iu.test(text);
}

function exampleOf(field: Field): string {
  const [example] = field.examples;
  return example === undefined ? '' : `, as in ${example}`;
}

function readText(written: WrittenValue, takesPrefix: boolean): Value {
  const isPrefix = written.quoted ? written.starred : written.text.endsWith('*');
  const text = !written.quoted && isPrefix ? written.text.slice(0, -1) : written.text;
  // A name or a reason may be a quoted blank; nothing can be searched for by one.
  const isBlankName = written.quoted && written.field.kind === 'text' && text !== '';
  if (text.trim() === '' && !isBlankName)
    throw new FilterError(
      `${written.field.name} needs a value${exampleOf(written.field)}.`,
      written.at.headFrom,
      written.at.to,
      null,
    );
  return { kind: 'text', text, prefix: isPrefix && takesPrefix };
}

function readNumberField(written: WrittenValue): Value {
  const { field, text, operator, at } = written;
  const word = operator === '' ? findChoice(field, text) : undefined;
  if (word !== undefined) return { kind: 'text', text: word, prefix: false };
  const value = readNumber(`${operator}${text}`, field.unit === 'ms');
  if (value === 'backwards') throw backwards(text, at);
  if (value !== null) return value;
  const near = closest(text, [
    ...(field.choices ?? []).map((choice) => choice.value),
    ...(field.presence ? ['none', 'any'] : []),
  ]);
  const hint = near === null ? `, as in ${field.examples[0] ?? ''}` : `. Did you mean ${near}?`;
  throw new FilterError(`${field.name} compares numbers${hint}${near === null ? '.' : ''}`, at.from, at.to, near);
}

function readId(written: WrittenValue): Value {
  const plain = written.text.replaceAll(/s-(?=\d)/giu, '');
  const value = readNumber(`${written.operator}${plain}`, false);
  if (value === 'backwards') throw backwards(written.text, written.at);
  const numbers = value === null ? [] : value.kind === 'range' ? [value.from, value.to] : [value.number];
  if (value === null || !numbers.every((number) => Number.isSafeInteger(number)))
    throw new FilterError(
      `${written.field.name} takes numbers of samples, as in id:S-0187.`,
      written.at.from,
      written.at.to,
      null,
    );
  return value;
}

function readChoice({ field, text, at }: WrittenValue): string {
  const found = findChoice(field, text);
  if (found !== undefined) return found;
  const choices = field.choices ?? [];
  const known = choices.map((choice) => choice.value);
  const extra = field.presence ? ['any', 'none'] : [];
  const near = closest(text, [...known, ...extra, ...choices.flatMap((choice) => choice.aliases ?? [])]);
  const meant = near === null ? undefined : (findChoice(field, near) ?? near);
  const message =
    meant === undefined
      ? `${field.name} is one of ${[...known, ...extra].join(', ')}.`
      : `${field.name} has no value “${text}”. Did you mean ${meant}?`;
  throw new FilterError(message, at.from, at.to, meant ?? null);
}

function readJson(written: WrittenValue): Value {
  const { field, path, text, quoted, operator, at } = written;
  const number = quoted ? null : readNumber(`${operator}${text}`, false);
  if (path.length === 0) {
    if (operator !== '')
      throw new FilterError(
        `Say which field of the reference to compare, as in ${field.name}.price>5.`,
        at.headFrom,
        at.to,
        null,
      );
    return readText(written, true);
  }
  if (number === 'backwards') throw backwards(text, at);
  // `007` and `1.0` are texts: as numbers they would not print as they were written.
  if (number !== null && (number.kind !== 'number' || number.op !== '=' || String(number.number) === text))
    return number;
  if (operator !== '' && operator !== '=')
    throw new FilterError(`${operator} compares numbers, as in ${field.name}.price>5.`, at.from, at.to, null);
  return readText(written, true);
}

function refuseComparison({ field, operator, text, at }: WrittenValue): void {
  if (operator === '' || operator === '=') return;
  const instead = `:${/[\s()",]/u.test(text) ? quote(text) : text}`;
  throw new FilterError(`${field.name} is not a number, so ${operator} cannot compare it.`, at.from, at.to, instead);
}

function backwards(text: string, at: WrittenValue['at']): FilterError {
  const [from, to] = text.split('..');
  return new FilterError('This range ends before it begins.', at.from, at.to, `${to ?? ''}..${from ?? ''}`);
}
