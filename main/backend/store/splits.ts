import type Database from 'better-sqlite3';
import type { SplitName } from '../../../shared/contract/splits.ts';
import { perSplit, type PerSplit } from '../engine/splitting/types.ts';
import { VISIBLE_SAMPLE } from './counts.ts';
import { TARGET } from './targets.ts';

export type SplitMember = { readonly sampleId: number; readonly split: SplitName; readonly locked: boolean };
type Row = { sampleId: number; split: SplitName; locked: number };

/** @returns every visible sample that has a split, by id */
export function splitMembers(db: Database.Database): Map<number, SplitMember> {
  const rows = db
    .prepare<[], Row>(
      `SELECT m.sample_id AS sampleId, m.split, m.locked FROM split_member m JOIN sample s ON s.id = m.sample_id
       WHERE ${VISIBLE_SAMPLE} ORDER BY m.sample_id`,
    )
    .all();
  return new Map(rows.map((row) => [row.sampleId, { ...row, locked: row.locked === 1 }]));
}

/** @returns the stored split of those of the samples that have one */
export function splitOf(db: Database.Database, ids: readonly number[]): Map<number, SplitMember> {
  const members = splitMembers(db);
  return new Map(
    ids.flatMap((id) => {
      const member = members.get(id);
      return member === undefined ? [] : [[id, member] as const];
    }),
  );
}

/** @returns whether any visible sample has a split */
export function isSplit(db: Database.Database): boolean {
  return (
    db
      .prepare(`SELECT 1 FROM split_member m JOIN sample s ON s.id = m.sample_id WHERE ${VISIBLE_SAMPLE} LIMIT 1`)
      .get() !== undefined
  );
}

/** @returns visible samples of each split, all and locked ones */
export function splitCounts(db: Database.Database): { counts: PerSplit<number>; locked: PerSplit<number> } {
  const rows = db
    .prepare<[], { split: SplitName; n: number; locked: number }>(
      `SELECT m.split, count(*) AS n, sum(m.locked) AS locked FROM split_member m JOIN sample s ON s.id = m.sample_id
       WHERE ${VISIBLE_SAMPLE} GROUP BY m.split`,
    )
    .all();
  const of = (split: SplitName): { n: number; locked: number } | undefined => rows.find((row) => row.split === split);
  return { counts: perSplit((split) => of(split)?.n ?? 0), locked: perSplit((split) => of(split)?.locked ?? 0) };
}

/** Puts unlocked samples where they should be. @returns how many changed */
export function putInSplits(db: Database.Database, members: Iterable<readonly [number, SplitName]>): number {
  const put = db.prepare<[number, SplitName]>(
    `INSERT INTO split_member (sample_id, split, locked) VALUES (?, ?, 0)
     ON CONFLICT DO UPDATE SET split = excluded.split WHERE locked = 0 AND split <> excluded.split`,
  );
  let changed = 0;
  for (const [id, split] of members) changed += put.run(id, split).changes;
  return changed;
}

/** Takes the split of samples away, of locked ones too when they are named. @returns how many changed */
export function takeFromSplits(db: Database.Database, ids: Iterable<number>): number {
  const take = db.prepare<[number]>('DELETE FROM split_member WHERE sample_id = ?');
  let changed = 0;
  for (const id of ids) changed += take.run(id).changes;
  return changed;
}

/** Locks or unlocks the visible samples of some splits. @returns how many changed */
export function setLocked(db: Database.Database, splits: readonly SplitName[], locked: boolean): number {
  return db
    .prepare(
      `UPDATE split_member SET locked = ? WHERE locked <> ? AND split IN (SELECT value FROM json_each(?))
       AND sample_id IN (SELECT s.id FROM sample s WHERE ${VISIBLE_SAMPLE})`,
    )
    .run(Number(locked), Number(locked), JSON.stringify(splits)).changes;
}

/** Puts the samples of the running command into a split, or into none; locked ones stay. See `withTarget`. */
export function moveTarget(db: Database.Database, split: SplitName | null): { changed: number; locked: number } {
  const locked = db
    .prepare<[SplitName | null], number>(
      `SELECT count(*) FROM split_member m WHERE m.locked = 1 AND m.split IS NOT ?
       AND m.sample_id IN (SELECT sample_id FROM ${TARGET})`,
    )
    .pluck();
  const held = locked.get(split) ?? 0;
  if (split === null) {
    const { changes } = db
      .prepare(`DELETE FROM split_member WHERE locked = 0 AND sample_id IN (SELECT sample_id FROM ${TARGET})`)
      .run();
    return { changed: changes, locked: held };
  }
  const { changes } = db
    .prepare<[SplitName]>(
      `INSERT INTO split_member (sample_id, split, locked) SELECT sample_id, ?, 0 FROM ${TARGET} WHERE true
       ON CONFLICT DO UPDATE SET split = excluded.split WHERE locked = 0 AND split <> excluded.split`,
    )
    .run(split);
  return { changed: changes, locked: held };
}

/** @returns the rules as they were stored, undefined before the first split */
export function storedRules(db: Database.Database): unknown {
  const row = db.prepare<[], { rules: string }>('SELECT rules FROM split_rule WHERE id = 1').get();
  return row === undefined ? undefined : (JSON.parse(row.rules) as unknown);
}

/** Stores rules; the same rules again change nothing. */
export function storeRules(db: Database.Database, rules: object): void {
  db.prepare(
    `INSERT INTO split_rule (id, rules) VALUES (1, ?)
     ON CONFLICT DO UPDATE SET rules = excluded.rules WHERE rules <> excluded.rules`,
  ).run(JSON.stringify(rules));
}
