import type { JsonValue } from '../../../../shared/model/json.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { KNOWN_KEYS, knownKeyOf, scalarFields, type KnownKey } from '../../engine/splitting/fields.ts';
import { FACETS, findFacets } from '../../facets/registry.ts';
import { facetOfSamples } from '../../store/facets.ts';
import { fieldRows, keyRows, type KeyRow } from '../../store/split-facts.ts';

type Project = Pick<ProjectContext, 'db'>;
/** The values of a key by sample; a sample that has none is not there. */
export type KeyValues = ReadonlyMap<number, readonly string[]>;

/** Tied by links of a scan rather than by a value. */
export const LINKED_KEYS = ['near', 'semantic'] as const;
const PLAIN_KEYS = ['exact', 'source', 'task'] as const;
const TITLES: Readonly<Record<string, string>> = {
  conversation: 'Conversation',
  user: 'User',
  document: 'Document',
  exact: 'Exact duplicates',
  near: 'Near-duplicates',
  semantic: 'Same meaning',
  source: 'Source',
  task: 'Task id',
};

/** @returns how a key is called: `Conversation`, `Reference policy_number` */
export function keyTitle(key: string): string {
  const known = TITLES[key];
  if (known !== undefined) return known;
  if (key.startsWith('facet.')) return findFacets([key.slice('facet.'.length)])[0]?.title ?? key;
  const [area = '', ...path] = key.split('.');
  return `${area === 'reference' ? 'Reference' : 'Metadata'} ${path.join('.')}`;
}

/** @returns whether a key is one that is always there, of a facet, or of a field; not whether a sample has it */
function isGroupKey(key: string): boolean {
  return (
    key in TITLES ||
    (key.startsWith('facet.') && findFacets([key.slice('facet.'.length)]).length > 0) ||
    /^(?:reference|metadata)\../u.test(key)
  );
}

/** @throws {AppError} `invalid_input` naming the first key that is none */
export function checkGroupKeys(keys: readonly string[]): void {
  const wrong = keys.find((key) => !isGroupKey(key));
  if (wrong !== undefined)
    throw new AppError(
      'invalid_input',
      `There is nothing called ${wrong} to keep together. Use ${[...KNOWN_KEYS, ...PLAIN_KEYS, ...LINKED_KEYS].join(', ')}, facet.NAME, reference.FIELD or metadata.FIELD.`,
    );
}

export type SampleKeys = {
  readonly rows: readonly KeyRow[];
  readonly byKey: ReadonlyMap<string, KeyValues>;
};

/** Reads the values of some keys for every visible sample, in one pass over what has to be read. Linked keys have none. */
export function readKeys(project: Project, keys: readonly string[]): SampleKeys {
  checkGroupKeys(keys);
  const rows = keyRows(project.db);
  const byKey = new Map<string, Map<number, string[]>>(keys.map((key) => [key, new Map<number, string[]>()]));
  const add = (key: string, id: number, value: string): void => {
    const values = byKey.get(key);
    if (values === undefined) return;
    const own = values.get(id);
    if (own === undefined) values.set(id, [value]);
    else if (!own.includes(value)) own.push(value);
  };
  for (const row of rows) {
    add('exact', row.id, row.promptHash);
    add('source', row.id, row.sourceName);
    if (row.taskKey !== null) add('task', row.id, row.taskKey);
  }
  if (byKey.has('conversation')) addRecords(rows, add);
  for (const key of keys) if (key.startsWith('facet.')) addFacet(project, key, (id, value) => add(key, id, value));
  const known: readonly string[] = KNOWN_KEYS;
  if (keys.some((key) => known.includes(key) || /^(?:reference|metadata)\./u.test(key)))
    for (const { id, path, text } of fieldsOf(project)) {
      add(path, id, text);
      const one = knownKeyOf(path);
      if (one !== undefined) add(one, id, text);
    }
  return { rows, byKey };
}

