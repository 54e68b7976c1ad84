import type Database from 'better-sqlite3';
import type { z } from 'zod';
import type { FacetValue } from '../../../shared/contract/samples.ts';
import { withoutField } from '../../../shared/query/edit.ts';
import { print } from '../../../shared/query/print.ts';
import type { FilterNode, Value } from '../../../shared/query/ast.ts';
import type { Facet, FacetSource } from '../engine/facets.ts';
import { compileFilter, VISIBLE } from '../engine/query/compile.ts';
import { readFilter } from '../engine/query/filter.ts';
import { compose, sql, type Fragment, type SqlValue } from '../engine/query/fragment.ts';
import { CLUSTERED, DIFFICULTY, toolSets } from '../engine/query/derived.ts';
import { LATEST_RUN } from '../engine/query/score-conditions.ts';
import { numberIs } from '../engine/query/value-conditions.ts';
import { CALLED_TOOL, refreshCalledTools } from './called-tools.ts';

export type FacetCounts = {
  readonly key: string;
  readonly title: string;
  readonly values: z.infer<typeof FacetValue>[];
  /** Distinct values beyond those listed. */
  readonly more: number;
};

/** Values listed of a facet that has no closed set. */
const MOST_VALUES = 50;

/**
 * Counts samples by each facet's values: in the whole project, and under the filter without that facet's own terms, so
 * that a person sees what choosing another value would give.
 *
 * @throws {AppError} `invalid_input` for a text that is no filter
 */
export function facetCounts(db: Database.Database, facets: readonly Facet[], filter: string): FacetCounts[] {
  const ast = readFilter(filter);
  const scopes = new Map<string, { rest: FilterNode; facets: Facet[] }>();
  for (const facet of facets) {
    const rest = withoutField(ast, facet.field);
    const scope = scopes.get(print(rest)) ?? { rest, facets: [] };
    scope.facets.push(facet);
    scopes.set(print(rest), scope);
  }
  if (facets.some(readsCalls)) refreshCalledTools(db);
  const counted = new Map<string, FacetCounts>();
  db.transaction(() => {
    for (const scope of scopes.values()) {
      fillScope(db, scope.rest);
      for (const facet of scope.facets) counted.set(facet.key, countFacet(db, facet));
    }
    db.exec('DROP TABLE IF EXISTS temp.facet_scope');
  })();
  return facets.flatMap((facet) => counted.get(facet.key) ?? []);
}

export type SampleFacet = {
  /** What samples have of it, as first met by id. */
  readonly values: readonly { readonly value: string; readonly label: string; readonly term: string }[];
  /** Which of these each visible sample has, by position; one without any is not there. */
  readonly of: ReadonlyMap<number, readonly number[]>;
};

/** Tells which values of a facet every visible sample has; `term` finds exactly the samples of a value. */
export function facetOfSamples(db: Database.Database, facet: Facet): SampleFacet {
  if (readsCalls(facet)) refreshCalledTools(db);
  return facetOf(db, facet, ROWS[facet.from].rows);
}

/** Whether `refreshCalledTools` must come before the facet is read. */
export function readsCalls(facet: Facet): boolean {
  return facet.from === 'tool' || facet.from === 'toolset';
}

/** Facets that attempts have by themselves: rows of an attempt's id, as `sample_id`, and its value. */
const ATTEMPT_ROWS: Readonly<Partial<Record<FacetSource, string>>> = {
  outcome: 'SELECT a.id AS sample_id, {} AS value FROM attempt a INDEXED BY attempt_facts',
  calls: 'SELECT a.id AS sample_id, {} AS value FROM attempt a INDEXED BY attempt_facts',
  steps: 'SELECT a.id AS sample_id, {} AS value FROM attempt a INDEXED BY attempt_facts',
  model: 'SELECT a.id AS sample_id, {} AS value FROM attempt a INDEXED BY attempt_facts',
  reward: 'SELECT a.id AS sample_id, {} AS value FROM attempt a INDEXED BY attempt_facts',
  tool: 'SELECT DISTINCT k.attempt_id AS sample_id, {} AS value FROM tool_call k INDEXED BY tool_call_name',
};

/** As `facetOfSamples`, by attempt: of an attempt that failed, the outcome is its own. null when attempts have none of their own. */
export function facetOfAttempts(db: Database.Database, facet: Facet): SampleFacet | null {
  const rows = ATTEMPT_ROWS[facet.from];
  return rows === undefined ? null : facetOf(db, facet, rows, true);
}

