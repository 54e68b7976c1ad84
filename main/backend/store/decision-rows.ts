import type Database from 'better-sqlite3';

/** Sets single decisions by id; bulk commands over targets are in decisions.ts. */
export function setDecision(
  db: Database.Database,
  decision: {
    sampleId: number;
    state: 'undecided' | 'include' | 'exclude';
    reason: string | null;
    at: number;
    reviewer: string;
  },
): void {
  db.prepare(
    `INSERT INTO decision (sample_id, state, reason, decided_at, reviewer) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (sample_id) DO UPDATE SET state = excluded.state, reason = excluded.reason,
       decided_at = excluded.decided_at, reviewer = excluded.reviewer`,
  ).run(decision.sampleId, decision.state, decision.reason, decision.at, decision.reviewer);
}

export function excludeSamples(
  db: Database.Database,
  ids: readonly number[],
  reason: string,
  at: number,
  reviewer: string,
): void {
  for (const sampleId of ids) setDecision(db, { sampleId, state: 'exclude', reason, at, reviewer });
}
