import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message, ToolCall, ToolDef } from '../../../shared/model/message.ts';
import type { Outcome } from '../../../shared/model/sample.ts';
import { countTrajectory } from '../../../shared/model/steps.ts';
import { promptKey, trajectoryKey } from '../engine/canonical.ts';
import { contentUid, sha256 } from '../engine/hash.ts';
import { createRandom, type Random } from '../engine/prng.ts';
import { searchText } from '../engine/search-text.ts';
import { createSearchWriter } from '../store/search-index.ts';
import { ASKS, MODELS, RESULTS, TAGS, TOOLS, type Ask } from './bike-shop.ts';

export type MakeOptions = {
  /** Samples to add. */
  readonly count: number;
  readonly seed: number;
  /** Attempts a sample: a number in `[least, most]`, by seed. Default `[0, 4]`. */
  readonly attempts?: readonly [number, number];
  /** Characters of padding in each tool result, to give bodies a real size. Default 0. */
  readonly padding?: number;
  /** Adds a grader with one finished run over every attempt. Default true. */
  readonly scored?: boolean;
  /** Names of the sources; samples are dealt out among them. */
  readonly sources?: readonly string[];
  /** Skips the full-text index, for tests that do not search. Default false. */
  readonly withoutIndex?: boolean;
};

type Writers = ReturnType<typeof createWriters>;

const START_AT = 1_760_000_000_000;

/**
 * Fills an empty or grown project with made-up samples of a bicycle workshop's assistant: several languages, parallel
 * calls, tool errors, malformed arguments, empty answers, missing references, exact duplicates, decisions, tags, splits,
 * flags, reviews and scores. The same options give the same rows.
 *
 * @returns ids of the samples added, in order
 */
export function makeSamples(db: Database.Database, options: MakeOptions): number[] {
  const random = createRandom(options.seed);
  const ids: number[] = [];
  const write = createWriters(db);
  const search = createSearchWriter(db);
  db.transaction(() => {
    const sources = (options.sources ?? ['shop-floor.jsonl', 'web-chat.jsonl', 'night-shift.csv']).map((name, at) =>
      Number(
        write.source.run(
          contentUid('source', options.seed, name),
          at === 2 ? 'delimited' : 'openai-chat',
          name,
          START_AT + at,
        ).lastInsertRowid,
      ),
    );
    const tagIds = TAGS.map((name) => tagId(db, name));
    const runId = options.scored === false ? null : makeRun(db, options.seed);
    let previous: Made | null = null;
    for (let at = 0; at < options.count; at += 1) {
      const made: Made = previous !== null && chance(random, 0.04) ? previous : makeSample(random, at, options);
      previous = made;
      const id = insertSample(write, made, { at, seed: options.seed, sourceId: pick(random, sources) });
      insertAttempts(write, random, made, { id, at, seed: options.seed, runId });
      decorate(write, random, id, tagIds);
      ids.push(id);
      if (options.withoutIndex === true) continue;
      const referenceJson = JSON.stringify(made.reference);
      const attempts = made.attempts.map((attempt) => attempt.messages);
      search.add(id, searchText({ title: made.title, prompt: made.prompt, tools: TOOLS, referenceJson, attempts }));
    }
    if (runId !== null) finishRun(db, runId);
  })();
  return ids;
}

type MadeAttempt = { readonly messages: readonly Message[]; readonly outcome: Outcome; readonly reward: number | null };
type Made = {
  readonly title: string;
  readonly lang: string;
  readonly prompt: readonly Message[];
  readonly tools: readonly ToolDef[];
  readonly reference: JsonObject;
  readonly attempts: readonly MadeAttempt[];
};

function pick<T>(random: Random, items: readonly T[]): T {
  // The index lies within the list, which no caller leaves empty.
  return items[Math.floor(random() * items.length)]!;
}

function chance(random: Random, share: number): boolean {
  return random() < share;
}

function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

function text(role: Message['role'], content: string): Message {
  return { role, parts: [{ type: 'text', text: content }] };
}

function makeSample(random: Random, at: number, options: MakeOptions): Made {
  const ask = pick(random, ASKS);
  const order = 1_000 + Math.floor(random() * 900_000);
  const title = ask.text.replace('{order}', `B-${order}`);
  const prompt = [
    text('system', 'You help the staff of a bicycle workshop. Look things up before you promise.'),
    text('user', title),
  ];
  const [least, most] = options.attempts ?? [0, 4];
  const attempts = Array.from({ length: between(random, least, most) }, () =>
    makeAttempt(random, ask, order, options.padding ?? 0),
  );
  const reference: JsonObject = chance(random, 0.85)
    ? {
        decision: pick(random, ['repair', 'replace', 'refuse']),
        price: between(random, 5, 400),
        parts: ['chain', 'tube'],
        order: { id: `B-${order}`, rush: chance(random, 0.2) },
      }
    : {};
  return { title, lang: ask.lang, prompt, tools: at % 11 === 0 ? [] : TOOLS, reference, attempts };
}

