import type { FieldInfo } from '../../../shared/contract/graders.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';

type Kind = FieldInfo['kind'];
type Seen = { kind: Kind | null; present: number; example: string | null; values: Set<string> | null };

/** Objects are followed this deep; lists are one field. */
const MAX_DEPTH = 4;
/** Objects used as maps would otherwise give a field for each of their keys. */
const MAX_PATHS = 1_000;
const MAX_VALUES = 12;
const MAX_TEXT = 80;

export type Profile = {
  /** Counts the values below one record. */
  readonly add: (value: JsonValue) => void;
  /** @returns what was seen, parents before their members, in the order first seen */
  readonly list: (of: number) => FieldInfo[];
};

/**
 * Collects which paths JSON records have: kind, how many have a value (not null), an example, and the distinct values
 * while they are few.
 *
 * @param root what the path of a record's own members begins with: `item`
 */
export function createProfile(root: string): Profile {
  const fields = new Map<string, Seen>();

  function visit(path: string, value: JsonValue, depth: number): void {
    if (path !== root) note(path, value);
    if (depth >= MAX_DEPTH || !isJsonObject(value)) return;
    for (const [key, member] of Object.entries(value)) visit(`${path}.${key}`, member, depth + 1);
  }

  function note(path: string, value: JsonValue): void {
    let seen = fields.get(path);
    if (seen === undefined) {
      if (fields.size >= MAX_PATHS) return;
      seen = { kind: null, present: 0, example: null, values: new Set() };
      fields.set(path, seen);
    }
    if (value === null) return;
    const kind = kindOf(value);
    seen.kind = seen.kind === null || seen.kind === kind ? kind : 'mixed';
    seen.present += 1;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    seen.example ??= cut(text);
    if (seen.values === null || kind === 'object' || kind === 'list' || text.length > MAX_TEXT) seen.values = null;
    else if (seen.values.add(text).size > MAX_VALUES) seen.values = null;
  }

  return {
    add: (value) => visit(root, value, 0),
    list: (of) =>
      [...fields].map(([path, seen]) => ({
        path,
        kind: seen.kind ?? 'null',
        present: seen.present,
        of,
        example: seen.example,
        values: seen.values === null || seen.values.size === 0 ? null : [...seen.values].toSorted(),
      })),
  };
}

function kindOf(value: Exclude<JsonValue, null>): Kind {
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'bool';
    default:
      return 'object';
  }
}

function cut(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_TEXT + 2));
  return characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT - 1).join('')}…` : characters.join('');
}

/** Names of a path: `item.a.b[0]` is `['a', 'b', 0]`. @returns null when it is no path below the root */
export function pathSegments(path: string, root: string): readonly (string | number)[] | null {
  if (!path.startsWith(`${root}.`)) return null;
  const rest = path.slice(root.length);
  const pieces = [...rest.matchAll(/\.([^.[\]]+)|\[(\d+)\]/gu)];
  if (pieces.map((piece) => piece[0]).join('') !== rest) return null;
  return pieces.map((piece) => piece[1] ?? Number(piece[2]));
}

/** @returns the value at the path, undefined when there is none */
export function valueAt(value: JsonValue, segments: readonly (string | number)[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const segment of segments) {
    if (typeof segment === 'number') at = Array.isArray(at) ? (at as readonly JsonValue[])[segment] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, segment) ? at[segment] : undefined;
  }
  return at;
}
