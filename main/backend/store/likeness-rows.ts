import type Database from 'better-sqlite3';
import type { Facet } from '../engine/facets.ts';
import type { Fragment, SqlValue } from '../engine/query/fragment.ts';
import { refreshCalledTools } from './called-tools.ts';
import { facetRows, readsCalls } from './facets.ts';

/** The set a sample is in, as bits. */
export const IN_PRODUCTION = 1;
export const IN_CURATED = 2;
/** For each sample id, which sets it is in; 0 for none. */
export type Membership = Uint8Array;

/** Samples read in one go: few enough that a window does not wait. */
const SPAN = 20_000;

/** Which samples are in which set. Production: those in sight of the sources. Curated: what the condition over `s` holds for. */
export function readMembership(db: Database.Database, sourceIds: readonly number[], curated: Fragment): Membership {
  const last = db.prepare<[], { last: number | null }>('SELECT max(id) AS last FROM sample').get()?.last ?? 0;
  const sets: Membership = new Uint8Array(last + 1);
  const mark = (ids: Iterable<{ id: number }>, bit: number): void => {
    for (const { id } of ids) sets[id] = (sets[id] ?? 0) | bit;
  };
  mark(
    db
      .prepare<[string], { id: number }>(
        'SELECT id FROM sample WHERE source_id IN (SELECT value FROM json_each(?)) AND removed_at IS NULL',
      )
      .iterate(JSON.stringify(sourceIds)),
    IN_PRODUCTION,
  );
  mark(
    db.prepare<SqlValue[], { id: number }>(`SELECT s.id FROM sample s WHERE ${curated.sql}`).iterate(...curated.params),
    IN_CURATED,
  );
  return sets;
}

export type FacetRow = { readonly id: number; readonly value: string | number | null };

/** A facet's values of all samples, a span of ids at a time, so that a caller can let others in between; by id. */
export function* facetSpans(db: Database.Database, facet: Facet): Generator<readonly FacetRow[], void, undefined> {
  if (readsCalls(facet)) refreshCalledTools(db);
  const rows = facetRows(facet);
  const page = db.prepare<SqlValue[], FacetRow>(
    `SELECT r.sample_id AS id, r.value FROM (${rows.sql}) r WHERE r.sample_id > ? AND r.sample_id <= ? ORDER BY r.sample_id`,
  );
  for (const [from, to] of spans(db)) yield page.all(...rows.params, from, to);
}

/** Numbers that are compared as they are: what each is, and where it stands. */
export const MEASURES = [
  {
    key: 'calls',
    title: 'Tool calls per attempt',
    unit: 'count',
    field: 'calls',
    of: 'attempt',
    column: 'tool_call_count',
  },
  { key: 'steps', title: 'Steps per attempt', unit: 'count', field: 'steps', of: 'attempt', column: 'step_count' },
  {
    key: 'length',
    title: 'Length of the prompt',
    unit: 'characters',
    field: 'length',
    of: 'sample',
    column: 'prompt_chars',
  },
  { key: 'tokens', title: 'Tokens per attempt', unit: 'tokens', field: 'tokens', of: 'attempt', column: 'token_count' },
  { key: 'latency', title: 'Time per attempt', unit: 'ms', field: 'latency', of: 'attempt', column: 'latency_ms' },
] as const;
export type Measure = (typeof MEASURES)[number];

/** A measure's numbers by sample, as `facetSpans`; an attempt each where it is one of attempts. Unknown ones are left out. */
export function* measureSpans(
  db: Database.Database,
  { of, column }: Measure,
): Generator<readonly { readonly id: number; readonly value: number }[], void, undefined> {
  const [table, id] = of === 'sample' ? ['sample', 'id'] : ['attempt', 'sample_id'];
  const page = db.prepare<[number, number], { id: number; value: number }>(
    `SELECT ${id} AS id, ${column} AS value FROM ${table} WHERE ${id} > ? AND ${id} <= ? AND ${column} IS NOT NULL`,
  );
  for (const [from, to] of spans(db)) yield page.all(from, to);
}

function* spans(db: Database.Database): Generator<readonly [number, number], void, undefined> {
  const last = db.prepare<[], { last: number | null }>('SELECT max(id) AS last FROM sample').get()?.last ?? 0;
  for (let from = 0; from < last; from += SPAN) yield [from, from + SPAN];
}

/** Changes whenever a set or what is told of its samples does; the tables that only people's marks are in count as wholes. */
export function fingerprint(db: Database.Database, sourceIds: readonly number[], curated: Fragment): string {
  const told = `count(*) || ':' || coalesce(sum(s.id * s.id % 1000003), 0) || ':' || coalesce(sum(s.revision), 0) || ':'
    || coalesce(sum(s.attempt_count), 0)`;
  const part = (where: string, params: readonly SqlValue[]): string =>
    db.prepare<SqlValue[], { told: string }>(`SELECT ${told} AS told FROM sample s WHERE ${where}`).get(...params)
      ?.told ?? '';
  const marks = db
    .prepare<[], { told: string }>(
      `SELECT (SELECT count(*) || ':' || coalesce(sum(sample_id * tag_id % 1000003), 0) FROM sample_tag) || '/'
         || (SELECT count(*) || ':' || coalesce(sum(id % 1000003), 0) FROM flag WHERE state <> 'dismissed') || '/'
         || coalesce((SELECT max(id) FROM score_run WHERE finished_at IS NOT NULL), 0) || '/'
         || coalesce((SELECT group_concat(source_id || ':' || length(coalesce(profile, ''))) FROM production_source), '') AS told`,
    )
    .get();
  return [
    part('s.source_id IN (SELECT value FROM json_each(?)) AND s.removed_at IS NULL', [JSON.stringify(sourceIds)]),
    part(curated.sql, curated.params),
    marks?.told ?? '',
  ].join('|');
}

/** How many samples a condition over `s` holds for. */
export function countWhere(db: Database.Database, where: Fragment): number {
  return (
    db.prepare<SqlValue[], { n: number }>(`SELECT count(*) AS n FROM sample s WHERE ${where.sql}`).get(...where.params)
      ?.n ?? 0
  );
}

export function titlesOf(db: Database.Database, ids: readonly number[]): ReadonlyMap<number, string> {
  return new Map(
    db
      .prepare<[string], { id: number; title: string }>(
        'SELECT id, title FROM sample WHERE id IN (SELECT value FROM json_each(?))',
      )
      .all(JSON.stringify(ids))
      .map(({ id, title }) => [id, title]),
  );
}
