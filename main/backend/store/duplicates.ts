import type Database from 'better-sqlite3';
import { FLAG_RULES } from '../../../shared/model/flag-rules.ts';
import { VISIBLE_SAMPLE } from './counts.ts';

/** Samples that take part: visible and not excluded. */
const OPEN = `${VISIBLE_SAMPLE} AND NOT EXISTS
  (SELECT 1 FROM decision d WHERE d.sample_id = s.id AND d.state = 'exclude')`;

/** @returns how many groups of samples with the same prompt and tools wait for a decision */
export function countPromptGroups(db: Database.Database): number {
  // A group that people looked at stays away until it gains or loses a member.
  const row = db
    .prepare<[], { total: number }>(
      `SELECT count(*) AS total FROM (
         SELECT s.prompt_hash AS key, count(*) AS n FROM sample s WHERE ${OPEN}
           AND s.prompt_hash IN (SELECT prompt_hash FROM sample GROUP BY prompt_hash HAVING count(*) > 1)
         GROUP BY s.prompt_hash HAVING count(*) > 1) g
       WHERE NOT EXISTS (SELECT 1 FROM duplicate_mark m WHERE m.kind = 'prompt' AND m.group_key = g.key || '#' || g.n)`,
    )
    .get();
  return row?.total ?? 0;
}

/**
 * Moves attempts, tags, flags and reviews of `from` to `keeper`, and copies its decision and note where the keeper has none;
 * what the keeper has already stays where it is.
 */
export function mergeInto(db: Database.Database, keeper: number, from: number): number {
  const last = db
    .prepare<[number], { n: number | null }>('SELECT max(idx) AS n FROM attempt WHERE sample_id = ?')
    .get(keeper);
  const next = (last?.n ?? -1) + 1;
  const attempts = db
    .prepare<[number, number], { id: number }>(
      `SELECT id FROM attempt WHERE sample_id = ?
         AND content_hash NOT IN (SELECT content_hash FROM attempt WHERE sample_id = ?) ORDER BY idx`,
    )
    .all(from, keeper);
  const move = db.prepare('UPDATE attempt SET sample_id = ?, idx = ? WHERE id = ?');
  attempts.forEach((attempt, at) => move.run(keeper, next + at, attempt.id));
  const recount = db.prepare(
    'UPDATE sample SET attempt_count = (SELECT count(*) FROM attempt WHERE sample_id = sample.id) WHERE id IN (?, ?)',
  );
  recount.run(keeper, from);
  db.prepare(
    'INSERT INTO sample_tag (sample_id, tag_id) SELECT ?, tag_id FROM sample_tag WHERE sample_id = ? ON CONFLICT DO NOTHING',
  ).run(keeper, from);
  db.prepare(
    `UPDATE flag SET sample_id = ? WHERE sample_id = ? AND attempt_id IN (SELECT id FROM attempt WHERE sample_id = ?)`,
  ).run(keeper, from, keeper);
  moveFlags(db, keeper, from);
  takeDecision(db, keeper, from);
  db.prepare(
    `UPDATE review SET sample_id = ? WHERE sample_id = ?
       AND reviewer NOT IN (SELECT reviewer FROM review WHERE sample_id = ?)`,
  ).run(keeper, from, keeper);
  takeReference(db, keeper, from);
  return attempts.length;
}

/** Flags of the whole sample that no scan raises again: what a person or the import said of it. */
function moveFlags(db: Database.Database, keeper: number, from: number): void {
  const rules = FLAG_RULES.filter((rule) => rule.raisedBy !== 'scan').map((rule) => rule.id);
  db.prepare(
    `UPDATE flag SET sample_id = @keeper WHERE sample_id = @from AND attempt_id IS NULL
       AND rule_id IN (SELECT j.value FROM json_each(@rules) j)
       AND NOT EXISTS (SELECT 1 FROM flag k WHERE k.sample_id = @keeper AND k.attempt_id IS NULL
         AND k.rule_id = flag.rule_id AND k.detail = flag.detail)`,
  ).run({ keeper, from, rules: JSON.stringify(rules) });
}

function takeDecision(db: Database.Database, keeper: number, from: number): void {
  db.prepare(
    `INSERT INTO decision (sample_id, state, reason, note, decided_at, reviewer)
     SELECT @keeper, state, reason, note, decided_at, reviewer FROM decision
     WHERE sample_id = @from AND (state <> 'undecided' OR note IS NOT NULL)
     ON CONFLICT (sample_id) DO UPDATE SET
       reason = CASE WHEN state = 'undecided' THEN excluded.reason ELSE reason END,
       reviewer = CASE WHEN state = 'undecided' THEN excluded.reviewer ELSE reviewer END,
       state = CASE WHEN state = 'undecided' THEN excluded.state ELSE state END,
       note = coalesce(note, excluded.note)
     WHERE (state = 'undecided' AND excluded.state <> 'undecided') OR (note IS NULL AND excluded.note IS NOT NULL)`,
  ).run({ keeper, from });
}

/** A keeper without a reference takes the one of the sample that goes. */
function takeReference(db: Database.Database, keeper: number, from: number): void {
  const taken = db
    .prepare(
      `UPDATE sample_body SET reference = (SELECT reference FROM sample_body WHERE sample_id = @from)
       WHERE sample_id = @keeper AND reference = '{}'
         AND (SELECT reference FROM sample_body WHERE sample_id = @from) <> '{}'`,
    )
    .run({ from, keeper });
  if (taken.changes > 0)
    db.prepare('UPDATE sample SET has_reference = 1, revision = revision + 1 WHERE id = ?').run(keeper);
}
