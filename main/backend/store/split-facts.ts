import type Database from 'better-sqlite3';
import { VISIBLE_SAMPLE } from './counts.ts';

/** What of a sample decides with which others it belongs together. */
export type KeyRow = {
  readonly id: number;
  readonly uid: string;
  readonly promptHash: string;
  readonly sourceId: number;
  readonly sourceName: string;
  readonly sourcePos: number;
  readonly sourceRef: string | null;
  readonly taskKey: string | null;
};

/** @returns visible samples by id */
export function keyRows(db: Database.Database): KeyRow[] {
  return db
    .prepare<[], KeyRow>(
      `SELECT s.id, s.uid, s.prompt_hash AS promptHash, s.source_id AS sourceId, o.name AS sourceName,
         s.source_pos AS sourcePos, s.source_ref AS sourceRef, s.task_key AS taskKey
       FROM sample s JOIN source o ON o.id = s.source_id WHERE ${VISIBLE_SAMPLE} ORDER BY s.id`,
    )
    .all();
}

export type FieldRow = { readonly id: number; readonly reference: string; readonly extras: string | null };

/** Reference and metadata of visible samples as stored, by id. */
export function fieldRows(db: Database.Database): IterableIterator<FieldRow> {
  return db
    .prepare<[], FieldRow>(
      `SELECT s.id, b.reference, b.extras FROM sample s JOIN sample_body b ON b.sample_id = s.id
       WHERE ${VISIBLE_SAMPLE} AND (b.reference <> '{}' OR b.extras IS NOT NULL) ORDER BY s.id`,
    )
    .iterate();
}

/** @returns how many visible samples have that decision */
export function countDecided(db: Database.Database, state: 'include' | 'exclude'): number {
  return (
    db
      .prepare<[string], number>(
        `SELECT count(*) FROM decision d JOIN sample s ON s.id = d.sample_id WHERE d.state = ? AND ${VISIBLE_SAMPLE}`,
      )
      .pluck()
      .get(state) ?? 0
  );
}
