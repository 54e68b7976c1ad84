import type Database from 'better-sqlite3';
import { JobId } from '../../../shared/model/ids.ts';
import type { JobRow, JobState } from '../../../shared/model/job.ts';
import type { JsonValue } from '../../../shared/model/json.ts';

type Row = {
  id: number;
  kind: string;
  subject: string;
  params: string;
  state: JobState;
  stage: string | null;
  done: number;
  total: number | null;
  failed: number;
  checkpoint: string | null;
  error: string | null;
  result: string | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
};

/** A job as the runner needs it: its row with parameters and checkpoint. */
export type StoredJob = { readonly row: JobRow; readonly params: JsonValue; readonly checkpoint: JsonValue | null };

const COLUMNS = `id, kind, subject, params, state, stage, done, total, failed, checkpoint, error, result,
  created_at AS createdAt, started_at AS startedAt, finished_at AS finishedAt`;

function parse(text: string | null): JsonValue | null {
  // Written by this module as JSON.
  return text === null ? null : (JSON.parse(text) as JsonValue);
}

function toModel(row: Row, isResumable: (kind: string) => boolean): StoredJob {
  const { params, checkpoint, error, result, ...rest } = row;
  return {
    params: parse(params) ?? {},
    checkpoint: parse(checkpoint),
    row: {
      ...rest,
      id: JobId.parse(row.id),
      resumable: row.state === 'interrupted' && isResumable(row.kind),
      // Written by setJobState below.
      error: error === null ? null : (JSON.parse(error) as { code: string; message: string }),
      result: parse(result),
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;

/** Rows of the `job` table. A row exists before any work. */
export function createJobStore(db: Database.Database, isResumable: (kind: string) => boolean) {
  const byId = db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM job WHERE id = ?`);
  const list = db.prepare<[], Row>(`SELECT ${COLUMNS} FROM job WHERE dismissed = 0 ORDER BY id DESC LIMIT 200`);
  const insert = (): Database.Statement =>
    db.prepare("INSERT INTO job (kind, subject, params, state, created_at) VALUES (?, ?, ?, 'queued', ?)");
  return {
    get: (id: number): StoredJob | undefined => {
      const row = byId.get(id);
      return row === undefined ? undefined : toModel(row, isResumable);
    },
    list: (): StoredJob[] => list.all().map((row) => toModel(row, isResumable)),
    insert: (kind: string, subject: string, params: JsonValue, now: number): number =>
      Number(insert().run(kind, subject, JSON.stringify(params), now).lastInsertRowid),
    setState(id: number, state: JobState, at: { startedAt?: number; finishedAt?: number | null }): void {
      db.prepare('UPDATE job SET state = ?, started_at = coalesce(?, started_at), finished_at = ? WHERE id = ?').run(
        state,
        at.startedAt ?? null,
        at.finishedAt ?? null,
        id,
      );
    },
    setOutcome(id: number, error: { code: string; message: string } | null, result: JsonValue | null): void {
      db.prepare('UPDATE job SET error = ?, result = ? WHERE id = ?').run(
        error === null ? null : JSON.stringify(error),
        result === null ? null : JSON.stringify(result),
        id,
      );
    },
    setProgress(id: number, progress: { stage: string; done: number; total: number | null; failed: number }): void {
      db.prepare('UPDATE job SET stage = ?, done = ?, total = ?, failed = ? WHERE id = ?').run(
        progress.stage,
        progress.done,
        progress.total,
        progress.failed,
        id,
      );
    },
    setCheckpoint(id: number, checkpoint: JsonValue): void {
      db.prepare('UPDATE job SET checkpoint = ? WHERE id = ?').run(JSON.stringify(checkpoint), id);
    },
    /** Rows a crash left behind. */
    interruptRunning(now: number): number {
      return db
        .prepare("UPDATE job SET state = 'interrupted', finished_at = ? WHERE state IN ('running', 'queued')")
        .run(now).changes;
    },
    dismissEnded(): void {
      db.prepare("UPDATE job SET dismissed = 1 WHERE state IN ('succeeded', 'failed', 'cancelled')").run();
    },
  };
}
