import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';

/** Types that are none of JSON Schema: of Python, Java and JavaScript. `any` stands for no type at all. */
const TYPES: Readonly<Record<string, string>> = {
  dict: 'object',
  hashmap: 'object',
  float: 'number',
  double: 'number',
  long: 'integer',
  short: 'integer',
  byte: 'integer',
  bigint: 'integer',
  tuple: 'array',
  arraylist: 'array',
  list: 'array',
  set: 'array',
  queue: 'array',
  stack: 'array',
  char: 'string',
  any: '',
};
const OWN = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/**
 * Turns a parameter description of BFCL into JSON Schema. What a type was called stays as `format`, except for `dict`,
 * which is nothing but an object.
 */
export function toJsonSchema(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
    if (key === 'type' && typeof value === 'string') return Object.entries(typeOf(value));
    if (key === 'properties' && isJsonObject(value))
      return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toJsonSchema(one)]))]];
    return [[key, key === 'items' || key === 'additionalProperties' ? toJsonSchema(value) : value]];
  });
  return Object.fromEntries(entries);
}

function typeOf(name: string): JsonObject {
  const lower = name.toLowerCase();
  if (OWN.includes(lower)) return { type: lower };
  const type = Object.hasOwn(TYPES, lower) ? TYPES[lower] : undefined;
  if (type === undefined) return { type: name };
  return { ...(type === '' ? {} : { type }), ...(lower === 'dict' ? {} : { format: lower }) };
}