function makeAttempt(random: Random, ask: Ask, order: number, padding: number): MadeAttempt {
  const messages: Message[] = [];
  const steps = pick(random, [0, 1, 1, 2, 2, 3, 4, 6, 9]);
  for (let step = 0; step < steps; step += 1) {
    const calls = Array.from({ length: pick(random, [1, 1, 1, 2, 3]) }, (_, idx) =>
      makeCall(random, order, `${step}-${idx}`),
    );
    messages.push({ role: 'assistant', parts: [{ type: 'reasoning', text: 'I look this up first.' }], calls });
    for (const call of calls) {
      if (chance(random, 0.01)) continue;
      const isError = chance(random, 0.06);
      const content = isError
        ? 'The stock system did not answer.'
        : `${pick(random, RESULTS)}${' detail'.repeat(Math.ceil(padding / 7))}`;
      messages.push({ ...text('tool', content), callId: call.id, ...(isError ? { isError: true } : {}) });
    }
  }
  const outcome = pick<Outcome>(random, ['success', 'success', 'success', 'partial', 'failure', 'error', 'unknown']);
  if (outcome !== 'error')
    messages.push(
      text(
        'assistant',
        chance(random, 0.02) ? '' : JSON.stringify({ decision: pick(random, ['repair', 'replace']), note: ask.answer }),
      ),
    );
  const reward = chance(random, 0.1) ? null : Math.round(random() * 100) / 100;
  return { messages, outcome, reward };
}

function makeCall(random: Random, order: number, id: string): ToolCall {
  const name = chance(random, 0.01) ? 'ride_forecast' : pick(random, TOOLS).name;
  if (chance(random, 0.01))
    return { id, name, argsText: '{"order": "B-', argsError: 'The arguments end early.', kind: 'function' };
  const args = { order: `B-${order}`, depth: between(random, 1, 5) };
  return { id, name, argsText: JSON.stringify(args), args, kind: 'function' };
}

