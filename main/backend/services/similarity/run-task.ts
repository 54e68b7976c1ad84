import type Database from 'better-sqlite3';
import type { Embedder, SimilarScope } from '../../../../shared/model/similar.ts';
import { connect } from '../../db/open.ts';
import { VECTOR_SIZE } from '../../engine/vectors/tfidf.ts';
import { mapSamples } from './map-in-thread.ts';
import { makeVectors, vectorText } from './make-vectors.ts';
import type { SimilarMessage, SimilarTask, ThreadPort, VectorsMade } from './protocol.ts';
import { readGroups } from './read-texts.ts';
import { scanNear, scanSemantic } from './scan-in-thread.ts';

/** Does one task on a connection of its own that only reads, and tells what came of it. */
export async function runTask(task: SimilarTask, tell: (message: SimilarMessage) => void): Promise<void> {
  const port: ThreadPort = {
    progress: (stage, done, total) => tell({ t: 'progress', stage, done, total }),
    learned: (vectors) => tell({ t: 'learned', vectors }),
  };
  const db = connect(task.path, { readOnly: true });
  try {
    if (task.t === 'vectors') tell({ t: 'vectors', made: await vectorsFor(db, task.scope, task.ids, port) });
    else if (task.t === 'map') tell({ t: 'mapped', mapped: await mapSamples(db, task.scope, task.seed, port) });
    else {
      const { scope } = task;
      tell({
        t: 'scanned',
        scanned: task.kind === 'near' ? scanNear(db, scope, port) : await scanSemantic(db, scope, port),
      });
    }
  } finally {
    db.close();
  }
}

async function vectorsFor(
  db: Database.Database,
  scope: SimilarScope,
  ids: readonly number[],
  port: ThreadPort,
): Promise<VectorsMade> {
  const groups = readGroups(db, scope, ids, vectorText, port);
  const made = await makeVectors(db, scope, groups, port);
  const byId = new Map<number, { vector: Float32Array; embedder: Embedder }>();
  for (const [at, { ids: members, embedder }] of groups.entries())
    for (const id of members) byId.set(id, { vector: made[at] ?? new Float32Array(VECTOR_SIZE), embedder });
  return {
    vectors: ids.map((id) => byId.get(id)?.vector ?? new Float32Array(VECTOR_SIZE)),
    embedders: ids.map((id) => byId.get(id)?.embedder ?? 'sentences'),
  };
}
