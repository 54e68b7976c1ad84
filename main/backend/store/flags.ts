import type Database from 'better-sqlite3';
import type { SampleTarget } from '../../../shared/contract/target.ts';
import { FLAG_RULES, type FlagRule } from '../../../shared/model/flag-rules.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import type { Flag, Outcome } from '../../../shared/model/sample.ts';
import { toCheckAttempt, type Check, type CheckSample, type Finding, type HashCheck } from '../engine/checks.ts';
import { VISIBLE } from '../engine/query/compile.ts';
import { findDuplicates } from './duplicate-flags.ts';
import { TARGET, withTarget } from './targets.ts';

export type ScanCounts = { readonly raised: number; readonly cleared: number };
export type Rules = { readonly checks: readonly Check[]; readonly hashChecks: readonly HashCheck[] };

type Stored = {
  id: number;
  attemptId: number | null;
  messageIdx: number | null;
  ruleId: string;
  ruleVersion: number;
  spanStart: number | null;
  spanEnd: number | null;
  detail: string;
  state: Flag['state'];
};

/**
 * Runs checks over some samples and brings their flags up to date: new findings are raised, open flags whose reason is
 * gone are cleared, and what people confirmed or dismissed stays. Flags of rules that are not among `rules` are left
 * alone. Call it inside a transaction.
 *
 * @param ids samples; those that are gone are passed over
 */
export function scanBatch(db: Database.Database, rules: Rules, ids: readonly number[]): ScanCounts {
  const read = createCheckReader(db);
  const write = createWriter(db);
  const duplicates = rules.hashChecks.map((check) => ({ check, found: findDuplicates(db, check, ids) }));
  let raised = 0;
  let cleared = 0;
  for (const id of ids) {
    const sample = read.sample(id);
    if (sample === undefined) continue;
    const stored = read.flags(id);
    const found = [
      ...rules.checks.map((check) => ({ check, findings: check.scan(sample) })),
      ...duplicates.map(({ check, found: bySample }) => ({ check, findings: bySample.get(id) ?? [] })),
    ];
    for (const { check, findings } of found) {
      const counts = write.update(
        id,
        check,
        findings,
        stored.filter((flag) => flag.ruleId === check.id),
      );
      raised += counts.raised;
      cleared += counts.cleared;
    }
  }
  return { raised, cleared };
}

/**
 * As `scanBatch`, for the rules that compare hashes only: no sample is read, so a large import passes through quickly.
 */
export function scanDuplicates(
  db: Database.Database,
  hashChecks: readonly HashCheck[],
  ids: readonly number[],
): ScanCounts {
  const write = createWriter(db);
  const read = createCheckReader(db);
  const flagged = db
    .prepare<[string], { id: number; ruleId: string }>(
      'SELECT DISTINCT sample_id AS id, rule_id AS ruleId FROM flag WHERE sample_id IN (SELECT j.value FROM json_each(?) j)',
    )
    .all(JSON.stringify(ids));
  let raised = 0;
  let cleared = 0;
  for (const check of hashChecks) {
    const found = findDuplicates(db, check, ids);
    const known = flagged.filter((row) => row.ruleId === check.id).map((row) => row.id);
    for (const id of new Set([...found.keys(), ...known])) {
      const stored = read.flags(id).filter((flag) => flag.ruleId === check.id);
      const counts = write.update(id, check, found.get(id) ?? [], stored);
      raised += counts.raised;
      cleared += counts.cleared;
    }
  }
  return { raised, cleared };
}

/** Statements that read a sample as checks see it, and its flags. */
export function createCheckReader(db: Database.Database) {
  const body = db.prepare<[number], { prompt: string; tools: string; reference: string }>(
    'SELECT prompt, tools, reference FROM sample_body WHERE sample_id = ?',
  );
  const attempts = db.prepare<[number], { id: number; outcome: Outcome; body: string; extras: string | null }>(
    'SELECT id, outcome, body, extras FROM attempt WHERE sample_id = ? ORDER BY idx',
  );
  const flags = db.prepare<[number], Stored>(
    `SELECT id, attempt_id AS attemptId, message_idx AS messageIdx, rule_id AS ruleId, rule_version AS ruleVersion,
       span_start AS spanStart, span_end AS spanEnd, detail, state
     FROM flag WHERE sample_id = ?`,
  );
  return {
    sample(id: number): CheckSample | undefined {
      const row = body.get(id);
      if (row === undefined) return undefined;
      // Bodies are written by importing and editing from these very types.
      return {
        prompt: JSON.parse(row.prompt) as Message[],
        tools: JSON.parse(row.tools) as ToolDef[],
        toolsJson: row.tools,
        reference: JSON.parse(row.reference) as JsonObject,
        attempts: attempts.all(id).map((attempt) =>
          toCheckAttempt({
            id: attempt.id,
            outcome: attempt.outcome,
            messages: JSON.parse(attempt.body) as Message[],
            extras: attempt.extras === null ? null : (JSON.parse(attempt.extras) as JsonValue),
          }),
        ),
      };
    },
    flags: (id: number): Stored[] => flags.all(id),
  };
}

