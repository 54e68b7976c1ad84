import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { isObject, TYPES } from './normalise.ts';

/** Keywords that say nothing about a value. */
const REMARKS = new Set(['title', 'description', 'default', 'examples', 'example', 'format', '$comment', 'deprecated']);
const MOST_STEPS = 5_000;

/**
 * A quick look at arguments, since compiling a schema takes longer than reading a whole trace. Knows the few keywords that
 * nearly all tools use; about the rest it does not guess.
 *
 * @returns true when the value surely meets the schema; false says nothing
 */
export function surelyMeets(schema: JsonValue, value: JsonValue): boolean {
  let steps = 0;
  return meets(schema, value);

  function meets(node: JsonValue | undefined, at: JsonValue): boolean {
    steps += 1;
    if (!isObject(node) || steps > MOST_STEPS) return false;
    return Object.keys(node).every((key) => REMARKS.has(key) || keeps(node, key, at));
  }

  /** Whether a value surely keeps one rule of a schema. */
  function keeps(node: JsonObject, key: string, at: JsonValue): boolean {
    const rule = node[key];
    switch (key) {
      case 'type':
        return isOfType(rule, at);
      case 'minimum':
      case 'maximum':
        return isWithin(key, rule, at);
      case 'required':
        return hasAll(rule, at);
      case 'properties':
        return isObject(rule) && membersMeet(rule, at);
      case 'additionalProperties':
        return (typeof rule === 'boolean' || isObject(rule)) && restMeets(node, rule, at);
      default:
        return keepsLists(key, rule, at);
    }
  }

  function keepsLists(key: string, rule: JsonValue | undefined, at: JsonValue): boolean {
    if (key === 'items')
      return isObject(rule) && (!Array.isArray(at) || at.every((item: JsonValue) => meets(rule, item)));
    if (!Array.isArray(rule)) return false;
    if (key === 'enum') return typeof at !== 'object' && rule.includes(at);
    return key === 'anyOf' && rule.some((one: JsonValue) => meets(one, at));
  }

  function membersMeet(properties: JsonObject, at: JsonValue): boolean {
    if (!isObject(at)) return true;
    return Object.keys(at).every((key) => !Object.hasOwn(properties, key) || meets(properties[key], at[key] ?? null));
  }

  function restMeets(node: JsonObject, rule: boolean | JsonObject, at: JsonValue): boolean {
    if (rule === true || !isObject(at)) return true;
    const properties = isObject(node['properties']) ? node['properties'] : {};
    return Object.keys(at).every(
      (key) => Object.hasOwn(properties, key) || (rule !== false && meets(rule, at[key] ?? null)),
    );
  }
}

function isWithin(key: 'minimum' | 'maximum', rule: JsonValue | undefined, at: JsonValue): boolean {
  if (typeof rule !== 'number') return false;
  return typeof at !== 'number' || (key === 'minimum' ? at >= rule : at <= rule);
}

function isOfType(rule: JsonValue | undefined, at: JsonValue): boolean {
  if (Array.isArray(rule)) return rule.length > 0 && rule.some((one: JsonValue) => isOfType(one, at));
  switch (rule) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof at === rule;
    case 'integer':
      return Number.isInteger(at);
    case 'object':
      return isObject(at);
    case 'array':
      return Array.isArray(at);
    case 'null':
      return at === null;
    default:
      return false;
  }
}

function hasAll(rule: JsonValue | undefined, at: JsonValue): boolean {
  if (!Array.isArray(rule)) return false;
  return rule.every((key) => typeof key === 'string' && (!isObject(at) || Object.hasOwn(at, key)));
}

/** @returns true when a schema uses nothing but the keywords above, rightly: then it needs no closer look */
export function isPlainSchema(schema: JsonValue | undefined): boolean {
  let steps = 0;
  return isPlain(schema);

  function isPlain(node: JsonValue | undefined): boolean {
    steps += 1;
    if (!isObject(node) || steps > MOST_STEPS) return false;
    return Object.keys(node).every((key) => PLAIN_MEMBERS.get(key)?.(node[key], isPlain) ?? false);
  }
}

type IsPlain = (node: JsonValue | undefined) => boolean;

function isText(rule: JsonValue | undefined): boolean {
  return typeof rule === 'string';
}

function isTextList(rule: JsonValue | undefined): boolean {
  return Array.isArray(rule) && rule.every((one) => typeof one === 'string') && isSet(rule);
}

function isNumber(rule: JsonValue | undefined): boolean {
  return typeof rule === 'number';
}

/** What each keyword may hold in a plain schema. */
const PLAIN_MEMBERS: ReadonlyMap<string, (rule: JsonValue | undefined, isPlain: IsPlain) => boolean> = new Map([
  ['title', isText],
  ['description', isText],
  ['default', () => true],
  ['type', (rule) => typeof rule === 'string' && TYPES.has(rule)],
  ['enum', (rule) => isTextList(rule) && Array.isArray(rule) && rule.length > 0],
  ['required', isTextList],
  ['anyOf', (rule, isPlain) => Array.isArray(rule) && rule.length > 0 && rule.every(isPlain)],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['properties', (rule, isPlain) => isObject(rule) && Object.values(rule).every(isPlain)],
  ['items', (rule, isPlain) => isPlain(rule)],
  ['additionalProperties', (rule, isPlain) => typeof rule === 'boolean' || isPlain(rule)],
] as const);

function isSet(list: readonly JsonValue[]): boolean {
  return new Set(list).size === list.length;
}
