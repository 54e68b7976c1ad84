import type Database from 'better-sqlite3';
import type { z } from 'zod';
import type { FilterProblem } from '../../../shared/contract/samples.ts';
import { completionPoint, fieldCompletions, fixedValues, type Completion } from '../../../shared/query/complete.ts';
import { relaxations } from '../../../shared/query/edit.ts';
import type { FieldName } from '../../../shared/query/fields.ts';
import { quote } from '../../../shared/query/lex.ts';
import { parse } from '../../../shared/query/parse.ts';
import { CALLED_NAMES } from '../engine/query/conditions.ts';
import { CLUSTERED, TOOL_SETS } from '../engine/query/derived.ts';
import { compileText } from '../engine/query/filter.ts';
import { listFields } from './fields.ts';

/**
 * @returns how many samples match
 * @throws {AppError} `invalid_input` with the problem as details, for a text that is no filter
 */
export function countMatching(db: Database.Database, filter: string): number {
  const where = compileText(filter);
  const row = db
    .prepare<unknown[], { n: number }>(`SELECT count(*) AS n FROM sample s WHERE ${where.sql}`)
    .get(...where.params);
  return row?.n ?? 0;
}

/** @returns the filter's problem, or what it matches */
export function checkFilter(
  db: Database.Database,
  filter: string,
): { readonly problem: z.infer<typeof FilterProblem> | null; readonly total: number | null } {
  const { problem } = parse(filter);
  return problem === null ? { problem: null, total: countMatching(db, filter) } : { problem, total: null };
}

/** Each costs a count. */
const MOST_RELAXATIONS = 12;

/**
 * @returns filters that match something, each without one of the conditions of one that matches nothing; those that
 *   bring the fewest samples, so the nearest ones, first
 */
export function relaxFilter(
  db: Database.Database,
  filter: string,
): { readonly filter: string; readonly without: string; readonly total: number }[] {
  return relaxations(filter)
    .slice(0, MOST_RELAXATIONS)
    .map((change) => ({ ...change, total: countMatching(db, change.filter) }))
    .filter((change) => change.total > 0)
    .toSorted((a, b) => a.total - b.total);
}

/** Values shown at a time; more letters narrow them down. */
const MOST_COMPLETIONS = 50;

/** @returns what can stand at an offset of a filter, and the part of the text it would replace */
export function completeFilter(
  db: Database.Database,
  filter: string,
  offset: number,
): { readonly from: number; readonly to: number; readonly items: readonly Completion[] } {
  const point = completionPoint(filter, offset);
  if (point === null) return { from: offset, to: offset, items: [] };
  const { from, to, prefix } = point;
  if (point.kind === 'value') {
    const known = valuesOf(db, point.field.name, prefix).map((value) => ({
      text: asValue(value.text),
      label: value.text,
      detail: value.count === null ? '' : String(value.count),
    }));
    return { from, to, items: [...known, ...fixedValues(point.field, prefix)].slice(0, MOST_COMPLETIONS) };
  }
  const path = /^(?:reference|item)\.(.*)$/iu.exec(prefix)?.[1];
  if (path === undefined) return { from, to, items: fieldCompletions(prefix) };
  const wanted = `item.${path.toLowerCase()}`;
  const known = listFields(db, null).filter(
    (info) => isReference(info.path) && info.path.toLowerCase().startsWith(wanted),
  );
  const items = known.map((info) => {
    const name = info.path.replace(/^item/u, 'reference');
    return { text: `${name}:`, label: name, detail: info.example ?? '' };
  });
  return { from, to, items: items.slice(0, MOST_COMPLETIONS) };
}

function isReference(path: string): boolean {
  return path.startsWith('item.') && path !== 'item.messages' && path !== 'item.tools';
}

type KnownValue = { readonly text: string; readonly count: number | null };

/** Queries of the values a project has for a field: `text`, and `count` where it is cheap. `?` is a LIKE pattern. */
const VALUES: Readonly<Partial<Record<FieldName, string>>> = {
  source: 'SELECT DISTINCT o.name AS text, NULL AS count FROM source o WHERE o.removed_at IS NULL AND o.name LIKE ?',
  format:
    'SELECT DISTINCT o.importer_id AS text, NULL AS count FROM source o WHERE o.removed_at IS NULL AND o.importer_id LIKE ?',
  lang: 'SELECT s.lang AS text, count(*) AS count FROM sample s WHERE s.lang LIKE ? GROUP BY s.lang ORDER BY count(*) DESC, 1',
  tag: 'SELECT t.name AS text, (SELECT count(*) FROM sample_tag st WHERE st.tag_id = t.id) AS count FROM tag t WHERE t.name LIKE ? ORDER BY t.name',
  model:
    'SELECT a.model AS text, count(*) AS count FROM attempt a WHERE a.model LIKE ? GROUP BY a.model ORDER BY count(*) DESC, 1',
  tool: `SELECT n.name AS text, NULL AS count FROM (${CALLED_NAMES}) n WHERE n.name LIKE ?`,
  offered: `SELECT DISTINCT j.value ->> 'name' AS text, NULL AS count
    FROM (SELECT DISTINCT tools FROM sample_body) k, json_each(k.tools) j WHERE j.value ->> 'name' LIKE ? ORDER BY 1`,
  cluster: `SELECT c.value AS text, count(*) AS count FROM (${CLUSTERED}) c WHERE c.value LIKE ? GROUP BY c.value ORDER BY count(*) DESC, 1`,
  toolset: `SELECT c.value AS text, count(*) AS count FROM (${TOOL_SETS}) c WHERE c.value LIKE ? GROUP BY c.value ORDER BY count(*) DESC, 1`,
  reviewer:
    "SELECT v.reviewer AS text, count(*) AS count FROM review v WHERE v.state <> 'draft' AND v.reviewer LIKE ? GROUP BY v.reviewer",
  reason:
    'SELECT d.reason AS text, count(*) AS count FROM decision d WHERE d.reason LIKE ? GROUP BY d.reason ORDER BY count(*) DESC, 1',
  why: 'SELECT c.reason AS text, count(*) AS count FROM score c WHERE c.reason LIKE ? GROUP BY c.reason ORDER BY count(*) DESC, 1',
};

function valuesOf(db: Database.Database, field: FieldName, prefix: string): KnownValue[] {
  const query = VALUES[field];
  if (query === undefined) return [];
  const pattern = `${prefix.replaceAll(/[\\%_]/gu, '\\$&')}%`;
  const escaped = query.replaceAll('LIKE ?', String.raw`LIKE ? ESCAPE '\'`);
  return db.prepare<[string, number], KnownValue>(`${escaped} LIMIT ?`).all(pattern, MOST_COMPLETIONS);
}

function asValue(text: string): string {
  return /^[^\s()",*<>=\\-][^\s()",*\\]*$/u.test(text) && !/^(?:none|any)$/iu.test(text) ? text : quote(text);
}
