import type Database from 'better-sqlite3';
import { mergeInto } from './duplicates.ts';

export type JoinResult = { readonly attempts: number; readonly samples: readonly number[] };

/** Samples of a source with attempts whose prompt, tools and group another shown source has too, oldest host first. */
const PAIRS = `SELECT s.id AS homeId, (
    SELECT min(t.id) FROM sample t JOIN source o ON o.id = t.source_id
    WHERE t.prompt_hash = s.prompt_hash AND t.task_key IS s.task_key AND t.source_id <> s.source_id
      AND t.removed_at IS NULL AND o.removed_at IS NULL AND o.state = 'ready') AS hostId
  FROM sample s WHERE s.source_id = ? AND s.removed_at IS NULL AND s.attempt_count > 0`;

/**
 * Joins the attempts of a source's samples to the samples of other sources that have the same prompt and tools and the same
 * group; attempts that are there already are not doubled. The sample they came from is hidden, and noted, so that they
 * can go back.
 *
 * @returns how many attempts were joined, and the samples that have more attempts now
 */
export function joinAttempts(db: Database.Database, sourceId: number, now: number): JoinResult {
  const pairs = db.prepare<[number], { homeId: number; hostId: number | null }>(PAIRS).all(sourceId);
  const note = db.prepare(
    'INSERT INTO joined_attempt (attempt_id, home_id) SELECT id, @homeId FROM attempt WHERE sample_id = @homeId',
  );
  const forget = db.prepare(
    'DELETE FROM joined_attempt WHERE home_id = @homeId AND attempt_id IN (SELECT id FROM attempt WHERE sample_id = @homeId)',
  );
  const hide = db.prepare('UPDATE sample SET removed_at = ? WHERE id = ?');
  const samples = new Set<number>();
  let attempts = 0;
  for (const { homeId, hostId } of pairs) {
    if (hostId === null) continue;
    note.run({ homeId });
    const moved = mergeInto(db, hostId, homeId);
    forget.run({ homeId });
    hide.run(now, homeId);
    attempts += moved;
    if (moved > 0) samples.add(hostId);
  }
  return { attempts, samples: [...samples] };
}

/**
 * Gives joined attempts back to the samples they came from, which are shown again: of a source that is removed, and of
 * others that were joined to it.
 *
 * @returns samples whose attempts changed
 */
export function sendHome(db: Database.Database, sourceId: number): number[] {
  const rows = db
    .prepare<[{ sourceId: number }], { attemptId: number; homeId: number; hostId: number }>(
      `SELECT j.attempt_id AS attemptId, j.home_id AS homeId, a.sample_id AS hostId
       FROM joined_attempt j JOIN attempt a ON a.id = j.attempt_id
       WHERE j.home_id IN (SELECT id FROM sample WHERE source_id = @sourceId)
         OR a.sample_id IN (SELECT id FROM sample WHERE source_id = @sourceId) ORDER BY a.sample_id, a.idx`,
    )
    .all({ sourceId });
  const move = db.prepare(
    `UPDATE attempt SET sample_id = @homeId,
       idx = (SELECT coalesce(max(idx), -1) + 1 FROM attempt WHERE sample_id = @homeId) WHERE id = @attemptId`,
  );
  const flags = db.prepare('UPDATE flag SET sample_id = @homeId WHERE attempt_id = @attemptId');
  const forget = db.prepare('DELETE FROM joined_attempt WHERE attempt_id = ?');
  const touched = new Set<number>();
  for (const { attemptId, homeId, hostId } of rows) {
    move.run({ attemptId, homeId });
    flags.run({ attemptId, homeId });
    forget.run(attemptId);
    touched.add(homeId).add(hostId);
  }
  const recount = db.prepare(
    'UPDATE sample SET attempt_count = (SELECT count(*) FROM attempt WHERE sample_id = sample.id) WHERE id = ?',
  );
  for (const id of touched) recount.run(id);
  const show = db.prepare('UPDATE sample SET removed_at = NULL WHERE id = ?');
  for (const id of new Set(rows.map(({ homeId }) => homeId))) show.run(id);
  return [...touched];
}
