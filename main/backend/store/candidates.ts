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

/** What sampling goes by. */
export type PoolRow = {
  id: number;
  uid: string;
  state: 'include' | 'exclude' | 'undecided';
  reason: string | null;
  isReviewed: 0 | 1;
  /** No open or confirmed flag. */
  isClean: 0 | 1;
};

/** Samples that match, by id. */
export function poolRows(db: Database.Database, where: Fragment): PoolRow[] {
  return db
    .prepare<unknown[], PoolRow>(
      `SELECT s.id, s.uid, coalesce(d.state, 'undecided') AS state, d.reason,
         EXISTS (SELECT 1 FROM review r WHERE r.sample_id = s.id AND r.state <> 'draft') AS isReviewed,
         NOT EXISTS (SELECT 1 FROM flag f WHERE f.sample_id = s.id AND f.state IN ('open', 'confirmed')) AS isClean
       FROM sample s LEFT JOIN decision d ON d.sample_id = s.id WHERE ${where.sql} ORDER BY s.id`,
    )
    .all(...where.params);
}

/** Samples in sight of the sources. */
export function idsInSources(db: Database.Database, sourceIds: readonly number[]): number[] {
  return db
    .prepare<[string], number>(
      'SELECT s.id FROM sample s WHERE s.source_id IN (SELECT value FROM json_each(?)) AND s.removed_at IS NULL',
    )
    .pluck()
    .all(JSON.stringify(sourceIds));
}
