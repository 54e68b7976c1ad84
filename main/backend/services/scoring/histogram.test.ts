import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMatching } from '../../store/search.ts';
import { reasonCounts } from '../../store/score-stats.ts';
import { createFilledDatabase } from '../../testing/memory-database.ts';
import { histogram } from './histogram.ts';

type Id = { id: number };

/** Samples with one scored attempt each, and a later run without scores. */
function scoredDatabase(values: readonly number[]): { db: Database.Database; runId: number } {
  const db = createFilledDatabase({ count: values.length, seed: 3, attempts: [1, 1], withoutIndex: true });
  const runId = db.prepare<[], Id>('SELECT id FROM score_run').get()?.id ?? 0;
  const put = db.prepare("UPDATE score SET value = ?, state = 'scored', reason = NULL WHERE id = ?");
  const scores = db.prepare<[number], Id>('SELECT id FROM score WHERE run_id = ? ORDER BY id').all(runId);
  for (const [at, { id }] of scores.entries()) put.run(values[at] ?? 0, id);
  db.exec(`INSERT INTO score_run (grader_id, grader_version, engine_version, scope, started_at, finished_at)
    SELECT grader_id, grader_version, engine_version, scope, finished_at + 1, finished_at + 2 FROM score_run`);
  return { db, runId };
}

function expectBarsToSelectTheirScores(values: readonly number[]): void {
  const { db, runId } = scoredDatabase(values);
  const { bins } = histogram({ db }, runId, null);
  expect(bins.map((bin) => countMatching(db, bin.term))).toEqual(bins.map((bin) => bin.count));
  expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(values.length);
  db.close();
}

describe('the bars of a histogram', () => {
  it('select exactly the scores they count, at edges and between any two numbers', () => {
    expectBarsToSelectTheirScores([
      0, 0.05, 0.15, 0.049_999_9, 0.149_999_999_9, 0.3, 0.35, 0.6, 0.7, 0.95, 0.999_999_9, 1,
    ]);
    expectBarsToSelectTheirScores([-3.234_567_891, 2.345_678_912_3, 0, 0.1, 1.234_567_891]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: -2, max: 3, noNaN: true }), { minLength: 1, maxLength: 8 }), (values) => {
        expectBarsToSelectTheirScores(values);
      }),
      { numRuns: 25 },
    );
  });

  it('put a score of 0.15 in the bar that begins there', () => {
    const { db, runId } = scoredDatabase([0.15]);
    expect(histogram({ db }, runId, null).bins.find((bin) => bin.count === 1)).toMatchObject({ from: 0.15, to: 0.2 });
    db.close();
  });

  it('mean the run they were counted in, though another one ended later, and parts whatever their name', () => {
    const { db, runId } = scoredDatabase([0.1, 0.1, 0.9]);
    db.exec(`DELETE FROM score_part; INSERT INTO score_part (run_id, score_id, key, type, state, value)
      SELECT run_id, id, 'tool budget 2.0', 'python', 'scored', value FROM score WHERE run_id = ${runId}`);
    const filled = histogram({ db }, runId, 'tool budget 2.0').bins.filter((bin) => bin.count > 0);
    expect(filled.map((bin) => [bin.count, countMatching(db, bin.term)])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    db.close();
  });
});

describe('the reasons of a run', () => {
  it('are found again by their text, even a blank one', () => {
    const { db, runId } = scoredDatabase([0.1, 0.2, 0.3]);
    const put = db.prepare(
      "UPDATE score SET value = NULL, state = 'errored', reason = ? WHERE id = (SELECT min(id) + ? FROM score)",
    );
    for (const [at, reason] of [' ', 'It said "no" * twice \\', '100 %'].entries()) put.run(reason, at);
    for (const { reason, count } of reasonCounts(db, runId)) {
      const quoted = `"${reason.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
      expect(countMatching(db, `score@${runId}:errored why@${runId}:${quoted}`)).toBe(count);
    }
    db.close();
  });
});
