import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../shared/model/json.ts';
import { call } from '../../testing/add-sample.ts';
import { checkSample } from '../../testing/check-samples.ts';
import { isPlainSchema, surelyMeets } from './plain.ts';
import { createArgumentsBreakSchema, createUnusableToolSchema } from './rules.ts';
import { createToolsets } from './toolset.ts';
import { createValidator } from './validator.ts';

const toolsets = createToolsets();
const breaks = createArgumentsBreakSchema(toolsets);
const unusable = createUnusableToolSchema(toolsets);
const validator = createValidator();

const order: JsonValue = {
  type: 'object',
  properties: {
    sku: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['sku'],
  additionalProperties: false,
};

describe('arguments-break-schema', () => {
  const run = (args: { [key: string]: JsonValue }, parameters: JsonValue = order) =>
    breaks
      .scan(checkSample({ tools: [{ name: 'order', parameters }], messages: [call(['order', args])] }))
      .map(({ detail }) => [detail['path'], detail['says']]);

  it.each([
    [{ sku: 'A' }, []],
    [{ sku: 'A', count: 2, note: null }, []],
    [{}, [['', 'sku is missing']]],
    [{ sku: 1 }, [['/sku', 'must be string']]],
    [{ sku: 'A', count: 0 }, [['/count', 'must be >= 1']]],
    [{ sku: 'A', size: 3 }, [['', 'size is not a parameter']]],
  ])('of %j says %j', (args, says) => {
    expect(run(args)).toEqual(says);
  });

  it('names the call, and says nothing of tools without parameters or arguments that are no JSON', () => {
    const messages = [call(['order', { sku: 'A' }], ['order', { sku: 2 }], ['order', '{'], ['free', { x: 1 }])];
    const tools = [{ name: 'order', parameters: order }, { name: 'free' }];
    expect(breaks.scan(checkSample({ tools, messages }))).toEqual([
      {
        attemptId: 5,
        messageIdx: 0,
        detail: { call: 1, tool: 'order', path: '/sku', says: 'must be string', calls: 1 },
      },
    ]);
  });

  it.each([
    [
      'draft 4, where bounds exclude by a flag',
      { properties: { n: { type: 'number', minimum: 3, exclusiveMinimum: true } } },
      { n: 3 },
    ],
    ['capital type names', { type: 'OBJECT', properties: { n: { type: 'STRING' } } }, { n: 3 }],
    ['2020-12 lists', { properties: { n: { type: 'array', prefixItems: [{ type: 'string' }] } } }, { n: [3] }],
    [
      'parts that name one another',
      {
        properties: { n: { $ref: '#/$defs/node' } },
        $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, v: { type: 'string' } } } },
      },
      { n: { next: { next: { v: 3 } } } },
    ],
    [
      'a schema that names itself',
      { type: 'object', properties: { n: { $ref: '#' }, v: { type: 'string' } } },
      { n: { n: { v: 3 } } },
    ],
    ['patterns', { properties: { n: { type: 'string', pattern: '^[A-Z]-\\d+$' } } }, { n: 'x' }],
  ] as const)('reads %s', (_name, parameters, args) => {
    expect(run(args as { [key: string]: JsonValue }, parameters as JsonValue)).toHaveLength(1);
  });
});

describe('unusable-tool-schema', () => {
  const run = (parameters: JsonValue) =>
    unusable.scan(checkSample({ tools: [{ name: 'a', parameters }] })).map(({ detail }) => detail['reason']);
  it.each([
    [{ type: 'dict', properties: {} }, 'invalid'],
    [{ type: 'object', properties: { a: 'string' } }, 'invalid'],
    [{ type: 'object', required: 'a' }, 'invalid'],
    ['object', 'invalid'],
    [{ $ref: 'https://example.org/schema.json' }, 'remote-ref'],
    [{ $ref: '#/$defs/nowhere' }, 'invalid'],
  ])('says of %j: %s', (parameters, reason) => {
    expect(run(parameters)).toEqual([reason]);
  });

  it.each([order, {}, true, { type: 'OBJECT' }])('lets %j pass', (parameters) => {
    expect(run(parameters)).toEqual([]);
  });
});

describe('hostile schemas', () => {
  it('are not looked into when they are huge', () => {
    const properties = Object.fromEntries(Array.from({ length: 25_000 }, (_, at) => [`p${at}`, {}]));
    expect(validator.problemOf({ pattern: 'a', properties })).toEqual({ reason: 'too-large' });
  });

  it('give up on parts that double at each step', () => {
    const parts = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    );
    const schema = { $ref: '#/$defs/d0', $defs: { ...parts, d40: { type: 'string' } } };
    expect(validator.validate(schema, 1)).toEqual({ gaveUp: true });
  });

  it('match patterns in linear time, and let pass what the engine does not know', () => {
    const text = `${'a'.repeat(15_000)}!`;
    expect(validator.validate({ pattern: '^(a+)+$' }, text)).toMatchObject({ errors: [{ path: '' }] });
    expect(validator.validate({ pattern: '^(?!a)' }, text)).toEqual({ errors: [] });
  });

  it('never throw, whatever the schema and the value', () => {
    const schema = fc.jsonValue({ maxDepth: 4 }).map((value) => value as JsonValue);
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      '$ref',
      'anyOf',
      'required',
      'enum',
      'pattern',
      'not',
      'if',
      '$id',
      'nullable',
      'const',
    );
    const made = fc.dictionary(keyword, fc.oneof(schema, fc.constantFrom('#', 'string', '__proto__')));
    fc.assert(
      fc.property(fc.oneof(schema, made as fc.Arbitrary<JsonValue>), fc.jsonValue(), (any, value) => {
        validator.problemOf(any);
        validator.validate(any, value as JsonValue);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the quick look', () => {
  const leaf = fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object') }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }) }),
    fc.record({ minimum: fc.integer({ min: -2, max: 2 }), maximum: fc.integer({ min: 0, max: 4 }) }),
  );
  const plain = fc.letrec<{ schema: JsonValue }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf as fc.Arbitrary<JsonValue>,
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')),
        required: fc.uniqueArray(fc.constantFrom('a', 'b')),
        additionalProperties: fc.boolean(),
      }) as fc.Arbitrary<JsonValue>,
      fc.record({ items: tie('schema') }) as fc.Arbitrary<JsonValue>,
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonValue>,
    ),
  })).schema;
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>('a', 'd', 0, 3, 1.5, true, null),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value')) as fc.Arbitrary<JsonValue>,
      fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<JsonValue>,
    ),
  })).value;

  it('never calls good what the full validator calls bad', () => {
    let good = 0;
    fc.assert(
      fc.property(plain, fc.array(value, { minLength: 4, maxLength: 4 }), (schema, values) => {
        expect(isPlainSchema(schema)).toBe(true);
        for (const one of values) {
          if (!surelyMeets(schema, one)) continue;
          good += 1;
          expect(validator.validate(schema, one)).toEqual({ errors: [] });
        }
      }),
      { numRuns: 60 },
    );
    expect(good).toBeGreaterThan(20);
  });

  it('calls no schema plain that the full validator refuses', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('type', 'enum', 'required', 'properties', 'items', 'anyOf', 'minimum'),
          fc.jsonValue(),
        ),
        (schema) => {
          if (isPlainSchema(schema as JsonValue)) expect(validator.problemOf(schema as JsonValue)).toBeNull();
        },
      ),
      { numRuns: 300 },
    );
  });
});