function createWriter(db: Database.Database) {
  const insert = db.prepare(
    `INSERT INTO flag (sample_id, attempt_id, message_idx, span_start, span_end, rule_id, rule_version, severity, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const refresh = db.prepare('UPDATE flag SET rule_version = ?, detail = ?, span_start = ?, span_end = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM flag WHERE id = ?');
  return {
    update(
      sampleId: number,
      check: Check | HashCheck,
      findings: readonly Finding[],
      stored: readonly Stored[],
    ): ScanCounts {
      const open = new Map(stored.map((flag) => [placeOf(flag), flag]));
      let raised = 0;
      for (const finding of findings) {
        const detail = JSON.stringify(finding.detail);
        const { start = null, end = null } = finding.span ?? {};
        const known = open.get(placeOf(finding));
        open.delete(placeOf(finding));
        if (known === undefined) {
          const { severity } = ruleOf(check.id);
          const { attemptId, messageIdx } = finding;
          insert.run(sampleId, attemptId, messageIdx, start, end, check.id, check.version, severity, detail);
          raised += 1;
        } else if (
          known.detail !== detail ||
          known.ruleVersion !== check.version ||
          known.spanStart !== start ||
          known.spanEnd !== end
        )
          refresh.run(check.version, detail, start, end, known.id);
      }
      const gone = [...open.values()].filter((flag) => flag.state === 'open');
      for (const flag of gone) remove.run(flag.id);
      return { raised, cleared: gone.length };
    },
  };
}

/** Findings of one rule on one sample differ in where they are. */
function placeOf(at: { readonly attemptId: number | null; readonly messageIdx: number | null }): string {
  return `${at.attemptId ?? ''}/${at.messageIdx ?? ''}`;
}

function ruleOf(id: string): FlagRule {
  const rule = FLAG_RULES.find((entry) => entry.id === id);
  if (rule === undefined) throw new Error(`No flag rule ${id}`);
  return rule;
}

export type RuleCount = Pick<FlagRule, 'id' | 'title' | 'description' | 'severity'> & { readonly open: number };

/** @returns every rule with the number of its open flags on visible samples */
export function flagRules(db: Database.Database): RuleCount[] {
  const rows = db
    .prepare<[], { ruleId: string; open: number }>(
      `SELECT f.rule_id AS ruleId, count(*) AS open FROM flag f JOIN sample s ON s.id = f.sample_id
       WHERE f.state = 'open' AND ${VISIBLE} GROUP BY f.rule_id`,
    )
    .all();
  const open = new Map(rows.map((row) => [row.ruleId, row.open]));
  return FLAG_RULES.map(({ id, title, description, severity }) => ({
    id,
    title,
    description,
    severity,
    open: open.get(id) ?? 0,
  }));
}

/** @returns the number of flags whose state changed */
export function setFlagStates(db: Database.Database, flagIds: readonly number[], state: Flag['state']): number {
  return db
    .prepare('UPDATE flag SET state = ? WHERE state <> ? AND id IN (SELECT j.value FROM json_each(?) j)')
    .run(state, state, JSON.stringify(flagIds)).changes;
}

/**
 * Flags samples in a person's name.
 *
 * @returns the number of samples flagged
 * @throws {AppError} as `withTarget`
 */
export function raiseFlags(
  db: Database.Database,
  target: SampleTarget,
  flag: { readonly note: string; readonly by: string | null },
): number {
  return withTarget(
    db,
    target,
    () =>
      db
        .prepare(
          `INSERT INTO flag (sample_id, rule_id, rule_version, severity, detail)
           SELECT t.sample_id, 'person', 1, ?, ? FROM ${TARGET} t`,
        )
        .run(ruleOf('person').severity, JSON.stringify({ note: flag.note, by: flag.by })).changes,
  );
}
