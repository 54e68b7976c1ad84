import type Database from 'better-sqlite3';
import { LATEST_RUN } from '../engine/query/score-conditions.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { AttemptId, GraderId, RunId, SampleId } from '../../../shared/model/ids.ts';
import type { RunRow, ScorePart, ScoreRow, ScoreState } from '../../../shared/model/score.ts';

type RunDbRow = Omit<RunRow, 'id' | 'graderId' | 'scope'> & { id: number; graderId: number; scope: string };

const RUN_COLUMNS = `r.id, r.grader_id AS graderId, g.name AS graderName, r.grader_version AS version, r.scope, r.total,
  r.scored, r.skipped, r.errored, r.mean, r.std, r.min, r.max, r.started_at AS startedAt, r.finished_at AS finishedAt,
  (SELECT count(*) FROM score sc JOIN sample s ON s.id = sc.sample_id
     WHERE sc.run_id = r.id AND sc.sample_revision <> s.revision) AS stale`;
const RUN_FROM = 'FROM score_run r JOIN grader g ON g.id = r.grader_id';

function toRun(row: RunDbRow): RunRow {
  return {
    ...row,
    id: RunId.parse(row.id),
    graderId: GraderId.parse(row.graderId),
    // Written by insertRun as JSON.
    scope: JSON.parse(row.scope) as JsonValue,
  };
}

