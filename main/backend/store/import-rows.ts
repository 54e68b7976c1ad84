import type Database from 'better-sqlite3';
import type { Message } from '../../../shared/model/message.ts';
import { messageKey } from '../engine/canonical.ts';
import type { PreparedAttempt, PreparedFlag, PreparedSample } from './prepared.ts';
import { createSearchWriter } from './search-index.ts';

export type InsertCounts = { samples: number; attempts: number };

/** Statements that put prepared samples into a project; call them inside a transaction. */
export type SampleWriter = {
  /** Adds a sample, or its attempts to the sample with the same task key. Rows that exist already are left alone. */
  readonly put: (sourceId: number, sample: PreparedSample) => InsertCounts;
};

/** Made once a job: statements are prepared here. */
export function createSampleWriter(db: Database.Database): SampleWriter {
  const search = createSearchWriter(db);
  const findTask = db.prepare<[number, string], { id: number; promptHash: string; attempts: number }>(
    'SELECT id, prompt_hash AS promptHash, attempt_count AS attempts FROM sample WHERE source_id = ? AND task_key = ?',
  );
  const insertSample = db.prepare(
    `INSERT INTO sample (uid, source_id, source_ref, source_pos, title, task_key, lang, tool_offered_count, attempt_count,
       token_count, prompt_chars, has_reference, content_hash, prompt_hash, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uid) DO NOTHING`,
  );
  const insertBody = db.prepare(
    'INSERT INTO sample_body (sample_id, format, prompt, tools, reference, extras) VALUES (?, 1, ?, ?, ?, ?)',
  );
  const grow = db.prepare('UPDATE sample SET attempt_count = attempt_count + ? WHERE id = ?');
  const putAttempt = createAttemptWriter(db);
  const putTag = createTagWriter(db);
  const putFlag = createFlagWriter(db);
  const flagOpeners = db.prepare(
    `INSERT INTO flag (sample_id, rule_id, rule_version, severity, detail)
     SELECT ?, 'openers-differ', 1, 'info', '{}'
     WHERE NOT EXISTS (SELECT 1 FROM flag WHERE sample_id = ? AND rule_id = 'openers-differ')`,
  );
  const promptOf = db.prepare<[number], { prompt: string }>('SELECT prompt FROM sample_body WHERE sample_id = ?');

  function join(task: { id: number; promptHash: string; attempts: number }, sample: PreparedSample): InsertCounts {
    const differs = task.promptHash !== sample.promptHash;
    const own = differs ? ownOpening(promptOf.get(task.id)?.prompt ?? '[]', sample.promptJson) : [];
    let added = 0;
    for (const attempt of sample.attempts)
      if (putAttempt(task.id, task.attempts + added, withOpening(attempt, own)) !== null) added += 1;
    if (added > 0) grow.run(added, task.id);
    if (differs && added > 0) flagOpeners.run(task.id, task.id);
    return { samples: 0, attempts: added };
  }

  return {
    put(sourceId, sample) {
      const task = sample.taskKey === null ? undefined : findTask.get(sourceId, sample.taskKey);
      if (task !== undefined) return join(task, sample);
      const tokens = sample.attempts.find((attempt) => attempt.tokens !== null)?.tokens ?? null;
      const info = insertSample.run(
        sample.uid,
        sourceId,
        sample.sourceRef,
        sample.position,
        sample.title,
        sample.taskKey,
        sample.lang,
        sample.toolsOffered,
        sample.attempts.length,
        tokens,
        sample.promptChars,
        sample.hasReference ? 1 : 0,
        sample.contentHash,
        sample.promptHash,
        sample.createdAt,
      );
      if (info.changes === 0) return { samples: 0, attempts: 0 };
      const id = Number(info.lastInsertRowid);
      insertBody.run(id, sample.promptJson, sample.toolsJson, sample.referenceJson, sample.extrasJson);
      const attemptIds = sample.attempts.map((attempt, idx) => putAttempt(id, idx, attempt));
      for (const flag of sample.flags) putFlag(id, flag, attemptIds);
      if (sample.search !== null) search.add(id, sample.search);
      for (const tag of sample.tags) putTag(id, tag);
      return { samples: 1, attempts: sample.attempts.length };
    },
  };
}

