import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';

/** A value without members, and where it stands: `$.a[*].b`. `key` is the nearest name above it. */
export type Leaf = { readonly path: string; readonly key: string; readonly value: JsonValue };

const MAX_DEPTH = 24;
/** JSON inside of texts is looked into this often. */
const MAX_TEXTS = 2;
const MAX_TEXT = 1_000_000;
/** Keys of one object that are told apart; more of them are values of a table keyed by something. */
const MAX_KEYS = 200;

/**
 * Visits every leaf of a value. Members of a list share a path, and so do the values of pairs `{key, value}` with the same
 * key, as traces write attributes. A text that holds JSON is visited as a whole and inside.
 */
export function walkLeaves(value: JsonValue, visit: (leaf: Leaf) => void): void {
  walk(value, { path: '$', key: '', depth: 0, texts: 0 }, visit);
}

type At = { readonly path: string; readonly key: string; readonly depth: number; readonly texts: number };

function walk(value: JsonValue, at: At, visit: (leaf: Leaf) => void): void {
  if (Array.isArray(value))
    walkList(value as readonly JsonValue[], at, visit); // isArray widens readonly lists
  else if (isJsonObject(value)) walkObject(value, at, visit);
  else {
    visit({ path: at.path, key: at.key, value });
    const inner = typeof value === 'string' && at.texts < MAX_TEXTS ? jsonInside(value) : undefined;
    if (inner !== undefined) walk(inner, { ...at, path: `${at.path}{}`, texts: at.texts + 1 }, visit);
  }
}

function walkList(list: readonly JsonValue[], at: At, visit: (leaf: Leaf) => void): void {
  if (list.length === 0 || at.depth > MAX_DEPTH)
    visit({ path: at.path, key: at.key, value: list.length === 0 ? [] : null });
  else for (const item of list) walkItem(item, at, visit);
}

function walkItem(item: JsonValue, at: At, visit: (leaf: Leaf) => void): void {
  const name = isJsonObject(item) ? pairName(item) : undefined;
  if (name === undefined || !isJsonObject(item)) walk(item, deeper(at, '[*]', at.key), visit);
  else walk(item['value'] ?? null, deeper(at, `[${name}]`, name), visit);
}

function pairName(item: Readonly<Record<string, JsonValue>>): string | undefined {
  const name = item['key'];
  return typeof name === 'string' && 'value' in item && Object.keys(item).length === 2 ? name : undefined;
}

function walkObject(value: Readonly<Record<string, JsonValue>>, at: At, visit: (leaf: Leaf) => void): void {
  const keys = Object.keys(value);
  if (keys.length === 0 || at.depth > MAX_DEPTH)
    visit({ path: at.path, key: at.key, value: keys.length === 0 ? {} : null });
  else {
    const isTable = keys.length > MAX_KEYS;
    for (const key of keys) {
      const member: JsonValue | undefined = value[key];
      if (member !== undefined) walk(member, deeper(at, isTable ? '.*' : `.${key}`, key), visit);
    }
  }
}

function deeper(at: At, step: string, key: string): At {
  return { ...at, path: at.path + step, key, depth: at.depth + 1 };
}

function jsonInside(text: string): JsonValue | undefined {
  const first = text.charCodeAt(0);
  // Only lists and objects; a number or a word inside of a text is that text.
  if ((first !== 0x7b && first !== 0x5b) || text.length > MAX_TEXT) return undefined;
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives JSON values
  } catch {
    return undefined;
  }
}