export function insertRun(
  db: Database.Database,
  run: {
    graderId: number;
    version: number;
    engineVersion: number;
    scope: JsonValue;
    jobId: number;
    total: number;
    at: number;
  },
): number {
  const info = db
    .prepare(
      `INSERT INTO score_run (grader_id, grader_version, engine_version, scope, job_id, total, started_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(run.graderId, run.version, run.engineVersion, JSON.stringify(run.scope), run.jobId, run.total, run.at);
  return Number(info.lastInsertRowid);
}

export function getRun(db: Database.Database, id: number): RunRow | undefined {
  const row = db.prepare<[number], RunDbRow>(`SELECT ${RUN_COLUMNS} ${RUN_FROM} WHERE r.id = ?`).get(id);
  return row === undefined ? undefined : toRun(row);
}

/** Newest first; runs that have not finished are left out. */
export function listRuns(db: Database.Database, graderId: number | null): RunRow[] {
  return db
    .prepare<[{ graderId: number | null }], RunDbRow>(
      `SELECT ${RUN_COLUMNS} ${RUN_FROM} WHERE r.finished_at IS NOT NULL AND (@graderId IS NULL OR r.grader_id = @graderId)
       ORDER BY r.id DESC LIMIT 200`,
    )
    .all({ graderId })
    .map(toRun);
}

/** The run that ended last among graders in use: what "the score" of an attempt means everywhere. */
export function latestRunId(db: Database.Database): number | null {
  return db.prepare<[], { id: number | null }>(`SELECT ${LATEST_RUN} AS id`).get()?.id ?? null;
}

export function deleteRun(db: Database.Database, id: number): void {
  db.prepare('DELETE FROM score_run WHERE id = ?').run(id);
}

export type ScoreWrite = {
  readonly sampleId: number;
  readonly attemptId: number | null;
  readonly sampleRevision: number;
  readonly on: ScoreRow['on'];
  readonly part: ScorePart;
};

/** Statements that store scores; call inside a transaction. A score that is there already is left alone. */
export function createScoreWriter(db: Database.Database, runId: number): (score: ScoreWrite) => void {
  const insert = db.prepare(
    `INSERT INTO score (run_id, sample_id, attempt_id, sample_revision, graded_on, state, value, platform_value, reason,
       detail, duration_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const insertPart = db.prepare(
    'INSERT INTO score_part (score_id, run_id, key, type, state, value) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  return ({ sampleId, attemptId, sampleRevision, on, part }) => {
    const info = insert.run(
      runId,
      sampleId,
      attemptId,
      sampleRevision,
      on,
      part.state,
      part.value,
      part.platformValue,
      part.reason,
      JSON.stringify(part),
      part.durationUs === null ? null : Math.round(part.durationUs),
    );
    if (info.changes === 0) return;
    for (const child of part.parts)
      insertPart.run(info.lastInsertRowid, runId, child.key, child.type, child.state, child.value);
  };
}

/** Counts and moments of a run over its scored values; the standard deviation is that of the population. */
export function finishRun(db: Database.Database, runId: number, at: number): void {
  const counts = db
    .prepare<
      [number],
      { scored: number; skipped: number; errored: number; mean: number | null; min: number | null; max: number | null }
    >(
      `SELECT coalesce(sum(state = 'scored'), 0) AS scored, coalesce(sum(state = 'skipped'), 0) AS skipped,
         coalesce(sum(state = 'errored'), 0) AS errored, avg(value) AS mean, min(value) AS min, max(value) AS max
       FROM score WHERE run_id = ?`,
    )
    .get(runId);
  if (counts === undefined) return;
  const std = db
    .prepare<[number | null, number | null, number], { std: number | null }>(
      'SELECT sqrt(avg((value - ?) * (value - ?))) AS std FROM score WHERE run_id = ? AND value IS NOT NULL',
    )
    .get(counts.mean, counts.mean, runId);
  db.prepare(
    `UPDATE score_run SET scored = ?, skipped = ?, errored = ?, mean = ?, min = ?, max = ?, std = ?, finished_at = ?
     WHERE id = ?`,
  ).run(
    counts.scored,
    counts.skipped,
    counts.errored,
    counts.mean,
    counts.min,
    counts.max,
    std?.std ?? null,
    at,
    runId,
  );
}

type ScoreDbRow = {
  sampleId: number;
  attemptId: number | null;
  on: ScoreRow['on'];
  state: ScoreState;
  value: number | null;
  platformValue: number | null;
  reason: string | null;
  detail: string | null;
};
const SCORE_COLUMNS = `sample_id AS sampleId, attempt_id AS attemptId, graded_on AS "on", state, value,
  platform_value AS platformValue, reason, detail`;

function toScore(row: ScoreDbRow): ScoreRow {
  return {
    ...row,
    sampleId: SampleId.parse(row.sampleId),
    attemptId: row.attemptId === null ? null : AttemptId.parse(row.attemptId),
    // Written by createScoreWriter from this very type.
    detail: row.detail === null ? null : (JSON.parse(row.detail) as ScorePart),
  };
}

export function scoresOfSample(db: Database.Database, runId: number, sampleId: number): ScoreRow[] {
  return db
    .prepare<[number, number], ScoreDbRow>(
      `SELECT ${SCORE_COLUMNS} FROM score WHERE run_id = ? AND sample_id = ? ORDER BY attempt_id`,
    )
    .all(runId, sampleId)
    .map(toScore);
}

export function isStale(db: Database.Database, runId: number, sampleId: number): boolean {
  return (
    db
      .prepare<[number, number], { x: number }>(
        `SELECT 1 AS x FROM score sc JOIN sample s ON s.id = sc.sample_id
         WHERE sc.run_id = ? AND sc.sample_id = ? AND sc.sample_revision <> s.revision LIMIT 1`,
      )
      .get(runId, sampleId) !== undefined
  );
}

export function pageScores(db: Database.Database, runId: number, after: number, limit: number): ScoreRow[] {
  return db
    .prepare<[number, number, number], ScoreDbRow>(
      `SELECT ${SCORE_COLUMNS} FROM score WHERE run_id = ? ORDER BY sample_id, attempt_id LIMIT ? OFFSET ?`,
    )
    .all(runId, limit, after)
    .map(toScore);
}

/** Samples of the run that have their scores already, for a resumed job. */
export function scoredSamples(db: Database.Database, runId: number): Set<number> {
  const rows = db
    .prepare<[number], { id: number }>('SELECT DISTINCT sample_id AS id FROM score WHERE run_id = ?')
    .all(runId);
  return new Set(rows.map((row) => row.id));
}
