import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, objectOf } from './fields.ts';

/** @returns attributes with dotted keys only: nested maps are folded out, lists are kept */
export function flatAttributes(attributes: JsonObject): JsonObject {
  const flat: [string, JsonValue][] = [];
  const walk = (map: JsonObject, prefix: string, depth: number): void => {
    for (const [key, value] of Object.entries(map)) {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      // Only namespaces are folded out; a value that is a map of its own (tool arguments) is not.
      if (isJsonObject(value) && depth < 3 && FOLDERS.test(name)) walk(value, name, depth + 1);
      else flat.push([name, value]);
    }
  };
  walk(attributes, '', 0);
  return Object.fromEntries(flat);
}

/** Namespaces that data frames and collectors fold into maps. */
const FOLDERS =
  /^(?:llm|llm\.token_count|openinference|openinference\.span|input|output|gen_ai|gen_ai\.\w+|tool|session|user)$/;

/**
 * Reads a list that attributes hold with numbered keys (`llm.input_messages.0.message.role`), or as a list already whose
 * items may have dotted keys. Numbers are sorted as numbers.
 */
export function listAttribute(attributes: JsonObject, prefix: string): readonly JsonObject[] {
  const value = attributes[prefix];
  if (Array.isArray(value)) return listOf(value).map((item) => unfold(objectOf(item)));
  const entries = Object.entries(attributes).flatMap(([key, item]): [string, JsonValue][] =>
    key.startsWith(`${prefix}.`) && /^\d/.test(key.slice(prefix.length + 1))
      ? [[key.slice(prefix.length + 1), item]]
      : [],
  );
  return asList(unfold(Object.fromEntries(entries))).map(objectOf);
}

type Tree = { [key: string]: JsonValue | Tree };

/** Turns dotted keys into maps, and maps with numbers for keys into lists. */
function unfold(flat: JsonObject): JsonObject {
  const root: Tree = Object.create(null) as Tree; // keys come from outside: no prototype to write to
  for (const [key, value] of Object.entries(flat)) {
    const path = key.split('.');
    const last = path.pop() ?? key;
    let at: Tree = root;
    for (const step of path) {
      const next = at[step];
      const child =
        next !== null && typeof next === 'object' && !Array.isArray(next)
          ? (next as Tree)
          : (Object.create(null) as Tree); // only trees are stored as objects here
      at[step] = child;
      at = child;
    }
    at[last] = Array.isArray(value) ? listOf(value).map((item) => (isJsonObject(item) ? unfold(item) : item)) : value;
  }
  return finish(root);
}

function finish(tree: Tree): JsonObject {
  const entries = Object.entries(tree).map(([key, value]): [string, JsonValue] => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [key, value as JsonValue]; // a leaf
    const map = finish(value as Tree);
    return [key, isNumbered(map) ? asList(map) : map];
  });
  return Object.fromEntries(entries);
}

function isNumbered(map: JsonObject): boolean {
  const keys = Object.keys(map);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}

function asList(map: JsonObject): readonly JsonValue[] {
  return Object.entries(map)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value);
}