/** Turns and calls of one record of a source are one conversation. */
function addRecords(rows: readonly KeyRow[], add: (key: string, id: number, value: string) => void): void {
  const records = new Map<string, KeyRow[]>();
  for (const row of rows) {
    const record = `${row.sourceName} record ${row.sourcePos + 1}#${row.sourceId}`;
    const held = records.get(record);
    if (held === undefined) records.set(record, [row]);
    else held.push(row);
  }
  for (const [record, members] of records)
    if (members.length > 1) for (const { id } of members) add('conversation', id, record);
}

function addFacet(project: Project, key: string, add: (id: number, value: string) => void): void {
  const [facet] = findFacets([key.slice('facet.'.length)]);
  if (facet === undefined) return;
  const { values, of } = facetOfSamples(project.db, facet);
  for (const [id, positions] of of) for (const at of positions) add(id, values[at]?.label ?? '');
}

function* fieldsOf(project: Project): Generator<{ readonly id: number; readonly path: string; readonly text: string }> {
  for (const { id, reference, extras } of fieldRows(project.db)) {
    // Both were written by the importing and editing services as JSON.
    for (const [path, text] of scalarFields(JSON.parse(reference) as JsonValue, 'reference')) yield { id, path, text };
    if (extras !== null)
      for (const [path, text] of scalarFields(JSON.parse(extras) as JsonValue, 'metadata')) yield { id, path, text };
  }
}

export type KeyOption = {
  readonly key: string;
  readonly label: string;
  readonly kind: 'known' | 'duplicates' | 'facet' | 'reference' | 'metadata';
  readonly samples: number | null;
  readonly values: number | null;
  readonly from: string[];
};
const MOST_FIELDS = 100;

/** Everything that samples can be kept together by, with how many have it. A field that differs in every sample is left out. */
export function keyOptions(project: Project): KeyOption[] {
  const fields = new Map<string, { readonly ids: Set<number>; readonly values: Set<string> }>();
  const sources = new Map<KnownKey, Set<string>>(KNOWN_KEYS.map((key) => [key, new Set<string>()]));
  for (const { id, path, text } of fieldsOf(project)) {
    const field = fields.get(path) ?? { ids: new Set<number>(), values: new Set<string>() };
    fields.set(path, field);
    field.ids.add(id);
    field.values.add(text);
    const known = knownKeyOf(path);
    if (known !== undefined) sources.get(known)?.add(path);
  }
  const keys: string[] = [...KNOWN_KEYS, ...PLAIN_KEYS, ...FACETS.map(({ key }) => `facet.${key}`)];
  const { byKey } = readKeys(project, keys);
  const counted = keys.map((key): KeyOption => {
    const values = byKey.get(key) ?? new Map<number, readonly string[]>();
    const known = KNOWN_KEYS.find((one) => one === key);
    return {
      key,
      label: keyTitle(key),
      kind: key === 'exact' ? 'duplicates' : key.startsWith('facet.') ? 'facet' : 'known',
      samples: values.size,
      values: new Set([...values.values()].flat()).size,
      from: known === undefined ? [] : [...(sources.get(known) ?? [])].toSorted(),
    };
  });
  const linked = LINKED_KEYS.map((key): KeyOption => ({
    key,
    label: keyTitle(key),
    kind: 'duplicates',
    samples: null,
    values: null,
    from: [],
  }));
  const free = [...fields]
    .filter(([, { ids, values }]) => values.size < ids.size)
    .toSorted(([a, one], [b, other]) => other.ids.size - one.ids.size || (a < b ? -1 : 1))
    .slice(0, MOST_FIELDS)
    .map(([key, { ids, values }]): KeyOption => ({
      key,
      label: keyTitle(key),
      kind: key.startsWith('reference.') ? 'reference' : 'metadata',
      samples: ids.size,
      values: values.size,
      from: [key],
    }));
  return [...counted.filter((one) => one.samples !== 0), ...linked, ...free];
}
