import type { Embedder, SimilarScope } from '../../../../shared/model/similar.ts';
import { invariant } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { putVectors, type StoredVector } from '../../store/text-vectors.ts';
import { inThread } from './thread.ts';

/** `embedders` and `methods` tell how each vector was made: only those of one embedder can be compared. */
export type Embedded = {
  readonly ids: readonly number[];
  readonly vectors: readonly Float32Array[];
  readonly embedders: readonly Embedder[];
  readonly methods: readonly { readonly embedder: Embedder; readonly count: number }[];
};

export type EmbedOptions = {
  readonly scope: SimilarScope;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
};

/**
 * A vector of unit length for each sample, in the order of `ids`; of 512 numbers by either embedder. Texts without words
 * have a vector of zeros. Works in a thread of its own; vectors of sentences are kept in the project by their text.
 *
 * @throws {AppError} `cancelled`
 */
export async function vectorsOf(
  project: ProjectContext,
  ids: readonly number[],
  { scope, signal, onProgress }: EmbedOptions,
): Promise<Embedded> {
  const answer = await inThread(
    { t: 'vectors', path: project.path, scope, ids },
    (message) => {
      if (message.t === 'learned') keepVectors(project, scope, message.vectors);
      else if (message.stage === 'meanings') onProgress?.(message.done, message.total);
    },
    signal,
  );
  invariant(answer.t === 'vectors', 'a task for vectors answers with vectors');
  const { vectors, embedders } = answer.made;
  const methods = (['sentences', 'word-parts'] as const)
    .map((embedder) => ({ embedder, count: embedders.filter((one) => one === embedder).length }))
    .filter(({ count }) => count > 0);
  return { ids, vectors, embedders, methods };
}

/** A project that only reads does without: its vectors are made again the next time. */
export function keepVectors(project: ProjectContext, scope: SimilarScope, vectors: readonly StoredVector[]): void {
  if (project.journal === null || !project.db.open) return;
  project.write([], () => putVectors(project.db, scope, 'sentences', vectors));
}
