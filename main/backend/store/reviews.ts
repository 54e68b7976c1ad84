import type Database from 'better-sqlite3';
import { AttemptId, SampleId } from '../../../shared/model/ids.ts';
import type { Review, Verdict } from '../../../shared/contract/reviews.ts';

type Row = {
  id: number;
  sampleId: number;
  reviewer: string;
  state: Review['state'];
  verdict: Verdict | null;
  note: string | null;
  reason: string | null;
  createdAt: number;
  submittedAt: number | null;
};
type ScoreRow = { attemptId: number | null; itemKey: string; value: number };

const COLUMNS = `id, sample_id AS sampleId, reviewer, state, verdict, note, reason, created_at AS createdAt,
  submitted_at AS submittedAt`;

export function listReviews(db: Database.Database, sampleId: number): Review[] {
  const scores = db.prepare<[number], ScoreRow>(
    'SELECT attempt_id AS attemptId, item_key AS itemKey, value FROM review_score WHERE review_id = ? ORDER BY id',
  );
  return db
    .prepare<[number], Row>(`SELECT ${COLUMNS} FROM review WHERE sample_id = ? ORDER BY created_at, id`)
    .all(sampleId)
    .map((row) => ({
      ...row,
      sampleId: SampleId.parse(row.sampleId),
      scores: scores.all(row.id).map((score) => ({
        ...score,
        attemptId: score.attemptId === null ? null : AttemptId.parse(score.attemptId),
      })),
    }));
}

export type ReviewWrite = {
  readonly uid: string;
  readonly sampleId: number;
  readonly reviewer: string;
  readonly state: Review['state'];
  readonly verdict: Verdict | null;
  readonly note: string | null;
  readonly reason: string | null;
  readonly spentMs: number | null;
  readonly now: number;
  /** null leaves the scores as they are */
  readonly scores: readonly { attemptId: number | null; itemKey: string; value: number }[] | null;
};

/** One review a sample and reviewer: a later one replaces it; undo brings the earlier one back. @returns its id */
export function putReview(db: Database.Database, review: ReviewWrite): number {
  db.prepare(
    `INSERT INTO review (uid, sample_id, reviewer, state, verdict, reason, note, spent_ms, created_at, submitted_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (sample_id, reviewer) DO UPDATE SET state = excluded.state, verdict = excluded.verdict,
       reason = excluded.reason, note = excluded.note,
       spent_ms = coalesce(review.spent_ms, 0) + coalesce(excluded.spent_ms, 0), submitted_at = excluded.submitted_at`,
  ).run(
    review.uid,
    review.sampleId,
    review.reviewer,
    review.state,
    review.verdict,
    review.reason,
    review.note,
    review.spentMs,
    review.now,
    review.state === 'draft' ? null : review.now,
  );
  const id = db
    .prepare<[number, string], { id: number }>('SELECT id FROM review WHERE sample_id = ? AND reviewer = ?')
    .get(review.sampleId, review.reviewer)?.id;
  if (id === undefined) throw new Error('Invariant: the review was just written');
  if (review.scores !== null) {
    db.prepare('DELETE FROM review_score WHERE review_id = ?').run(id);
    const insert = db.prepare('INSERT INTO review_score (review_id, attempt_id, item_key, value) VALUES (?, ?, ?, ?)');
    for (const score of review.scores) insert.run(id, score.attemptId, score.itemKey, score.value);
  }
  return id;
}

export function hasSubmitted(db: Database.Database, sampleId: number, reviewer: string): boolean {
  return (
    db
      .prepare<[number, string], { x: number }>(
        "SELECT 1 AS x FROM review WHERE sample_id = ? AND reviewer = ? AND state <> 'draft'",
      )
      .get(sampleId, reviewer) !== undefined
  );
}

/** Sets the open flags of a sample, those that reviewing itself raised left out when told so. */
export function settleFlags(db: Database.Database, sampleId: number, state: 'confirmed' | 'dismissed'): void {
  db.prepare("UPDATE flag SET state = ? WHERE sample_id = ? AND state = 'open'").run(state, sampleId);
}

/** Raises the flag of a sample that needs work, once. */
export function raiseNeedsWork(db: Database.Database, sampleId: number, detail: string): void {
  db.prepare(
    `INSERT INTO flag (sample_id, rule_id, rule_version, severity, detail)
     SELECT @sampleId, 'needs-work', 1, 'warn', @detail WHERE NOT EXISTS
       (SELECT 1 FROM flag WHERE sample_id = @sampleId AND rule_id = 'needs-work' AND state = 'open')`,
  ).run({ sampleId, detail });
}

export function listReviewers(db: Database.Database): string[] {
  return db
    .prepare<[], { reviewer: string }>('SELECT DISTINCT reviewer FROM review ORDER BY reviewer')
    .all()
    .map((row) => row.reviewer);
}
