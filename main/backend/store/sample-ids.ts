import type Database from 'better-sqlite3';
import { VISIBLE_SAMPLE } from './counts.ts';

/** Ids of visible samples above `after`, in order: the way to walk all of them in batches. */
export function visibleAfter(db: Database.Database, after: number, limit: number): number[] {
  return db
    .prepare<[number, number], { id: number }>(
      `SELECT s.id FROM sample s WHERE s.id > ? AND ${VISIBLE_SAMPLE} ORDER BY s.id LIMIT ?`,
    )
    .all(after, limit)
    .map((row) => row.id);
}

export function countVisible(db: Database.Database): number {
  return db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM sample s WHERE ${VISIBLE_SAMPLE}`).get()?.n ?? 0;
}
