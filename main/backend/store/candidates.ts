import type Database from 'better-sqlite3';
import type { Fragment } from '../engine/query/fragment.ts';

export type CandidateRow = { id: number; uid: string; preference: number };

/** Samples that match, with how gladly each is taken: a submitted review counts 2, no open flag 1. */
export function candidateRows(db: Database.Database, where: Fragment): CandidateRow[] {
  return db
    .prepare<unknown[], CandidateRow>(
      `SELECT s.id, s.uid,
         2 * EXISTS (SELECT 1 FROM review r WHERE r.sample_id = s.id AND r.state <> 'draft')
         + NOT EXISTS (SELECT 1 FROM flag f WHERE f.sample_id = s.id AND f.state = 'open') AS preference
       FROM sample s WHERE ${where.sql} ORDER BY s.id`,
    )
    .all(...where.params);
}
