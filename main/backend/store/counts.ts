import type Database from 'better-sqlite3';

/** Samples that show: not removed themselves, of a source that is not removed. `s` is the alias of `sample`. */
export const VISIBLE_SAMPLE =
  's.removed_at IS NULL AND s.source_id IN (SELECT id FROM source WHERE removed_at IS NULL)';

/** @returns how much a project holds, removed sources left out */
export function countRows(db: Database.Database): { samples: number; attempts: number; sources: number } {
  const row = db
    .prepare<[], { samples: number; attempts: number; sources: number }>(
      `SELECT count(*) AS samples, coalesce(sum(s.attempt_count), 0) AS attempts,
         (SELECT count(*) FROM source WHERE removed_at IS NULL) AS sources
       FROM sample s WHERE ${VISIBLE_SAMPLE}`,
    )
    .get();
  return row ?? { samples: 0, attempts: 0, sources: 0 };
}