function facetOf(db: Database.Database, facet: Facet, rows: string, ofAttempts = false): SampleFacet {
  const { value } = ROWS[facet.from];
  const source = compose(rows, facet.buckets === undefined ? sql(value) : bucketOf(facet, value));
  const pairs = db
    .prepare<SqlValue[], { id: number; value: string | number | null }>(
      ofAttempts
        ? `SELECT r.sample_id AS id, r.value FROM (${source.sql}) r ORDER BY r.sample_id`
        : `SELECT DISTINCT r.sample_id AS id, r.value FROM (${source.sql}) r JOIN sample s ON s.id = r.sample_id
           WHERE ${VISIBLE} ORDER BY r.sample_id`,
    )
    .all(...source.params);
  const counts = pairs.map((pair): Count => ({ value: pair.value, total: 0, matched: 0 }));
  const seen = [...new Map(counts.map((count) => [count.value, count])).values()];
  const positions = new Map<string | number | null, number>();
  const values = seen.flatMap((count) => {
    const [made] = facet.buckets === undefined ? openValues(facet, [count]) : bucketValues(facet, [count]);
    if (made === undefined) return [];
    positions.set(count.value, positions.size);
    return [{ value: made.value, label: made.label, term: made.term }];
  });
  const of = new Map<number, number[]>();
  for (const { id, value: own } of pairs) {
    const at = positions.get(own);
    if (at === undefined) continue;
    const held = of.get(id);
    if (held === undefined) of.set(id, [at]);
    else held.push(at);
  }
  return { values, of };
}

/** Every visible sample, with 1 where the filter matches. */
function fillScope(db: Database.Database, filter: FilterNode): void {
  db.exec(`DROP TABLE IF EXISTS temp.facet_scope;
    CREATE TEMP TABLE facet_scope (sample_id INTEGER PRIMARY KEY, matched INTEGER NOT NULL)`);
  const matched = filter.kind === 'all' ? sql('1') : compose('({}) IS TRUE', compileFilter(filter));
  db.prepare(`INSERT INTO temp.facet_scope SELECT s.id, ${matched.sql} FROM sample s WHERE ${VISIBLE}`).run(
    ...matched.params,
  );
}

type Count = { value: string | number | null; total: number; matched: number };

function countFacet(db: Database.Database, facet: Facet): FacetCounts {
  const rows = readCounts(db, facet);
  const values = facet.buckets === undefined ? openValues(facet, rows) : bucketValues(facet, rows);
  return {
    key: facet.key,
    title: facet.title,
    values: values.slice(0, MOST_VALUES),
    more: Math.max(0, values.length - MOST_VALUES),
  };
}

function openValues(facet: Facet, rows: readonly Count[]): z.infer<typeof FacetValue>[] {
  const listed = rows.flatMap((row) => {
    const value = facetValue(facet, row.value);
    return value === null ? [] : [{ ...value, count: row.matched, total: row.total }];
  });
  return listed.toSorted((a, b) => b.count - a.count || b.total - a.total || a.label.localeCompare(b.label, 'en'));
}

/** Buckets nothing falls into in the whole project are left out. */
function bucketValues(facet: Facet, rows: readonly Count[]): z.infer<typeof FacetValue>[] {
  const counts = new Map(rows.map((row) => [row.value, row]));
  const keys = [...(facet.buckets ?? []).keys(), ...(facet.none === undefined ? [] : [null])];
  return keys.flatMap((key) => {
    const count = counts.get(key);
    const value = facetValue(facet, key);
    return count === undefined || value === null ? [] : [{ ...value, count: count.matched, total: count.total }];
  });
}

/** How a value is named, shown and selected. */
export type NamedValue = { readonly value: string; readonly label: string; readonly term: string };

/** @param raw what `facetRows` tells of a sample; null answers for a value that the facet does not count */
export function facetValue(facet: Facet, raw: string | number | null): NamedValue | null {
  const { none, buckets, label = (value: string): string => value } = facet;
  if (raw === null) return none === undefined ? null : named(facet, { kind: 'none' }, none);
  if (buckets === undefined)
    return named(facet, { kind: 'text', text: String(raw), prefix: false }, label(String(raw)));
  const bucket = typeof raw === 'number' ? buckets[raw] : undefined;
  return bucket === undefined ? null : named(facet, bucket.value, bucket.label);
}

function named(facet: Facet, value: Value, label: string): NamedValue {
  const term = print({ kind: 'term', field: facet.field, at: null, path: [], values: [value] });
  const name = value.kind === 'text' ? value.text : term.slice(facet.field.length).replace(/^:/u, '');
  return { value: name, label, term };
}

