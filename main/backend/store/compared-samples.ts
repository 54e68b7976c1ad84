import type Database from 'better-sqlite3';
import type { ComparedSample } from '../engine/compared-text.ts';
import { VISIBLE_SAMPLE } from './counts.ts';

export type StoredCompared = ComparedSample & { readonly id: number; readonly lang: string | null };

/** Prompts of all visible samples, one at a time. */
export function eachPrompt(db: Database.Database): IterableIterator<string> {
  return db
    .prepare<[], string>(
      `SELECT b.prompt FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE ${VISIBLE_SAMPLE}`,
    )
    .pluck()
    .iterate();
}

/** @returns a reader of a sample's compared texts; undefined for one that is gone. `withAttempt`: else it is '[]' */
export function createComparedReader(
  db: Database.Database,
  withAttempt: boolean,
): (id: number) => StoredCompared | undefined {
  const first = '(SELECT a.body FROM attempt a WHERE a.sample_id = s.id ORDER BY a.idx LIMIT 1)';
  const read = db.prepare<[number], StoredCompared>(
    `SELECT s.id, s.lang, b.prompt, b.reference, ${withAttempt ? `coalesce(${first}, '[]')` : "'[]'"} AS attempt
     FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE s.id = ?`,
  );
  return (id) => read.get(id);
}
