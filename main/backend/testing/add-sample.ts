import type Database from 'better-sqlite3';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import type { Outcome } from '../../../shared/model/sample.ts';
import { countTrajectory, toTrajectory } from '../../../shared/model/steps.ts';
import { promptKey, trajectoryKey } from '../engine/canonical.ts';
import { contentUid, sha256 } from '../engine/hash.ts';
import { refreshSamples } from '../store/search-index.ts';

export type AddAttempt = {
  readonly messages?: readonly Message[];
  readonly outcome?: Outcome;
  readonly reward?: number | null;
  readonly model?: string | null;
  readonly latencyMs?: number | null;
  readonly tokens?: number | null;
};
export type AddSample = {
  readonly title?: string;
  readonly source?: string;
  readonly prompt?: string | readonly Message[];
  readonly tools?: readonly ToolDef[];
  readonly reference?: JsonObject;
  readonly lang?: string | null;
  readonly taskKey?: string | null;
  readonly createdAt?: number | null;
  readonly attempts?: readonly AddAttempt[];
};

export function say(role: Message['role'], text: string): Message {
  return { role, parts: [{ type: 'text', text }] };
}

/** An assistant message that calls tools, each named with its arguments. */
export function call(...calls: readonly (readonly [name: string, args: JsonObject | string])[]): Message {
  return {
    role: 'assistant',
    parts: [],
    calls: calls.map(([name, args], at) =>
      typeof args === 'string'
        ? { id: `${name}-${at}`, name, argsText: args, argsError: 'not JSON', kind: 'function' }
        : { id: `${name}-${at}`, name, argsText: JSON.stringify(args), args, kind: 'function' },
    ),
  };
}

/** The result of the call that `call` named, the `at`-th of its message. */
export function result(name: string, text: string, at = 0, isError = false): Message {
  return { ...say('tool', text), callId: `${name}-${at}`, ...(isError ? { isError } : {}) };
}

/** Adds one sample as an import would, index and counts included. @returns its id */
export function addSample(db: Database.Database, sample: AddSample = {}): number {
  const prompt =
    typeof sample.prompt === 'string' ? [say('user', sample.prompt)] : (sample.prompt ?? [say('user', 'hello')]);
  const tools = sample.tools ?? [];
  const reference = sample.reference ?? {};
  const sourceId = sourceOf(db, sample.source ?? 'made.jsonl');
  const next = Number(db.prepare<[], { n: number }>('SELECT coalesce(max(id), 0) + 1 AS n FROM sample').get()?.n);
  const promptHash = sha256(promptKey(prompt, tools));
  const attempts = sample.attempts ?? [];
  db.prepare(
    `INSERT INTO sample (id, uid, source_id, source_pos, title, task_key, lang, tool_offered_count, attempt_count,
       has_reference, content_hash, prompt_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    next,
    contentUid('added', next),
    sourceId,
    next,
    sample.title ?? `Sample ${next}`,
    sample.taskKey ?? null,
    sample.lang ?? null,
    tools.length,
    attempts.length,
    Object.keys(reference).length > 0 ? 1 : 0,
    sha256(`${promptHash}\n${JSON.stringify(reference)}`),
    promptHash,
    sample.createdAt ?? null,
  );
  db.prepare('INSERT INTO sample_body (sample_id, format, prompt, tools, reference) VALUES (?, 1, ?, ?, ?)').run(
    next,
    JSON.stringify(prompt),
    JSON.stringify(tools),
    JSON.stringify(reference),
  );
  attempts.forEach((attempt, idx) => addAttempt(db, { sampleId: next, idx, promptHash }, attempt));
  refreshSamples(db, [next]);
  return next;
}

function sourceOf(db: Database.Database, name: string): number {
  db.prepare(
    `INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at)
     VALUES (?, 'openai-chat', 1, ?, 'conversation', 0) ON CONFLICT DO NOTHING`,
  ).run(contentUid('source', name), name);
  return Number(db.prepare<[string], { id: number }>('SELECT id FROM source WHERE name = ?').get(name)?.id);
}

function addAttempt(
  db: Database.Database,
  at: { sampleId: number; idx: number; promptHash: string },
  attempt: AddAttempt,
): void {
  const messages = attempt.messages ?? [say('assistant', 'Done.')];
  const counts = countTrajectory(messages);
  const id = db
    .prepare(
      `INSERT INTO attempt (uid, sample_id, idx, model, outcome, reward, step_count, tool_call_count, tool_result_count,
         tool_error_count, max_parallel, latency_ms, token_count, content_hash, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      contentUid('attempt', at.sampleId, at.idx),
      at.sampleId,
      at.idx,
      attempt.model ?? null,
      attempt.outcome ?? 'unknown',
      attempt.reward ?? null,
      counts.steps,
      counts.calls,
      counts.results,
      counts.toolErrors,
      counts.maxParallel,
      attempt.latencyMs ?? null,
      attempt.tokens ?? null,
      sha256(`${at.promptHash}\n${trajectoryKey(messages)}`),
      JSON.stringify(messages),
    ).lastInsertRowid;
  const insert = db.prepare('INSERT INTO tool_call (attempt_id, step, idx, name, status) VALUES (?, ?, ?, ?, ?)');
  for (const item of toTrajectory(messages))
    if (item.kind === 'step')
      item.calls.forEach((entry, idx) => insert.run(id, item.stepIdx, idx, entry.call.name, entry.status));
}
