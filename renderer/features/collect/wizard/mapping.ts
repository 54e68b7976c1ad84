import type { Inspection, Mapping } from '../../../../shared/contract/sources.ts';

export const PLAIN_FIELDS = [
  'prompt',
  'system',
  'answer',
  'reward',
  'tools',
  'group',
  'title',
  'model',
  'tag',
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];

const REFERENCE = 'reference.';

export type MappingRow = {
  /** As in the mapping: `prompt`, `reference.decision`. */
  readonly key: string;
  readonly field: PlainField | 'reference';
  /** Of a reference field. */
  readonly name: string | null;
  readonly column: string | null;
};

/** @returns one row for every field that can be mapped: the plain ones always, then the reference fields there are */
export function mappingRows(map: Mapping): readonly MappingRow[] {
  const plain = PLAIN_FIELDS.map((field) => ({ key: field, field, name: null, column: map[field] ?? null }));
  const references = Object.keys(map)
    .filter((key) => key.startsWith(REFERENCE))
    .map((key) => ({ key, field: 'reference' as const, name: key.slice(REFERENCE.length), column: map[key] ?? null }));
  // References stand after the reward: what an answer is and what it is measured with belong together.
  const at = PLAIN_FIELDS.indexOf('tools');
  return [...plain.slice(0, at), ...references, ...plain.slice(at)];
}

/** @returns the mapping with a field on a column; null takes the field off */
export function withField(map: Mapping, key: string, column: string | null): Mapping {
  if (column !== null) return { ...map, [key]: column };
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}

export function referenceKey(name: string): string {
  return `${REFERENCE}${name}`;
}

/** @returns a column's name as graders can name it; empty when nothing of it can stay */
export function suggestReferenceName(column: string): string {
  return column
    .trim()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .slice(0, 60);
}

export type NameProblem = 'bad' | 'taken';

/** @returns why a reference field cannot have this name, null when it can */
export function referenceNameProblem(map: Mapping, name: string): NameProblem | null {
  if (!/^[\p{L}\p{N}_]{1,60}$/u.test(name)) return 'bad';
  return Object.hasOwn(map, referenceKey(name)) ? 'taken' : null;
}

/** @returns columns that no field uses, in the order of the file */
export function unusedColumns(map: Mapping, columns: Inspection['columns']): readonly string[] {
  const used = new Set(Object.values(map));
  return columns.map((column) => column.name).filter((name) => !used.has(name));
}

/** @returns columns that more than one field uses, with the keys of those fields */
export function sharedColumns(map: Mapping): readonly { readonly column: string; readonly keys: readonly string[] }[] {
  const keysOf = Map.groupBy(Object.entries(map), ([, column]) => column);
  return [...keysOf].flatMap(([column, entries]) =>
    entries.length > 1 ? [{ column, keys: entries.map(([key]) => key) }] : [],
  );
}

/** @returns whether two mappings put the same columns on the same fields */
export function sameMapping(a: Mapping, b: Mapping): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
