import type Database from 'better-sqlite3';
import type { Embedder, SimilarScope } from '../../../../shared/model/similar.ts';
import { tfidfVectors, VECTOR_SIZE } from '../../engine/vectors/tfidf.ts';
import { pack, unpack } from '../../engine/vectors/unit.ts';
import { createVectorReader, type StoredVector } from '../../store/text-vectors.ts';
import { chunksOf, createEncoder, meanVector } from './encoder.ts';
import type { ThreadPort } from './protocol.ts';
import type { TextGroup } from './read-texts.ts';

/** What is kept of a text to make its vector: its pieces for the encoder, or all of it that counts. */
export type VectorText = readonly string[];

/** Texts encoded between two words about progress; they are kept in the project from then on. */
const STEP = 48;

export function vectorText(text: string, embedder: Embedder): VectorText {
  return embedder === 'sentences' ? chunksOf(text) : [text];
}

/** @returns a vector of unit length for each group of texts; zeros where there are no words */
export async function makeVectors(
  db: Database.Database,
  scope: SimilarScope,
  groups: readonly TextGroup<VectorText>[],
  port: ThreadPort,
): Promise<Float32Array[]> {
  const vectors = new Map<TextGroup<VectorText>, Float32Array>();
  const parts = groups.filter(({ embedder }) => embedder === 'word-parts');
  const made = tfidfVectors(parts.map(({ kept }) => kept.join(' ')));
  for (const [at, group] of parts.entries()) vectors.set(group, made[at] ?? zeros());
  const kept = createVectorReader(db, scope, 'sentences');
  const missing: TextGroup<VectorText>[] = [];
  for (const group of groups) {
    if (group.embedder !== 'sentences') continue;
    const packed = kept(group.textHash);
    if (packed !== undefined) vectors.set(group, unpack(packed));
    else if (group.kept.length === 0) vectors.set(group, zeros());
    else missing.push(group);
  }
  await encodeAll(missing, (group, vector) => vectors.set(group, vector), port);
  return groups.map((group) => vectors.get(group) ?? zeros());
}

async function encodeAll(
  groups: readonly TextGroup<VectorText>[],
  put: (group: TextGroup<VectorText>, vector: Float32Array) => void,
  port: ThreadPort,
): Promise<void> {
  if (groups.length === 0) return;
  const encoder = await createEncoder();
  for (let from = 0; from < groups.length; from += STEP) {
    port.progress('meanings', from, groups.length);
    const step = groups.slice(from, from + STEP);
    const pieces = await encoder.encode(step.flatMap(({ kept }) => kept));
    const learned: StoredVector[] = [];
    let at = 0;
    for (const group of step) {
      const packed = pack(meanVector(pieces.slice(at, (at += group.kept.length)), VECTOR_SIZE));
      learned.push({ textHash: group.textHash, packed });
      // As it will be read when it is kept, so that both times give the same.
      put(group, unpack(packed));
    }
    port.learned(learned);
  }
  port.progress('meanings', groups.length, groups.length);
}

function zeros(): Float32Array {
  return new Float32Array(VECTOR_SIZE);
}
