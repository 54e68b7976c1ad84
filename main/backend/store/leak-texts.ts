import type Database from 'better-sqlite3';
import { VISIBLE_SAMPLE } from './counts.ts';

export type StoredTrace = { readonly id: number; readonly prompt: string; readonly attempts: readonly string[] };

/** References of visible samples that have one, as canonical JSON, by id. */
export function storedReferences(db: Database.Database): { id: number; reference: string }[] {
  return db
    .prepare<[], { id: number; reference: string }>(
      `SELECT s.id, b.reference FROM sample s JOIN sample_body b ON b.sample_id = s.id
       WHERE ${VISIBLE_SAMPLE} AND s.has_reference = 1 ORDER BY s.id`,
    )
    .all();
}

/** @returns ids of visible samples after one, in order, at most `limit` */
export function visibleAfter(db: Database.Database, after: number, limit: number): number[] {
  return db
    .prepare<[number, number], number>(
      `SELECT s.id FROM sample s WHERE s.id > ? AND ${VISIBLE_SAMPLE} ORDER BY s.id LIMIT ?`,
    )
    .pluck()
    .all(after, limit);
}

/** Made once for many samples. @returns a reader of prompts and attempts as stored; undefined for a sample that is gone */
export function createTraceReader(db: Database.Database): (id: number) => StoredTrace | undefined {
  const prompt = db.prepare<[number], string>('SELECT prompt FROM sample_body WHERE sample_id = ?').pluck();
  const bodies = db.prepare<[number], string>('SELECT body FROM attempt WHERE sample_id = ? ORDER BY idx').pluck();
  return (id) => {
    const text = prompt.get(id);
    return text === undefined ? undefined : { id, prompt: text, attempts: bodies.all(id) };
  };
}
