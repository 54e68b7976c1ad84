import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';

export const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** A schema may come from anyone: beyond these it is not looked into. */
const MOST_NODES = 20_000;
const MOST_DEPTH = 64;

/** Counts the steps of a validation; put into every part of a schema, see `validator.ts`. */
export const BUDGET_KEYWORD = 'x-assay-budget';

export type Normalised = { readonly schema: JsonValue } | { readonly problem: 'too-large' | 'remote-ref' };

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DROPPED = new Set(['id', '$id', '$schema', BUDGET_KEYWORD]);
const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
/** Members whose values are names and not schemas, or plain values. */
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'example', 'required', 'type']);
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);

/**
 * Writes a schema so that one validator reads the drafts 4 to 2020-12 and the forms of the model makers: bounds that exclude
 * as numbers (draft 4 has flags), Gemini's type names in capitals, no ids and no `$schema` that could lead elsewhere.
 */
export function normaliseSchema(schema: JsonValue): Normalised {
  let nodes = 0;
  let problem: 'too-large' | 'remote-ref' | null = null;
  const result = walk(schema, 0);
  // The walk below sets it, which the types cannot see here.
  const found = problem as 'too-large' | 'remote-ref' | null;
  return found === null ? { schema: result } : { problem: found };

  function walk(node: JsonValue, depth: number): JsonValue {
    nodes += 1;
    if (nodes > MOST_NODES || depth > MOST_DEPTH) problem ??= 'too-large';
    if (problem !== null) return true;
    if (Array.isArray(node)) return node.map((item: JsonValue) => walk(item, depth + 1));
    if (!isObject(node)) return node;
    const entries = Object.entries(node).flatMap(([key, value]) => member(node, key, value, depth));
    return Object.fromEntries([...entries, [BUDGET_KEYWORD, true]]);
  }

  function member(node: JsonObject, key: string, value: JsonValue, depth: number): [string, JsonValue][] {
    if (DROPPED.has(key)) return [];
    if (REFERENCES.has(key)) {
      if (typeof value === 'string' && !value.startsWith('#')) problem ??= 'remote-ref';
      return [[key, value]];
    }
    if (key === 'type') return [[key, lowerTypes(value)]];
    const older = fromOlderDraft(node, key, value);
    if (older !== null) return older;
    if (VALUES.has(key)) return [[key, value]];
    if (MAPS.has(key) && isObject(value)) {
      const inner = Object.entries(value).map(([name, one]): [string, JsonValue] => [name, walk(one, depth + 1)]);
      return [[key, Object.fromEntries(inner)]];
    }
    return [[key, walk(value, depth + 1)]];
  }
}

/** @returns what a member of an older draft, or of OpenAPI, is today; null when it is as it always was */
function fromOlderDraft(node: JsonObject, key: string, value: JsonValue): [string, JsonValue][] | null {
  if (key === 'exclusiveMinimum' && typeof value === 'boolean') return value ? moved(key, node['minimum']) : [];
  if (key === 'exclusiveMaximum' && typeof value === 'boolean') return value ? moved(key, node['maximum']) : [];
  // Draft 3 let each property say so for itself; later drafts have the list alone.
  if (key === 'required' && typeof value === 'boolean') return [];
  // Means something beside a type only.
  return key === 'nullable' && node['type'] === undefined ? [] : null;
}

function moved(key: string, bound: JsonValue | undefined): [string, JsonValue][] {
  return typeof bound === 'number' ? [[key, bound]] : [];
}

function lowerTypes(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(lowerTypes);
  return typeof value === 'string' && value === value.toUpperCase() ? value.toLowerCase() : value;
}