/** Also the samples that the query says nothing of. */
function besideSample(select: string): string {
  return `SELECT s.id AS sample_id, {} AS value FROM sample s LEFT JOIN (${select}) g ON g.sample_id = s.id`;
}

/** Rows of `sample_id` and `value`, no pair twice; `{}` is the value. Their `a`, `s` and so on are what values name. */
const ROWS: Readonly<Record<FacetSource, { readonly value: string; readonly rows: string }>> = {
  source: {
    value: 'o.name',
    rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s JOIN source o ON o.id = s.source_id',
  },
  format: {
    value: 'o.importer_id',
    rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s JOIN source o ON o.id = s.source_id',
  },
  lang: { value: 's.lang', rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s' },
  reference: { value: 's.has_reference', rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s' },
  attempts: { value: 's.attempt_count', rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s' },
  decision: {
    value: "coalesce(d.state, 'undecided')",
    rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s LEFT JOIN decision d ON d.sample_id = s.id',
  },
  split: {
    value: 'm.split',
    rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s LEFT JOIN split_member m ON m.sample_id = s.id',
  },
  reviewed: {
    value: "CASE WHEN s.id IN (SELECT v.sample_id FROM review v WHERE v.state <> 'draft') THEN 'yes' ELSE 'no' END",
    rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s',
  },
  tag: { value: 't.name', rows: 'SELECT st.sample_id, {} AS value FROM sample_tag st JOIN tag t ON t.id = st.tag_id' },
  flag: {
    value: 'f.rule_id',
    rows: "SELECT DISTINCT f.sample_id, {} AS value FROM flag f WHERE f.state IN ('open', 'confirmed')",
  },
  tool: { value: 'k.name', rows: `SELECT k.sample_id, {} AS value FROM ${CALLED_TOOL} k` },
  outcome: { value: 'a.outcome', rows: 'SELECT DISTINCT a.sample_id, {} AS value FROM attempt a' },
  calls: { value: 'a.tool_call_count', rows: 'SELECT DISTINCT a.sample_id, {} AS value FROM attempt a' },
  steps: { value: 'a.step_count', rows: 'SELECT DISTINCT a.sample_id, {} AS value FROM attempt a' },
  length: { value: 's.prompt_chars', rows: 'SELECT s.id AS sample_id, {} AS value FROM sample s' },
  difficulty: { value: 'g.value', rows: besideSample(DIFFICULTY) },
  toolset: { value: 'g.value', rows: besideSample(toolSets(CALLED_TOOL)) },
  cluster: { value: 'g.value', rows: `SELECT g.sample_id, {} AS value FROM (${CLUSTERED}) g` },
  model: { value: 'a.model', rows: 'SELECT DISTINCT a.sample_id, {} AS value FROM attempt a' },
  reward: { value: 'a.reward', rows: 'SELECT DISTINCT a.sample_id, {} AS value FROM attempt a' },
  score: {
    value: 'c.value',
    rows: `SELECT DISTINCT c.sample_id, {} AS value FROM score c WHERE c.run_id = ${LATEST_RUN} AND c.state = 'scored'`,
  },
};

function readCounts(db: Database.Database, facet: Facet): Count[] {
  const source = facetRows(facet);
  return db
    .prepare<SqlValue[], Count>(
      `SELECT r.value, count(*) AS total, sum(v.matched) AS matched FROM (${source.sql}) r
       JOIN temp.facet_scope v ON v.sample_id = r.sample_id GROUP BY r.value`,
    )
    .all(...source.params);
}

/**
 * Rows of `sample_id` and `value`, no pair twice, of all samples, also those out of sight. A value is the number of its bucket
 * where the facet has buckets. Of the facet `tool`, `refreshCalledTools` comes first.
 */
export function facetRows(facet: Facet): Fragment {
  const { value, rows } = ROWS[facet.from];
  return compose(rows, facet.buckets === undefined ? sql(value) : bucketOf(facet, value));
}

/** The number of the bucket that a value falls into, NULL for none. */
function bucketOf(facet: Facet, column: string): Fragment {
  const cases = (facet.buckets ?? []).map((bucket, at) =>
    compose(`WHEN {} THEN ${at}`, bucketHolds(column, bucket.value)),
  );
  return compose(`CASE ${cases.map(() => '{}').join(' ')} END`, ...cases);
}

function bucketHolds(column: string, value: Value): Fragment {
  if (value.kind === 'any') return sql(`${column} <> 0`);
  if (value.kind === 'none') return sql(`${column} = 0`);
  return numberIs(column, [value]) ?? (value.kind === 'text' ? sql(`${column} = ?`, value.text) : sql('0'));
}
