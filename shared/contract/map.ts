import { z } from 'zod';
import { SampleId } from '../model/ids.ts';
import { Embedder, SimilarScope } from '../model/similar.ts';
import { job, query } from './define.ts';
import { ROW_TABLES } from './tables.ts';

const Seed = z.int().min(0).max(2_147_483_647);

/** Samples that lie together. `sampleId` is the one nearest to the middle, whose title names the cluster. */
export const MapCluster = z.object({
  cluster: z.int(),
  sampleId: SampleId,
  title: z.string(),
  samples: z.int(),
  /** Of sources marked as production traffic. */
  production: z.int(),
  included: z.int(),
});
export type MapCluster = z.infer<typeof MapCluster>;

/** What the points are coloured by. */
export const MapValue = z.object({ label: z.string(), count: z.int(), term: z.string().nullable() });
export type MapValue = z.infer<typeof MapValue>;

/** When and how a map was made, and whether samples or production sources changed since. */
export const MapFacts = z.object({
  madeAt: z.number(),
  seed: z.int(),
  /** On the map. */
  samples: z.int(),
  /** That could be: more than 20,000 are shown by a seeded sample of them. */
  total: z.int(),
  embedders: z.array(z.object({ embedder: Embedder, count: z.int() })),
  stale: z.boolean(),
  changed: z.int(),
  /** Whose samples the clusters are of: all, where no source is marked as production traffic. */
  basis: z.enum(['production', 'all']),
});
export type MapFacts = z.infer<typeof MapFacts>;

export const map = {
  /** The map of a scope; null before it was made. `colour`: a facet, or null for the clusters. */
  get: query({
    input: z.object({ scope: SimilarScope, colour: z.string().max(60).nullable().default(null) }),
    output: MapFacts.extend({
      /** Columns of equal length. Places are 0 … 1; `value` is a position in `values`. */
      points: z.object({
        ids: z.array(z.int()),
        x: z.array(z.number()),
        y: z.array(z.number()),
        cluster: z.array(z.int()),
        value: z.array(z.int()),
      }),
      /** The most common first; of a sample with several, the most common counts. */
      values: z.array(MapValue),
      clusters: z.array(MapCluster),
    }).nullable(),
    reads: [...ROW_TABLES, 'review', 'similar', 'production', 'setting', 'split'],
  }),
  /**
   * How many clusters the included samples of the map touch as they are added in the order of their decisions. A sample
   * touches a cluster when it is as near to its middle as the farthest sample that made it.
   */
  coverage: query({
    input: z.object({ scope: SimilarScope }),
    output: MapFacts.extend({
      clusters: z.int(),
      included: z.int(),
      /** Included samples that are not on the map, hence not counted. */
      notOnMap: z.int(),
      /** After each sample that touched another cluster, and after the last. */
      steps: z.array(z.object({ samples: z.int(), touched: z.int() })),
      untouched: z.array(MapCluster),
    }).nullable(),
    reads: [...ROW_TABLES, 'similar', 'production'],
  }),
  /** Makes the map anew: the same samples and seed give the same places. */
  make: job({
    input: z.object({ scope: SimilarScope, seed: Seed }),
    result: z.object({ samples: z.int(), total: z.int(), clusters: z.int() }),
  }),
};
