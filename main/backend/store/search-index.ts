import type Database from 'better-sqlite3';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import { searchText, type SearchText } from '../engine/search-text.ts';

/** @returns functions that put one sample's row into the index or take it out */
export function createSearchWriter(db: Database.Database): {
  readonly add: (id: number, text: SearchText) => void;
  readonly remove: (id: number) => void;
} {
  const insert = db.prepare(
    'INSERT INTO sample_fts (rowid, prompt, answers, tools, results, reference) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM sample_fts WHERE rowid = ?');
  return {
    add: (id, text) => void insert.run(id, text.prompt, text.answers, text.tools, text.results, text.reference),
    remove: (id) => void remove.run(id),
  };
}

/** Makes the index rows of these samples again from what is stored; ids that are gone lose theirs. */
export function refreshSamples(db: Database.Database, ids: readonly number[]): void {
  const writer = createSearchWriter(db);
  const sample = db.prepare<[number], { title: string; prompt: string; tools: string; reference: string }>(
    'SELECT s.title, b.prompt, b.tools, b.reference FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE s.id = ?',
  );
  const attempts = db.prepare<[number], { body: string }>('SELECT body FROM attempt WHERE sample_id = ? ORDER BY idx');
  for (const id of ids) {
    writer.remove(id);
    const row = sample.get(id);
    if (row === undefined) continue;
    // Bodies are written by the importing and editing services from these very types.
    writer.add(
      id,
      searchText({
        title: row.title,
        prompt: JSON.parse(row.prompt) as Message[],
        tools: JSON.parse(row.tools) as ToolDef[],
        referenceJson: row.reference,
        attempts: attempts.all(id).map((attempt) => JSON.parse(attempt.body) as Message[]),
      }),
    );
  }
}
