import { z } from 'zod';
import { ClusterKind, DuplicateKind, DuplicateSetup, KeeperReason } from '../model/duplicates.ts';
import { SampleId } from '../model/ids.ts';
import { LinkKind, SimilarRow, SimilarScan, SimilarScope } from '../model/similar.ts';
import { command, job, query } from './define.ts';
import { Changed } from './target.ts';

const READS = ['similar', 'sample', 'attempt', 'decision', 'review', 'score', 'grader', 'source'] as const;

/** Pairs by similarity, in steps from the floor to 1. */
export const SimilarityBins = z.array(z.object({ from: z.number(), to: z.number(), pairs: z.int() }));

export const ClusterRow = z.object({
  /** Names the cluster by its kind and members, so it is the same on any machine and gone when they change. */
  key: z.string(),
  kind: ClusterKind,
  /** The keeper's. */
  title: z.string(),
  size: z.int(),
  /** All of them, ascending. */
  memberIds: z.array(SampleId),
  /** Of the loosest link it takes to hold it together, by the measure of `kind`, 0 to 1; null for a template family */
  similarity: z.number().nullable(),
  keeperId: SampleId,
  /** How many members keeping only the keeper would exclude. */
  removable: z.int(),
});
export type ClusterRow = z.infer<typeof ClusterRow>;

export const ClusterMember = z.object({
  sampleId: SampleId,
  title: z.string(),
  sourceName: z.string(),
  lang: z.string().nullable(),
  attempts: z.int(),
  solved: z.int(),
  /** Mean of the last score run; null unscored */
  score: z.number().nullable(),
  /** Mean of what people scored it, with how many did; null for none */
  humanScore: z.number().nullable(),
  reviews: z.int(),
  hasReference: z.boolean(),
  decision: z.string(),
  createdAt: z.number().nullable(),
  /** To the keeper: 1 for a copy, the link's measure otherwise; null where the two are linked only through others */
  similarity: z.number().nullable(),
  /** Why it may not be excluded under `neverRemoveReviewed`. */
  isProtected: z.boolean(),
});
export type ClusterMember = z.infer<typeof ClusterMember>;

/** One reason why the cluster holds together: enough of them to span it, the strongest first. */
export const ClusterLink = z.object({
  a: SampleId,
  b: SampleId,
  kind: DuplicateKind,
  similarity: z.number(),
});

export const Cluster = ClusterRow.extend({
  members: z.array(ClusterMember),
  links: z.array(ClusterLink),
  keeperReason: KeeperReason.or(z.enum(['lowest', 'chosen'])),
  /** The text with its slots, for a template family. */
  template: z.string().nullable(),
  /** The members' references are not all the same. */
  referencesDiffer: z.boolean(),
  /** Members beyond the first 200 are counted in `size` only. */
  isCut: z.boolean(),
});
export type Cluster = z.infer<typeof Cluster>;

export const duplicates = {
  /** How many clusters there are by kind, and what keeping one of each would do. */
  overview: query({
    input: z.object({ setup: DuplicateSetup }),
    output: z.object({
      /** Clusters by kind; template families are not among `clusters`. */
      counts: z.record(ClusterKind, z.int()),
      clusters: z.int(),
      /** Samples in clusters, and samples not excluded in all. */
      inClusters: z.int(),
      samples: z.int(),
      wouldRemove: z.int(),
      /** By kind, as `wouldRemove` would be for that kind alone. */
      removable: z.record(DuplicateKind, z.int()),
      near: SimilarScan.nullable(),
      semantic: SimilarScan.nullable(),
      nearBins: SimilarityBins,
      semanticBins: SimilarityBins,
      /** Clusters a person looked at and left as they are. */
      settled: z.int(),
    }),
    reads: READS,
  }),
  /** Clusters that wait for a decision. Excluded samples are in none. */
  clusters: query({
    input: z.object({
      setup: DuplicateSetup,
      /** `all`: every kind but template families */
      kind: ClusterKind.or(z.literal('all')),
      sort: z.enum(['largest', 'similar', 'first']).default('largest'),
      from: z.int().nonnegative(),
      limit: z.int().min(1).max(1_000),
    }),
    output: z.object({ total: z.int(), rows: z.array(ClusterRow) }),
    reads: READS,
  }),
  /** One cluster with its members; null when it is no more, because a member changed or was decided. */
  cluster: query({
    input: z.object({ setup: DuplicateSetup, key: z.string().max(200), keeperId: SampleId.nullable().default(null) }),
    output: z.object({ cluster: Cluster.nullable() }),
    reads: READS,
  }),
  /**
   * `keep`: excludes the others with the reason `duplicate of S-…`. `merge`: moves the others' attempts, tags, flags and
   * reviews to the keeper, and their decision, note and reference where it has none, then excludes the others. `both`: the
   * cluster was looked at and stays until it gains or loses a member. `apart`: its members, or one of them from the rest,
   * are no duplicates and are never linked again.
   */
  resolve: command({
    undo: 'journal',
    input: z.object({
      setup: DuplicateSetup,
      /** null: every cluster of `kind` that waits, each with its own keeper */
      key: z.string().max(200).nullable(),
      kind: DuplicateKind.or(z.literal('all')).default('all'),
      keeperId: SampleId.nullable().default(null),
      /** For `apart`: only this one */
      memberId: SampleId.nullable().default(null),
      action: z.enum(['keep', 'merge', 'both', 'apart']),
    }),
    output: Changed,
  }),
  /** Finds samples like each other; scopes and kinds that are up to date are left alone. */
  scan: job({
    input: z.object({ scopes: z.array(SimilarScope).min(1), kinds: z.array(LinkKind).min(1) }),
    result: z.object({ scans: z.array(z.object({ scope: SimilarScope, kind: LinkKind, pairs: z.int() })) }),
  }),
  /** The samples most like one, the most similar first; `near` and `semantic` are null where nothing was scanned yet. */
  similar: query({
    input: z.object({ sampleId: SampleId, scope: SimilarScope, limit: z.int().min(1).max(200).default(50) }),
    output: z.object({
      total: z.int(),
      rows: z.array(SimilarRow),
      near: SimilarScan.nullable(),
      semantic: SimilarScan.nullable(),
    }),
    reads: ['similar', 'sample', 'attempt', 'decision', 'source'],
  }),
};
