import type { Embedder, SimilarScope } from '../../../../shared/model/similar.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';

/** `methods` and `embedders` tell how each vector was made: only those of one embedder can be compared. */
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
export function vectorsOf(
  _project: ProjectContext,
  _ids: readonly number[],
  _options: EmbedOptions,
): Promise<Embedded> {
  return Promise.reject(new AppError('internal', 'Vectors are not there yet.'));
}
