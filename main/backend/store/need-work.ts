import type Database from 'better-sqlite3';
import type { SampleTarget } from '../../../shared/contract/target.ts';
import { setTargetDecisions } from './decisions.ts';
import { TARGET, withTarget } from './targets.ts';

const IS_OPEN = "f.sample_id = t.sample_id AND f.rule_id = 'needs-work' AND f.state = 'open'";

/**
 * Leaves samples undecided and raises the flag `needs-work` on each that has no open one; a note given anew replaces the
 * note of an open flag.
 *
 * @param by who says so, and when (epoch ms)
 * @returns the number of samples whose decision or flag changed
 * @throws {AppError} as `withTarget`
 */
export function setNeedWork(
  db: Database.Database,
  write: { readonly target: SampleTarget; readonly note?: string | undefined },
  by: { readonly reviewer: string; readonly now: number },
): number {
  const detail = JSON.stringify({ note: write.note ?? '', by: by.reviewer });
  const note = write.note ?? null;
  return withTarget(db, write.target, () => {
    const changed = countToChange(db, note);
    setTargetDecisions(db, { state: 'undecided' }, by);
    if (note !== null)
      db.prepare(
        `UPDATE flag SET detail = ? WHERE rule_id = 'needs-work' AND state = 'open'
           AND sample_id IN (SELECT sample_id FROM ${TARGET}) AND detail ->> '$.note' IS NOT ?`,
      ).run(detail, note);
    db.prepare(
      `INSERT INTO flag (sample_id, rule_id, rule_version, severity, detail)
       SELECT t.sample_id, 'needs-work', 1, 'warn', ? FROM ${TARGET} t WHERE NOT EXISTS (SELECT 1 FROM flag f WHERE ${IS_OPEN})`,
    ).run(detail);
    return changed;
  });
}

function countToChange(db: Database.Database, note: string | null): number {
  const row = db
    .prepare<{ note: string | null }, { n: number }>(
      `SELECT count(*) AS n FROM ${TARGET} t WHERE NOT EXISTS (SELECT 1 FROM flag f WHERE ${IS_OPEN})
         OR EXISTS (SELECT 1 FROM decision d WHERE d.sample_id = t.sample_id AND d.state <> 'undecided')
         OR (@note IS NOT NULL AND EXISTS (SELECT 1 FROM flag f WHERE ${IS_OPEN} AND f.detail ->> '$.note' IS NOT @note))`,
    )
    .get({ note });
  return row?.n ?? 0;
}
