import fc from 'fast-check';
import { group, type FilterNode, type Term, type Value } from '../ast.ts';
import type { Field } from '../field-types.ts';
import { FIELDS, type FieldName } from '../fields.ts';

const fields: readonly (Field & { readonly name: FieldName })[] = FIELDS;

/** Text that people might search for: words, operators, quotes, numbers and any Unicode. */
const anyText = fc
  .oneof(
    fc.constantFrom(
      'refund',
      'and',
      'or',
      'not',
      'none',
      'any',
      '-x',
      '12:30',
      '4..7',
      '>5',
      'a"b',
      'c\\d',
      '天气',
      '🤗',
      'a,b',
      '(x)',
      'x*',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
  )
  .filter((text) => text.trim() !== '');

const anyNumber = fc
  .oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((n) => n + 0);

const numberValue: fc.Arbitrary<Value> = fc.oneof(
  fc.record({
    kind: fc.constant('number' as const),
    op: fc.constantFrom('=', '>', '>=', '<', '<='),
    number: anyNumber,
  }),
  fc
    .tuple(anyNumber, anyNumber, fc.boolean())
    .map(([a, b, halfOpen]) => ({ kind: 'range' as const, from: Math.min(a, b), to: Math.max(a, b), halfOpen })),
);

const wholeNumber: fc.Arbitrary<Value> = fc.record({
  kind: fc.constant('number' as const),
  op: fc.constantFrom('=', '>', '>=', '<', '<='),
  number: fc.nat(),
});

function textValue(takesPrefix: boolean): fc.Arbitrary<Value> {
  return fc.record({
    kind: fc.constant('text' as const),
    text: anyText,
    prefix: takesPrefix ? fc.boolean() : fc.constant(false),
  });
}

function valueOf(field: Field, path: readonly string[]): fc.Arbitrary<Value> {
  const presence: fc.Arbitrary<Value>[] = field.presence
    ? [fc.constantFrom({ kind: 'none' as const }, { kind: 'any' as const })]
    : [];
  const choices = (field.choices ?? []).map((choice) => choice.value);
  const choice: fc.Arbitrary<Value>[] =
    choices.length === 0
      ? []
      : [fc.constantFrom(...choices).map((text) => ({ kind: 'text' as const, text, prefix: false }))];
  switch (field.kind) {
    case 'number':
      return fc.oneof(numberValue, ...choice, ...presence);
    case 'id':
      return wholeNumber;
    case 'choice':
      return fc.oneof(...choice, ...presence);
    case 'json':
      return path.length === 0
        ? fc.oneof(textValue(true), ...presence)
        : fc.oneof(textValue(true), numberValue, ...presence);
    case 'contains':
      return fc.oneof(textValue(false), ...presence);
    case 'text':
    case 'search':
      return fc.oneof(textValue(true), ...presence);
  }
}

const key = anyText.filter((text) => !/["\\]/u.test(text));

const term: fc.Arbitrary<Term> = fc.constantFrom(...fields).chain((field) => {
  const paths =
    field.kind === 'json'
      ? fc.array(key, { maxLength: 3 })
      : field.name === 'score'
        ? fc.array(key, { maxLength: 1 })
        : fc.constant([]);
  return paths.chain((path) =>
    fc.record({
      kind: fc.constant('term' as const),
      field: fc.constant(field.name),
      at: field.takesRun === true ? fc.option(anyText) : fc.constant(null),
      path: fc.constant(path),
      values: fc.array(valueOf(field, path), { minLength: 1, maxLength: 3 }),
    }),
  );
});

const word: fc.Arbitrary<FilterNode> = fc.record({
  kind: fc.constant('text' as const),
  text: anyText,
  prefix: fc.boolean(),
});

/** Any filter in normal form. */
export const anyFilter: fc.Arbitrary<FilterNode> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<FilterNode>({ kind: 'all' }) },
  {
    weight: 20,
    arbitrary: fc.letrec<{ node: FilterNode }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        term,
        word,
        fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((items) => group('and', items)),
        fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((items) => group('or', items)),
        tie('node').map((item): FilterNode => ({ kind: 'not', item })),
      ),
    })).node,
  },
);
