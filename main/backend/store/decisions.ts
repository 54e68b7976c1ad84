import type Database from 'better-sqlite3';
import type { SampleTarget } from '../../../shared/contract/target.ts';
import type { Decision } from '../../../shared/model/sample.ts';
import { TARGET, withTarget } from './targets.ts';

export type DecisionWrite = {
  readonly target: SampleTarget;
  readonly state: Decision;
  /** Absent: a changed decision loses its reason, an unchanged one keeps it. */
  readonly reason?: string | undefined;
  /** Absent: the note stays. */
  readonly note?: string | undefined;
};

/**
 * Decides about any number of samples in one statement. Rows that stay the same are not touched, so undo has nothing to
 * bring back for them.
 *
 * @param by who decides, and when (epoch ms)
 * @returns the number of samples whose decision, reason or note changed
 * @throws {AppError} as `withTarget`
 */
export function setDecisions(
  db: Database.Database,
  write: DecisionWrite,
  by: { readonly reviewer: string | null; readonly now: number },
): number {
  return withTarget(db, write.target, () => setTargetDecisions(db, write, by));
}

/** As `setDecisions`, over what `TARGET` holds: for commands that do more with it than decide. */
export function setTargetDecisions(
  db: Database.Database,
  write: Omit<DecisionWrite, 'target'>,
  by: { readonly reviewer: string | null; readonly now: number },
): number {
  const reason = write.reason ?? null;
  const note = write.note ?? null;
  return db
    .prepare(
      `INSERT INTO decision (sample_id, state, reason, note, decided_at, reviewer)
       SELECT t.sample_id, @state, @reason, @note, @now, @reviewer FROM ${TARGET} t
       WHERE @state <> 'undecided' OR @reason IS NOT NULL OR @note IS NOT NULL
         OR EXISTS (SELECT 1 FROM decision d WHERE d.sample_id = t.sample_id)
       ON CONFLICT (sample_id) DO UPDATE SET
         reason = CASE WHEN excluded.reason IS NULL AND state = excluded.state THEN reason ELSE excluded.reason END,
         note = coalesce(excluded.note, note),
         state = excluded.state, decided_at = excluded.decided_at, reviewer = excluded.reviewer
       WHERE state <> excluded.state
         OR (excluded.reason IS NOT NULL AND reason IS NOT excluded.reason)
         OR (excluded.note IS NOT NULL AND note IS NOT excluded.note)`,
    )
    .run({ state: write.state, reason, note, now: by.now, reviewer: by.reviewer }).changes;
}
