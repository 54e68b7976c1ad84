import type Database from 'better-sqlite3';
import { attemptValues, createAttemptWriter, createCallWriter } from './import-rows.ts';
import type { PreparedAttempt } from './prepared.ts';

type Stored = {
  id: number;
  uid: string;
  idx: number;
  model: string | null;
  outcome: string;
  reward: number | null;
  latencyMs: number | null;
  tokens: number | null;
  contentHash: string;
  body: string;
  extras: string | null;
  startedAt: number | null;
};

export type AttemptChanges = {
  readonly added: number;
  /** Ids of attempts whose content is another one now. */
  readonly changed: readonly number[];
  readonly removed: number;
  /** Attempts that the source no longer has and that stay. */
  readonly absent: number;
};

/**
 * Brings the attempts of one sample up to date: found by uid, else by the same messages, else (`whole`) by place.
 *
 * An attempt that the source no longer has is deleted only when nothing hangs on it: no score, no score of a review, no
 * flag that a person raised, confirmed or dismissed, and when it did not come from another source. Else it stays.
 *
 * @param whole the given attempts are all of the source's; false when they come in pieces, then none is gone
 */
export type AttemptMerger = (
  sampleId: number,
  incoming: readonly PreparedAttempt[],
  options: { readonly whole: boolean },
) => AttemptChanges;

export function createAttemptMerger(db: Database.Database): AttemptMerger {
  const list = db.prepare<[number], Stored>(
    `SELECT id, uid, idx, model, outcome, reward, latency_ms AS latencyMs, token_count AS tokens,
       content_hash AS contentHash, body, extras, started_at AS startedAt FROM attempt WHERE sample_id = ? ORDER BY idx`,
  );
  const add = createAttemptWriter(db);
  const write = createAttemptUpdater(db);
  const remove = createAttemptRemover(db);
  return (sampleId, incoming, { whole }) => {
    const stored = list.all(sampleId);
    const matched = matchAttempts(stored, incoming, whole);
    const changed: number[] = [];
    let next = (stored.at(-1)?.idx ?? -1) + 1;
    let added = 0;
    for (const attempt of incoming) {
      const known = matched.get(attempt);
      if (known === undefined) {
        if (add(sampleId, next, attempt) === null) continue;
        next += 1;
        added += 1;
      } else if (write(known, attempt)) changed.push(known.id);
    }
    const left = whole ? stored.filter((one) => ![...matched.values()].includes(one)) : [];
    const removed = left.filter(({ id }) => remove(id)).length;
    return { added, changed, removed, absent: left.length - removed };
  };
}

function matchAttempts(
  stored: readonly Stored[],
  incoming: readonly PreparedAttempt[],
  whole: boolean,
): ReadonlyMap<PreparedAttempt, Stored> {
  const matched = new Map<PreparedAttempt, Stored>();
  const free = new Set(stored);
  const pass = (same: (attempt: PreparedAttempt, at: number, one: Stored) => boolean): void => {
    for (const [at, attempt] of incoming.entries()) {
      if (matched.has(attempt)) continue;
      const found = [...free].find((one) => same(attempt, at, one));
      if (found === undefined) continue;
      matched.set(attempt, found);
      free.delete(found);
    }
  };
  pass((attempt, _at, one) => attempt.uid === one.uid);
  pass((attempt, _at, one) => attempt.bodyJson === one.body);
  if (whole) pass((_attempt, at, one) => one.idx === at);
  return matched;
}

function createAttemptUpdater(db: Database.Database): (stored: Stored, attempt: PreparedAttempt) => boolean {
  const update = db.prepare(
    `UPDATE attempt SET model = ?, outcome = ?, reward = ?, step_count = ?, tool_call_count = ?, tool_result_count = ?,
       tool_error_count = ?, max_parallel = ?, latency_ms = ?, token_count = ?, content_hash = ?, body = ?, extras = ?,
       started_at = ? WHERE id = ?`,
  );
  const rehash = db.prepare('UPDATE attempt SET content_hash = ? WHERE id = ?');
  const dropCalls = db.prepare('DELETE FROM tool_call WHERE attempt_id = ?');
  const putCalls = createCallWriter(db);
  return (stored, attempt) => {
    const isSame =
      stored.body === attempt.bodyJson &&
      stored.extras === attempt.extrasJson &&
      stored.model === attempt.model &&
      stored.outcome === attempt.outcome &&
      stored.reward === attempt.reward &&
      stored.latencyMs === attempt.latencyMs &&
      stored.tokens === attempt.tokens &&
      stored.startedAt === attempt.startedAt;
    if (isSame) {
      // Only the prompt before it is another one.
      if (stored.contentHash !== attempt.contentHash) rehash.run(attempt.contentHash, stored.id);
      return false;
    }
    update.run(...attemptValues(attempt), stored.id);
    dropCalls.run(stored.id);
    putCalls(stored.id, attempt);
    return true;
  };
}

/** @returns a function that deletes an attempt on which nothing hangs, and says whether it did */
function createAttemptRemover(db: Database.Database): (id: number) => boolean {
  const remove = db.prepare(
    `DELETE FROM attempt WHERE id = @id
       AND NOT EXISTS (SELECT 1 FROM score WHERE attempt_id = @id)
       AND NOT EXISTS (SELECT 1 FROM review_score WHERE attempt_id = @id)
       AND NOT EXISTS (SELECT 1 FROM flag WHERE attempt_id = @id AND (state <> 'open' OR rule_id = 'person'))
       AND NOT EXISTS (SELECT 1 FROM joined_attempt WHERE attempt_id = @id)`,
  );
  return (id) => remove.run({ id }).changes > 0;
}
