import type Database from 'better-sqlite3';
import { AttemptId, SampleId } from '../../../shared/model/ids.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import { LATEST_RUN } from '../engine/query/score-conditions.ts';
import type { AttemptDetail, AttemptSummary, Flag, Outcome } from '../../../shared/model/sample.ts';

export type SampleBody = {
  readonly id: number;
  readonly uid: string;
  readonly title: string;
  readonly revision: number;
  readonly taskKey: string | null;
  readonly sourceRef: string | null;
  readonly prompt: Message[];
  readonly tools: ToolDef[];
  readonly reference: JsonObject;
  readonly extras: JsonValue | null;
};

type BodyRow = {
  id: number;
  uid: string;
  title: string;
  revision: number;
  taskKey: string | null;
  sourceRef: string | null;
  prompt: string;
  tools: string;
  reference: string;
  extras: string | null;
};

/** @returns a sample's content, undefined when there is none of that id */
export function getSampleBody(db: Database.Database, id: number): SampleBody | undefined {
  const row = db
    .prepare<[number], BodyRow>(
      `SELECT s.id, s.uid, s.title, s.revision, s.task_key AS taskKey, s.source_ref AS sourceRef,
         b.prompt, b.tools, b.reference, b.extras
       FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE s.id = ?`,
    )
    .get(id);
  if (row === undefined) return undefined;
  // The four texts are written by the importing and editing services from these very types.
  return {
    ...row,
    prompt: JSON.parse(row.prompt) as Message[],
    tools: JSON.parse(row.tools) as ToolDef[],
    reference: JSON.parse(row.reference) as JsonObject,
    extras: row.extras === null ? null : (JSON.parse(row.extras) as JsonValue),
  };
}

type AttemptRow = {
  id: number;
  uid: string;
  sampleId: number;
  idx: number;
  model: string | null;
  outcome: Outcome;
  reward: number | null;
  steps: number;
  calls: number;
  toolErrors: number;
  maxParallel: number;
  latencyMs: number | null;
  tokens: number | null;
  startedAt: number | null;
  score: number | null;
};

const ATTEMPT_COLUMNS = `a.id, a.uid, a.sample_id AS sampleId, a.idx, a.model, a.outcome, a.reward, a.step_count AS steps,
  a.tool_call_count AS calls, a.tool_error_count AS toolErrors, a.max_parallel AS maxParallel, a.latency_ms AS latencyMs,
  a.token_count AS tokens, a.started_at AS startedAt,
  (SELECT sc.value FROM score sc WHERE sc.sample_id = a.sample_id AND sc.attempt_id = a.id
     AND sc.run_id = ${LATEST_RUN}) AS score`;

function toSummary(row: AttemptRow): AttemptSummary {
  const { sampleId: _sampleId, ...rest } = row;
  return { ...rest, id: AttemptId.parse(row.id) };
}

export function listAttempts(db: Database.Database, sampleId: number): AttemptSummary[] {
  return db
    .prepare<[number], AttemptRow>(`SELECT ${ATTEMPT_COLUMNS} FROM attempt a WHERE a.sample_id = ? ORDER BY a.idx`)
    .all(sampleId)
    .map(toSummary);
}

export function getAttempt(db: Database.Database, id: number): AttemptDetail | undefined {
  const row = db
    .prepare<[number], AttemptRow & { body: string; extras: string | null }>(
      `SELECT ${ATTEMPT_COLUMNS}, a.body, a.extras FROM attempt a WHERE a.id = ?`,
    )
    .get(id);
  if (row === undefined) return undefined;
  const { body, extras, ...summary } = row;
  return {
    summary: toSummary(summary),
    sampleId: SampleId.parse(row.sampleId),
    // Written by prepareAttempt from these very types.
    messages: JSON.parse(body) as Message[],
    extras: extras === null ? null : (JSON.parse(extras) as JsonValue),
  };
}

/** Messages of every attempt of a sample, in order. */
export function attemptBodies(
  db: Database.Database,
  sampleId: number,
): { id: AttemptId; idx: number; messages: Message[] }[] {
  return db
    .prepare<[number], { id: number; idx: number; body: string }>(
      'SELECT id, idx, body FROM attempt WHERE sample_id = ? ORDER BY idx',
    )
    .all(sampleId)
    .map((row) => ({ id: AttemptId.parse(row.id), idx: row.idx, messages: JSON.parse(row.body) as Message[] }));
}

type FlagRow = Omit<Flag, 'detail' | 'id' | 'span'> & {
  id: number;
  detail: string;
  start: number | null;
  end: number | null;
};

export function listFlags(db: Database.Database, sampleId: number): Flag[] {
  return db
    .prepare<[number], FlagRow>(
      `SELECT id, sample_id AS sampleId, attempt_id AS attemptId, message_idx AS messageIdx, rule_id AS ruleId, severity,
         span_start AS start, span_end AS end, detail, state FROM flag WHERE sample_id = ? ORDER BY state = 'open' DESC, id`,
    )
    .all(sampleId)
    .map(({ start, end, ...row }) => ({
      ...row,
      span: start === null || end === null ? null : { start, end },
      sampleId: SampleId.parse(row.sampleId),
      attemptId: row.attemptId === null ? null : AttemptId.parse(row.attemptId),
      // Written by the flag store as an object.
      detail: JSON.parse(row.detail) as JsonObject,
    }));
}

export function getDecision(db: Database.Database, sampleId: number): { reason: string | null; note: string | null } {
  const row = db
    .prepare<[number], { reason: string | null; note: string | null }>(
      'SELECT reason, note FROM decision WHERE sample_id = ?',
    )
    .get(sampleId);
  return row ?? { reason: null, note: null };
}
