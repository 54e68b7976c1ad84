import type { Embedder, LinkKind, ScanMethod, SimilarScope } from '../../../../shared/model/similar.ts';
import type { MapPoint, NewMap } from '../../store/maps.ts';
import type { StoredVector } from '../../store/text-vectors.ts';

/** What the thread is asked; it reads the project's file itself. One task a thread. */
export type SimilarTask =
  | { readonly t: 'scan'; readonly path: string; readonly scope: SimilarScope; readonly kind: LinkKind }
  | { readonly t: 'vectors'; readonly path: string; readonly scope: SimilarScope; readonly ids: readonly number[] }
  | { readonly t: 'map'; readonly path: string; readonly scope: SimilarScope; readonly seed: number };

export type ScannedFamily = { readonly key: string; readonly template: string; readonly members: readonly number[] };

/** Everything a scan found: links by the ids of samples. */
export type Scanned = {
  readonly texts: readonly { readonly id: number; readonly contentKey: string }[];
  readonly links: { readonly a: Float64Array; readonly b: Float64Array; readonly similarity: Float64Array };
  readonly families: readonly ScannedFamily[];
  readonly method: ScanMethod;
  /** Rows of kept vectors that nothing uses any more. */
  readonly unused: readonly number[];
};

export type VectorsMade = {
  readonly vectors: readonly Float32Array[];
  readonly embedders: readonly Embedder[];
};

export type MappedPoint = MapPoint & { readonly contentKey: string };
export type Mapped = Pick<NewMap, 'points' | 'clusters' | 'total' | 'embedders' | 'basis'>;

/** What the thread says: any number of `progress` and `learned`, then one of the others. */
export type SimilarMessage =
  | { readonly t: 'progress'; readonly stage: string; readonly done: number; readonly total: number }
  | { readonly t: 'learned'; readonly vectors: readonly StoredVector[] }
  | { readonly t: 'scanned'; readonly scanned: Scanned }
  | { readonly t: 'vectors'; readonly made: VectorsMade }
  | { readonly t: 'mapped'; readonly mapped: Mapped }
  | { readonly t: 'failed'; readonly message: string };

/** What a task tells while it works. */
export type ThreadPort = {
  readonly progress: (stage: string, done: number, total: number) => void;
  readonly learned: (vectors: readonly StoredVector[]) => void;
};
