import type Database from 'better-sqlite3';
import type { SampleTexts } from '../engine/sample-texts.ts';
import type { PreparedSample } from './prepared.ts';
import { refreshSamples } from './search-index.ts';
import { updateSample } from './sample-edits.ts';

export type StoredTexts = SampleTexts & { readonly id: number; readonly title: string };

/** Reads one sample's texts as they are stored; undefined when it is gone. */
export type TextReader = (id: number) => StoredTexts | undefined;

/** Made once for many samples: preparing the statements takes longer than running them. */
export function createTextReader(db: Database.Database): TextReader {
  const sample = db.prepare<[number], Omit<StoredTexts, 'attempts'>>(
    `SELECT s.id, s.title, b.prompt, b.tools, b.reference, b.extras FROM sample s JOIN sample_body b ON b.sample_id = s.id
     WHERE s.id = ?`,
  );
  const attempts = db.prepare<[number], SampleTexts['attempts'][number]>(
    'SELECT id, body, extras FROM attempt WHERE sample_id = ? ORDER BY idx',
  );
  return (id) => {
    const row = sample.get(id);
    return row === undefined ? undefined : { ...row, attempts: attempts.all(id) };
  };
}

/** @returns the texts of samples as they are stored; those that are gone are left out */
export function readTexts(db: Database.Database, ids: readonly number[]): StoredTexts[] {
  const read = createTextReader(db);
  return ids.flatMap((id) => read(id) ?? []);
}

/** @returns whether two readings of a sample are the same */
export function areSameTexts(a: StoredTexts, b: StoredTexts): boolean {
  const { attempts, ...own } = a;
  return (
    attempts.length === b.attempts.length &&
    attempts.every((one, at) => {
      const other = b.attempts[at];
      return one.id === other?.id && one.body === other.body && one.extras === other.extras;
    }) &&
    Object.entries(own).every(([name, value]) => b[name as keyof typeof own] === value)
  );
}

/** Characters of the texts of a sample, to keep batches small. */
export function textSize({ prompt, tools, reference, attempts }: SampleTexts): number {
  return prompt.length + tools.length + reference.length + attempts.reduce((sum, one) => sum + one.body.length, 0);
}

/**
 * Writes texts of a sample as an edit does: revision, hashes, counts, search. Attempts that did not change are left alone.
 *
 * @param prepared the same texts with their hashes and counts, attempts in the same order
 */
export function writeTexts(
  db: Database.Database,
  before: StoredTexts,
  after: SampleTexts,
  prepared: PreparedSample,
): void {
  updateSample(db, before.id, prepared);
  if (after.extras !== before.extras)
    db.prepare('UPDATE sample_body SET extras = ? WHERE sample_id = ?').run(after.extras, before.id);
  const update = db.prepare(
    'UPDATE attempt SET body = ?, extras = ?, content_hash = ? WHERE id = ? AND (body <> ? OR extras IS NOT ? OR content_hash <> ?)',
  );
  for (const [at, { id, body, extras }] of after.attempts.entries()) {
    const hash = prepared.attempts[at]?.contentHash ?? '';
    update.run(body, extras, hash, id, body, extras, hash);
  }
  refreshSamples(db, [before.id]);
}
