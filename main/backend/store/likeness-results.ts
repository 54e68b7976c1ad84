import type Database from 'better-sqlite3';
import { Likeness } from '../../../shared/model/likeness.ts';

type StoredLikeness = { readonly fingerprint: string; readonly measuredAt: number; readonly result: Likeness };

/** The last result of a comparison; null when there is none, or one of another version of the program. */
export function readLikeness(db: Database.Database, comparison: string): StoredLikeness | null {
  const row = db
    .prepare<[string], { fingerprint: string; measuredAt: number; result: string }>(
      'SELECT fingerprint, measured_at AS measuredAt, result FROM likeness_result WHERE comparison = ?',
    )
    .get(comparison);
  if (row === undefined) return null;
  const result = Likeness.safeParse(JSON.parse(row.result));
  return result.success ? { ...row, result: result.data } : null;
}

/** Other comparisons that are kept; people try filters, and each result is some 50 KB. */
const MOST_KEPT = 20;

export function saveLikeness(db: Database.Database, comparison: string, stored: StoredLikeness): void {
  db.prepare(
    `INSERT INTO likeness_result (comparison, fingerprint, measured_at, result) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, measured_at = excluded.measured_at, result = excluded.result`,
  ).run(comparison, stored.fingerprint, stored.measuredAt, JSON.stringify(stored.result));
  db.prepare(
    `DELETE FROM likeness_result WHERE comparison NOT IN
       (SELECT comparison FROM likeness_result ORDER BY measured_at DESC LIMIT ?)`,
  ).run(MOST_KEPT);
}
