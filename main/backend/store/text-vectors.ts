import type Database from 'better-sqlite3';
import type { Embedder, SimilarScope } from '../../../shared/model/similar.ts';

/** A vector by the hash of the text it was made of; packed as `engine/vectors/unit` does. */
export type StoredVector = { readonly textHash: string; readonly packed: Int16Array };

/** @returns a reader of kept vectors; undefined for a text that has none */
export function createVectorReader(
  db: Database.Database,
  scope: SimilarScope,
  embedder: Embedder,
): (textHash: string) => Int16Array | undefined {
  const read = db.prepare<[string, string, string], { vector: Buffer }>(
    'SELECT vector FROM text_vector WHERE scope = ? AND embedder = ? AND text_hash = ?',
  );
  return (textHash) => {
    const row = read.get(scope, embedder, textHash);
    if (row === undefined) return undefined;
    // A copy, since a buffer of the driver may begin at an odd byte.
    const bytes = new Uint8Array(row.vector);
    return new Int16Array(bytes.buffer);
  };
}

export function putVectors(
  db: Database.Database,
  scope: SimilarScope,
  embedder: Embedder,
  vectors: readonly StoredVector[],
): void {
  const put = db.prepare(
    'INSERT INTO text_vector (scope, embedder, text_hash, vector) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  for (const { textHash, packed } of vectors)
    put.run(scope, embedder, textHash, Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength));
}

/** @returns the rows of vectors of texts that no sample has any more */
export function unusedVectors(
  db: Database.Database,
  scope: SimilarScope,
  embedder: Embedder,
  used: ReadonlySet<string>,
): number[] {
  return db
    .prepare<[string, string], { id: number; textHash: string }>(
      'SELECT id, text_hash AS textHash FROM text_vector WHERE scope = ? AND embedder = ?',
    )
    .all(scope, embedder)
    .filter(({ textHash }) => !used.has(textHash))
    .map(({ id }) => id);
}

/** Forgets all vectors: they are made again from what the texts are by then. */
export function forgetVectors(db: Database.Database): void {
  db.exec('DELETE FROM text_vector');
}

export function dropVectors(db: Database.Database, rows: readonly number[]): void {
  const drop = db.prepare('DELETE FROM text_vector WHERE id = ?');
  for (const row of rows) drop.run(row);
}