function createWriters(db: Database.Database) {
  return {
    source: db.prepare(
      "INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at) VALUES (?, ?, 1, ?, 'conversation', ?)",
    ),
    sample: db.prepare(
      `INSERT INTO sample (uid, source_id, source_pos, title, lang, tool_offered_count, attempt_count, prompt_chars, has_reference,
         content_hash, prompt_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    body: db.prepare('INSERT INTO sample_body (sample_id, format, prompt, tools, reference) VALUES (?, 1, ?, ?, ?)'),
    attempt: db.prepare(
      `INSERT INTO attempt (uid, sample_id, idx, model, outcome, reward, step_count, tool_call_count, tool_result_count,
         tool_error_count, max_parallel, latency_ms, token_count, content_hash, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    call: db.prepare(
      'INSERT INTO tool_call (attempt_id, step, idx, name, status, latency_ms) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    decision: db.prepare(
      'INSERT OR IGNORE INTO decision (sample_id, state, reason, note, decided_at, reviewer) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    tag: db.prepare('INSERT OR IGNORE INTO sample_tag (sample_id, tag_id) VALUES (?, ?)'),
    split: db.prepare('INSERT INTO split_member (sample_id, split) VALUES (?, ?)'),
    review: db.prepare(
      `INSERT INTO review (uid, sample_id, reviewer, state, verdict, note, created_at, submitted_at)
         VALUES (?, ?, ?, 'submitted', ?, ?, ?, ?)`,
    ),
    score: db.prepare(
      `INSERT INTO score (run_id, sample_id, attempt_id, sample_revision, graded_on, state, value, platform_value, reason)
         VALUES (?, ?, ?, 1, 'attempt', ?, ?, ?, ?)`,
    ),
    part: db.prepare(
      "INSERT INTO score_part (score_id, run_id, key, type, state, value) VALUES (?, ?, ?, 'string_check', ?, ?)",
    ),
  };
}

function insertSample(write: Writers, made: Made, where: { at: number; seed: number; sourceId: number }): number {
  const uid = contentUid('sample', where.seed, where.at);
  const promptHash = sha256(promptKey(made.prompt, made.tools));
  const info = write.sample.run(
    uid,
    where.sourceId,
    where.at,
    made.title,
    made.lang,
    made.tools.length,
    made.attempts.length,
    made.title.length,
    Object.keys(made.reference).length > 0 ? 1 : 0,
    sha256(promptHash + JSON.stringify(made.reference)),
    promptHash,
    START_AT + where.at * 60_000,
  );
  const id = Number(info.lastInsertRowid);
  write.body.run(id, JSON.stringify(made.prompt), JSON.stringify(made.tools), JSON.stringify(made.reference));
  return id;
}

function insertAttempts(
  write: Writers,
  random: Random,
  made: Made,
  sample: { id: number; at: number; seed: number; runId: number | null },
): void {
  const promptHash = sha256(promptKey(made.prompt, made.tools));
  made.attempts.forEach((attempt, idx) => {
    const counts = countTrajectory(attempt.messages);
    const latency = 400 + Math.floor(random() * 20_000);
    const info = write.attempt.run(
      contentUid('attempt', sample.seed, sample.at, idx),
      sample.id,
      idx,
      pick(random, MODELS),
      attempt.outcome,
      attempt.reward,
      counts.steps,
      counts.calls,
      counts.results,
      counts.toolErrors,
      counts.maxParallel,
      latency,
      300 + Math.floor(latency / 3),
      sha256(`${promptHash}\n${trajectoryKey(attempt.messages)}`),
      JSON.stringify(attempt.messages),
    );
    const attemptId = Number(info.lastInsertRowid);
    insertCalls(write, attemptId, attempt.messages);
    if (sample.runId !== null) insertScore(write, random, { runId: sample.runId, sampleId: sample.id, attemptId });
  });
}

function insertCalls(write: Writers, attemptId: number, messages: readonly Message[]): void {
  const results = new Map(
    messages.filter((message) => message.role === 'tool').map((message) => [message.callId, message]),
  );
  let step = -1;
  for (const message of messages) {
    if (message.role === 'assistant') step += 1;
    message.calls?.forEach((call, idx) => {
      const result = results.get(call.id);
      write.call.run(
        attemptId,
        step,
        idx,
        call.name,
        result === undefined ? 'missing' : result.isError === true ? 'error' : 'ok',
        120,
      );
    });
  }
}

function insertScore(write: Writers, random: Random, of: { runId: number; sampleId: number; attemptId: number }): void {
  const state = pick(random, [
    'scored',
    'scored',
    'scored',
    'scored',
    'scored',
    'scored',
    'scored',
    'skipped',
    'errored',
  ]);
  const value = state === 'scored' ? pick(random, [0, 0.25, 0.5, 0.62, 0.81, 1]) : null;
  const reason =
    state === 'skipped' ? 'The reference has no decision.' : state === 'errored' ? 'The answer is not JSON.' : null;
  const info = write.score.run(of.runId, of.sampleId, of.attemptId, state, value, value ?? 0, reason);
  write.part.run(info.lastInsertRowid, of.runId, 'decision', state, value === null ? null : 1 - value);
}

function decorate(write: Writers, random: Random, id: number, tagIds: readonly number[]): void {
  const state = pick(random, [null, null, 'include', 'include', 'exclude', 'undecided']);
  if (state !== null)
    write.decision.run(
      id,
      state,
      state === 'exclude' ? 'off topic' : null,
      chance(random, 0.1) ? 'Ask Mira about the price.' : null,
      START_AT,
      'mira',
    );
  if (chance(random, 0.2)) write.tag.run(id, pick(random, tagIds));
  if (chance(random, 0.1)) write.tag.run(id, pick(random, tagIds));
  if (state === 'include' && chance(random, 0.8))
    write.split.run(id, pick(random, ['train', 'train', 'train', 'validation', 'test']));
  if (chance(random, 0.15)) {
    const verdict = pick(random, ['accept', 'needs_work', 'reject', 'skip']);
    const uid = createHash('sha256').update(`review ${id}`).digest('hex').slice(0, 32);
    write.review.run(
      uid,
      id,
      pick(random, ['mira', 'tom']),
      verdict,
      chance(random, 0.3) ? 'Second opinion wanted.' : null,
      START_AT,
      START_AT + 1,
    );
  }
}

function tagId(db: Database.Database, name: string): number {
  db.prepare('INSERT OR IGNORE INTO tag (name) VALUES (?)').run(name);
  // Just made sure of.
  return db.prepare<[string], { id: number }>('SELECT id FROM tag WHERE name = ?').get(name)!.id;
}

/** Adds a grader of one version with a run that is not finished yet. */
function makeRun(db: Database.Database, seed: number): number {
  const uid = contentUid(
    'grader',
    seed,
    Number(db.prepare<[], { n: number }>('SELECT count(*) AS n FROM grader').get()?.n),
  );
  const grader = db
    .prepare('INSERT INTO grader (uid, name, head_version, created_at) VALUES (?, ?, 1, ?)')
    .run(uid, `Workshop grader ${seed}`, START_AT).lastInsertRowid;
  db.prepare(
    "INSERT INTO grader_version (grader_id, version, type, definition, definition_hash, created_at) VALUES (?, 1, 'multi', '{}', ?, ?)",
  ).run(grader, uid, START_AT);
  const run = db
    .prepare(
      "INSERT INTO score_run (grader_id, grader_version, engine_version, scope, started_at) VALUES (?, 1, 1, '{}', ?)",
    )
    .run(grader, START_AT);
  return Number(run.lastInsertRowid);
}

function finishRun(db: Database.Database, runId: number): void {
  db.prepare(
    `UPDATE score_run SET finished_at = started_at + id, (total, scored, skipped, errored, mean, min, max) =
       (SELECT count(*), sum(state = 'scored'), sum(state = 'skipped'), sum(state = 'errored'), avg(value), min(value), max(value)
          FROM score WHERE run_id = score_run.id) WHERE id = ?`,
  ).run(runId);
}
