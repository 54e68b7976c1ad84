import type Database from 'better-sqlite3';
import type { SampleTarget } from '../../../shared/contract/target.ts';
import { SampleId, sampleRef } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { VISIBLE } from '../engine/query/compile.ts';
import { compileText } from '../engine/query/filter.ts';
import type { Fragment, SqlValue } from '../engine/query/fragment.ts';
import { viewTable } from './views.ts';

/** Holds the samples of the command that is running: `sample_id`. Filled by `withTarget`. */
export const TARGET = 'temp.target_sample';

/**
 * Puts the samples a command means into the temp table `TARGET` while `use` runs, so that bulk writes are single
 * statements whatever their number. Must not be nested.
 *
 * @param use gets the number of samples; its answer is given back
 * @throws {AppError} `not_found` for an id without a visible sample or a view that is no longer kept, `invalid_input` for
 *   a text that is no filter
 */
export function withTarget<T>(db: Database.Database, target: SampleTarget, use: (count: number) => T): T {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS target_sample (sample_id INTEGER PRIMARY KEY); DELETE FROM ${TARGET}`);
  try {
    return use(fill(db, target));
  } finally {
    db.exec(`DELETE FROM ${TARGET}`);
  }
}

/** @returns the ids a command means, in order of their numbers; throws as `withTarget` does */
export function targetIds(db: Database.Database, target: SampleTarget): SampleId[] {
  return withTarget(db, target, () =>
    db
      .prepare<[], { id: number }>(`SELECT sample_id AS id FROM ${TARGET} ORDER BY sample_id`)
      .all()
      .map((row) => SampleId.parse(row.id)),
  );
}

function fill(db: Database.Database, target: SampleTarget): number {
  switch (target.by) {
    case 'ids':
      return fillFromIds(db, target.ids);
    case 'view': {
      const insert = db.prepare<[number, number]>(
        `INSERT OR IGNORE INTO ${TARGET} (sample_id) SELECT s.id FROM ${viewTable(db, target.viewId)} v JOIN sample s ON s.id = v.sample_id
         WHERE v.row > ? AND v.row <= ? AND ${VISIBLE}`,
      );
      return target.ranges.reduce((count, [from, to]) => count + insert.run(from, to).changes, 0);
    }
    case 'filter': {
      const where = compileText(target.filter);
      return db
        .prepare(`INSERT INTO ${TARGET} (sample_id) SELECT s.id FROM sample s WHERE ${where.sql}`)
        .run(...where.params).changes;
    }
  }
}

function fillFromIds(db: Database.Database, ids: readonly number[]): number {
  const list = JSON.stringify(ids);
  const count = db
    .prepare(
      `INSERT OR IGNORE INTO ${TARGET} (sample_id)
       SELECT s.id FROM json_each(?) j CROSS JOIN sample s ON s.id = j.value WHERE ${VISIBLE}`,
    )
    .run(list).changes;
  const missing = db
    .prepare<[string], { id: number }>(
      `SELECT j.value AS id FROM json_each(?) j WHERE j.value NOT IN (SELECT sample_id FROM ${TARGET}) LIMIT 1`,
    )
    .get(list);
  if (missing !== undefined)
    throw new AppError('not_found', `There is no sample ${sampleRef(missing.id)} in this project.`);
  return count;
}

/**
 * @returns ids of the samples that match, in order of their numbers
 * @throws {AppError} `invalid_input` for a text that is no filter
 */
export function filterIds(db: Database.Database, filter: string): SampleId[] {
  const where = compileText(filter);
  return db
    .prepare<SqlValue[], { id: number }>(`SELECT s.id FROM sample s WHERE ${where.sql} ORDER BY s.id`)
    .all(...where.params)
    .map((row) => SampleId.parse(row.id));
}

/**
 * @returns how many attempts the matching samples have; a sample without attempts counts as one, since it is graded once
 * @throws {AppError} `invalid_input` for a text that is no filter
 */
export function countAttempts(db: Database.Database, filter: string): number {
  const where = compileText(filter);
  const row = db
    .prepare<SqlValue[], { n: number }>(
      `SELECT coalesce(sum(max(s.attempt_count, 1)), 0) AS n FROM sample s WHERE ${where.sql}`,
    )
    .get(...where.params);
  return row?.n ?? 0;
}

/**
 * @returns the condition over `sample s` that a filter means, for other statements
 * @throws {AppError} `invalid_input` for a text that is no filter
 */
export function filterPart(_db: Database.Database, filter: string): Fragment {
  return compileText(filter);
}
