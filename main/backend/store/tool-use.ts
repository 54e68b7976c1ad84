import type Database from 'better-sqlite3';
import type { Message } from '../../../shared/model/message.ts';
import { canonicalJson } from '../engine/canonical.ts';
import { compileForAttempts } from '../engine/query/attempt-conditions.ts';
import { compileText, readFilter } from '../engine/query/filter.ts';
import type { SqlValue } from '../engine/query/fragment.ts';
import { countRepeats, readCalls, type ToolUse, type UsedCall } from '../engine/tool-use.ts';
import { callsStamp } from './called-tools.ts';

/** Calls read at a time; about a thousand attempts. */
const CALLS_AT_ONCE = 4_000;

/**
 * Makes sure that the facts of calls can be read. Reading them from half a million calls takes seconds, so they are kept
 * for the session, and gathered in steps between which others have their turn.
 */
export function beginCallFacts(db: Database.Database): void {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS call_fact (
      attempt_id INTEGER PRIMARY KEY, uniques INTEGER NOT NULL, errors INTEGER NOT NULL, retries INTEGER NOT NULL,
      repeats INTEGER NOT NULL, widths TEXT NOT NULL);
    CREATE TEMP TABLE IF NOT EXISTS call_fact_state (stamp TEXT NOT NULL, done_to INTEGER)`);
  const stamp = callsStamp(db);
  const known = db.prepare<[], { stamp: string }>('SELECT stamp FROM temp.call_fact_state').get();
  if (known?.stamp === stamp) return;
  db.transaction(() => {
    db.exec('DELETE FROM temp.call_fact; DELETE FROM temp.call_fact_state');
    db.prepare('INSERT INTO temp.call_fact_state (stamp, done_to) VALUES (?, 0)').run(stamp);
  })();
}

/**
 * One step of gathering; several askers may take turns at it.
 *
 * @returns true when all is gathered
 */
export function gatherCallFacts(db: Database.Database): boolean {
  const state = db.prepare<[], { done: number | null }>('SELECT done_to AS done FROM temp.call_fact_state').get();
  const from = state?.done ?? null;
  if (from === null) return true;
  const end = db
    .prepare<[number, number], { id: number }>(
      'SELECT attempt_id AS id FROM tool_call WHERE attempt_id > ? ORDER BY attempt_id LIMIT 1 OFFSET ?',
    )
    .get(from, CALLS_AT_ONCE)?.id;
  db.transaction(() => {
    writeCallFacts(db, from, end ?? Number.MAX_SAFE_INTEGER);
    db.prepare('UPDATE temp.call_fact_state SET done_to = ?').run(end ?? null);
  })();
  return end === undefined;
}

function writeCallFacts(db: Database.Database, from: number, to: number): void {
  const calls = db
    .prepare<[number, number], UsedCall & { attemptId: number }>(
      `SELECT attempt_id AS attemptId, step, name, status FROM tool_call
       WHERE attempt_id > ? AND attempt_id <= ? ORDER BY attempt_id, step, idx`,
    )
    .all(from, to);
  const insert = db.prepare(
    'INSERT OR REPLACE INTO temp.call_fact (attempt_id, uniques, errors, retries, repeats, widths) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const body = db.prepare<[number], { body: string }>('SELECT body FROM attempt WHERE id = ?');
  for (const [attemptId, own] of Map.groupBy(calls, (call) => call.attemptId)) {
    const { unique, errors, retries, widths } = readCalls(own);
    // Only where a tool is called twice can a call be made again: most bodies need not be read.
    const repeats = unique === own.length ? 0 : countRepeats(callKeys(body.get(attemptId)?.body));
    insert.run(attemptId, unique, errors, retries, repeats, JSON.stringify(widths));
  }
}

/** Each call's tool and arguments, as the check for repeats compares them. */
function callKeys(body: string | undefined): string[] {
  // The store writes messages as JSON.
  const messages = body === undefined ? [] : (JSON.parse(body) as Message[]);
  return messages.flatMap(({ role, calls = [] }) =>
    role === 'assistant'
      ? calls.map((call) => `${call.name} ${call.args === undefined ? call.argsText : canonicalJson(call.args)}`)
      : [],
  );
}

/** @returns the samples of a filter, ascending @throws {AppError} `invalid_input` for a text that is no filter */
export function matchingSamples(db: Database.Database, filter: string): number[] {
  const { sql, params } = compileText(filter);
  return db
    .prepare<SqlValue[], { id: number }>(`SELECT s.id FROM sample s WHERE ${sql} ORDER BY s.id`)
    .all(...params)
    .map((row) => row.id);
}

type Row = Omit<ToolUse, 'widths'> & { readonly widths: string };

/**
 * @param filter its conditions on attempts choose among the samples' attempts
 * @returns the attempts of some samples; `gatherCallFacts` has ended before
 */
export function toolUseOf(db: Database.Database, sampleIds: readonly number[], filter: string): ToolUse[] {
  const meant = compileForAttempts(readFilter(filter));
  return db
    .prepare<[string, ...SqlValue[]], Row>(
      `SELECT a.id AS attemptId, a.sample_id AS sampleId, a.tool_call_count AS calls, a.step_count AS steps,
         a.latency_ms AS latency, a.token_count AS tokens, coalesce(f.uniques, 0) AS "unique",
         coalesce(f.errors, 0) AS errors, coalesce(f.retries, 0) AS retries, coalesce(f.repeats, 0) AS repeats,
         coalesce(f.widths, '[]') AS widths
       FROM json_each(?) p CROSS JOIN attempt a INDEXED BY attempt_facts ON a.sample_id = p.value
       LEFT JOIN temp.call_fact f ON f.attempt_id = a.id WHERE ${meant.sql}`,
    )
    .all(JSON.stringify(sampleIds), ...meant.params)
    .map((row) => ({ ...row, widths: JSON.parse(row.widths) as number[] }));
}