/** @returns a function that adds one attempt and gives its id; null when it is there already */
export function createAttemptWriter(
  db: Database.Database,
): (sampleId: number, idx: number, attempt: PreparedAttempt) => number | null {
  const insert = db.prepare(
    `INSERT INTO attempt (uid, sample_id, idx, model, outcome, reward, step_count, tool_call_count, tool_result_count,
       tool_error_count, max_parallel, latency_ms, token_count, content_hash, body, extras, started_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uid) DO NOTHING`,
  );
  const putCalls = createCallWriter(db);
  return (sampleId, idx, attempt) => {
    const info = insert.run(attempt.uid, sampleId, idx, ...attemptValues(attempt));
    if (info.changes === 0) return null;
    const id = Number(info.lastInsertRowid);
    putCalls(id, attempt);
    return id;
  };
}

/** @returns the columns of an attempt from `model` to `started_at`, in the order of the table */
export function attemptValues(attempt: PreparedAttempt): readonly (string | number | null)[] {
  return [
    attempt.model,
    attempt.outcome,
    attempt.reward,
    attempt.steps,
    attempt.calls,
    attempt.results,
    attempt.toolErrors,
    attempt.maxParallel,
    attempt.latencyMs,
    attempt.tokens,
    attempt.contentHash,
    attempt.bodyJson,
    attempt.extrasJson,
    attempt.startedAt,
  ];
}

/** @returns a function that adds the calls of an attempt that has none yet */
export function createCallWriter(db: Database.Database): (attemptId: number, attempt: PreparedAttempt) => void {
  const insert = db.prepare(
    'INSERT INTO tool_call (attempt_id, step, idx, name, status, latency_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (attemptId, { toolCalls }) => {
    for (const { step, idx, name, status, latencyMs } of toolCalls)
      insert.run(attemptId, step, idx, name, status, latencyMs);
  };
}

function createFlagWriter(
  db: Database.Database,
): (sampleId: number, flag: PreparedFlag, attemptIds: readonly (number | null)[]) => void {
  const insert = db.prepare(
    `INSERT INTO flag (sample_id, attempt_id, message_idx, span_start, span_end, rule_id, rule_version, severity, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (sampleId, flag, attemptIds) => {
    const attemptId = flag.attempt === null ? null : (attemptIds[flag.attempt] ?? null);
    const { start = null, end = null } = flag.span ?? {};
    const { messageIdx, ruleId, version, severity, detailJson } = flag;
    insert.run(sampleId, attemptId, messageIdx, start, end, ruleId, version, severity, detailJson);
  };
}

function createTagWriter(db: Database.Database): (sampleId: number, name: string) => void {
  const make = db.prepare('INSERT INTO tag (name) VALUES (?) ON CONFLICT (name) DO NOTHING');
  const join = db.prepare(
    'INSERT INTO sample_tag (sample_id, tag_id) SELECT ?, id FROM tag WHERE name = ? ON CONFLICT DO NOTHING',
  );
  return (sampleId, name) => {
    make.run(name);
    join.run(sampleId, name);
  };
}

/** Messages of a prompt beyond what it shares with the sample's own: they open the attempt instead. */
export function ownOpening(samplePrompt: string, attemptPrompt: string): readonly Message[] {
  // Both texts are written by prepareSample from this very type.
  const shared = JSON.parse(samplePrompt) as Message[];
  const own = JSON.parse(attemptPrompt) as Message[];
  let at = 0;
  const key = (message: Message | undefined): string =>
    message === undefined ? '' : JSON.stringify(messageKey(message));
  while (at < shared.length && at < own.length && key(shared[at]) === key(own[at])) at += 1;
  return own.slice(at);
}

export function withOpening(attempt: PreparedAttempt, opening: readonly Message[]): PreparedAttempt {
  if (opening.length === 0) return attempt;
  // Written by prepareAttempt from this very type.
  const body = JSON.parse(attempt.bodyJson) as Message[];
  return { ...attempt, bodyJson: JSON.stringify([...opening, ...body]) };
}
