import type Database from 'better-sqlite3';
import type { Sort } from '../../../shared/contract/target.ts';
import { SampleId, ViewId } from '../../../shared/model/ids.ts';
import type { SampleRow } from '../../../shared/model/sample.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { compileText } from '../engine/query/filter.ts';
import { compileSort } from '../engine/query/sort.ts';
import { sampleRows } from './sample-rows.ts';

/** Views a session keeps; the one unused for longest goes first. */
const MOST_VIEWS = 20;

type ViewEntry = { id: number; session: string; filter: string; sort: string; total: number };

/**
 * Freezes the order of the samples that match in a temp table, so that pages, ranges and next or previous are positions.
 * It works on a read-only connection too, since temp tables are no part of the file.
 *
 * @returns the view's name, and how many samples it has
 * @throws {AppError} `invalid_input` with the problem as details, for a text that is no filter
 */
export function openView(
  db: Database.Database,
  sessionId: string,
  filter: string,
  sort: Sort,
): { readonly viewId: ViewId; readonly total: number } {
  const where = compileText(filter);
  const order = compileSort(sort);
  return db.transaction(() => {
    createList(db);
    const { lastInsertRowid } = db
      .prepare(
        'INSERT INTO temp.view_list (session, filter, sort, used) SELECT ?, ?, ?, coalesce(max(used), 0) + 1 FROM temp.view_list',
      )
      .run(sessionId, filter, JSON.stringify(sort));
    const table = tableOf(Number(lastInsertRowid));
    // Rows get their numbers as they come, so the position is the row id less one.
    db.exec(`CREATE TEMP TABLE ${table} (row INTEGER PRIMARY KEY, sample_id INTEGER NOT NULL)`);
    const total = db
      .prepare(
        `INSERT INTO temp.${table} (sample_id) SELECT s.id FROM sample s ${order.from} WHERE ${where.sql} ORDER BY ${order.orderBy}`,
      )
      .run(...where.params).changes;
    db.prepare('UPDATE temp.view_list SET total = ? WHERE id = ?').run(total, lastInsertRowid);
    dropOldest(db, sessionId);
    return { viewId: ViewId.parse(`v${lastInsertRowid}`), total };
  })();
}

/**
 * @param from first position, counted from 0
 * @param to position behind the last one; beyond the end is fine
 * @returns ids at these positions, in order
 * @throws {AppError} `not_found` for a view that is no longer kept
 */
export function viewIds(db: Database.Database, viewId: ViewId, from: number, to: number): SampleId[] {
  const view = findView(db, viewId);
  return db
    .prepare<[number, number], { id: number }>(
      `SELECT sample_id AS id FROM temp.${tableOf(view.id)} WHERE row > ? AND row <= ? ORDER BY row`,
    )
    .all(from, to)
    .map((row) => SampleId.parse(row.id));
}

/**
 * Rows of a view as they stand now, in the view's order. Samples that no longer match keep their place; one that was
 * deleted from the file since has no row.
 *
 * @throws {AppError} `not_found` for a view that is no longer kept
 */
export function viewRows(db: Database.Database, viewId: ViewId, from: number, to: number): SampleRow[] {
  return sampleRows(db, viewIds(db, viewId, from, to));
}

/**
 * @returns the sample's position in the view, counted from 0; null when it is not in it
 * @throws {AppError} `not_found` for a view that is no longer kept
 */
export function viewPosition(db: Database.Database, viewId: ViewId, sampleId: number): number | null {
  const view = findView(db, viewId);
  const row = db
    .prepare<[number], { row: number }>(`SELECT row FROM temp.${tableOf(view.id)} WHERE sample_id = ?`)
    .get(sampleId);
  return row === undefined ? null : row.row - 1;
}

/**
 * @returns how the view differs from what its filter gives now: samples that are gone from it, and samples it lacks
 * @throws {AppError} `not_found` for a view that is no longer kept
 */
export function viewDrift(db: Database.Database, viewId: ViewId): { readonly gone: number; readonly added: number } {
  const view = findView(db, viewId);
  const where = compileText(view.filter);
  const row = db
    .prepare<unknown[], { total: number; kept: number }>(
      `SELECT count(*) AS total, coalesce(sum(s.id IN (SELECT sample_id FROM temp.${tableOf(view.id)})), 0) AS kept
       FROM sample s WHERE ${where.sql}`,
    )
    .get(...where.params);
  const kept = row?.kept ?? 0;
  return { gone: view.total - kept, added: (row?.total ?? 0) - kept };
}

/** Forgets every view of a session, as when it disconnects. */
export function dropSessionViews(db: Database.Database, sessionId: string): void {
  db.transaction(() => {
    createList(db);
    for (const view of listViews(db, sessionId)) dropView(db, view.id);
  })();
}

/**
 * @returns the temp table of a view for other statements: `row` (position + 1) and `sample_id`
 * @throws {AppError} `not_found` for a view that is no longer kept
 */
export function viewTable(db: Database.Database, viewId: ViewId): string {
  return `temp.${tableOf(findView(db, viewId).id)}`;
}

function createList(db: Database.Database): void {
  // AUTOINCREMENT: the number of a dropped view must not come back as another one.
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS view_list (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, filter TEXT NOT NULL, sort TEXT NOT NULL,
    total INTEGER NOT NULL DEFAULT 0, used INTEGER NOT NULL)`);
}

function tableOf(id: number): string {
  return `view_${id}`;
}

function findView(db: Database.Database, viewId: ViewId): ViewEntry {
  const id = /^v(\d{1,15})$/u.exec(viewId)?.[1];
  createList(db);
  const view =
    id === undefined
      ? undefined
      : db
          .prepare<[number], ViewEntry>('SELECT id, session, filter, sort, total FROM temp.view_list WHERE id = ?')
          .get(Number(id));
  if (view === undefined) throw new AppError('not_found', 'This list of samples is no longer kept. Open it again.');
  db.prepare('UPDATE temp.view_list SET used = (SELECT max(used) + 1 FROM temp.view_list) WHERE id = ?').run(view.id);
  return view;
}

function listViews(db: Database.Database, sessionId: string): { id: number }[] {
  return db
    .prepare<[string], { id: number }>('SELECT id FROM temp.view_list WHERE session = ? ORDER BY used DESC')
    .all(sessionId);
}

function dropOldest(db: Database.Database, sessionId: string): void {
  for (const view of listViews(db, sessionId).slice(MOST_VIEWS)) dropView(db, view.id);
}

function dropView(db: Database.Database, id: number): void {
  db.exec(`DROP TABLE temp.${tableOf(id)}`);
  db.prepare('DELETE FROM temp.view_list WHERE id = ?').run(id);
}
