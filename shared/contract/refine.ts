import { z } from 'zod';
import { SampleId } from '../model/ids.ts';
import { LinkKind, SimilarRow, SimilarScan, SimilarScope } from '../model/similar.ts';
import { command, job, query } from './define.ts';
import { FILTER_TABLES } from './tables.ts';
import { Changed, FilterText } from './target.ts';

export const DuplicateKind = z.enum(['prompt', 'trajectory']);

export const DuplicateGroup = z.object({
  /** Equal for the same content on any machine. */
  key: z.string(),
  kind: DuplicateKind,
  title: z.string(),
  members: z.array(
    z.object({
      sampleId: SampleId,
      title: z.string(),
      sourceName: z.string(),
      attempts: z.int(),
      hasReference: z.boolean(),
      decision: z.string(),
      reviews: z.int(),
      createdAt: z.number().nullable(),
    }),
  ),
  /** Most reviews, then most attempts, has a reference, oldest. */
  keeperId: SampleId,
  keeperReason: z.string(),
});
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

export const duplicates = {
  /** Exact duplicates: same prompt and tools, or the same whole trajectory. Excluded samples are left out. */
  groups: query({
    input: z.object({ kind: DuplicateKind, from: z.int().nonnegative(), limit: z.int().min(1).max(200) }),
    output: z.object({ total: z.int(), removable: z.int(), groups: z.array(DuplicateGroup) }),
    reads: ['sample', 'attempt', 'decision', 'review', 'source'],
  }),
  /**
   * `keep`: excludes the others with the reason `duplicate of S-…`. `merge`: moves the others' attempts, tags, flags and
   * reviews to the keeper, and their decision and note where it has none, then excludes the others. `both`: marks the group as looked at.
   */
  resolve: command({
    undo: 'journal',
    input: z.object({
      kind: DuplicateKind,
      /** null: every open group, each with its own keeper */
      key: z.string().nullable(),
      keeperId: SampleId.nullable(),
      action: z.enum(['keep', 'merge', 'both']),
    }),
    output: Changed,
  }),
  /** Finds samples like each other; scopes and kinds that are up to date are left alone. */
  scan: job({
    input: z.object({ scopes: z.array(SimilarScope).min(1), kinds: z.array(LinkKind).min(1) }),
    result: z.object({ scans: z.array(z.object({ scope: SimilarScope, kind: LinkKind, pairs: z.int() })) }),
  }),
  /** The samples most like one, the most similar first; `scans` is null where nothing was scanned yet. */
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

export const Quota = z.object({ value: z.string().max(300), count: z.int().nonnegative() });
export const BalanceSpec = z.object({
  /** Which samples take part. */
  filter: FilterText,
  facet: z.string().max(60),
  quotas: z.array(Quota).max(500),
  seed: z.int().min(0).max(2_147_483_647),
});
export type BalanceSpec = z.infer<typeof BalanceSpec>;
export const BalanceCell = z.object({
  value: z.string(),
  label: z.string(),
  available: z.int(),
  wanted: z.int(),
  kept: z.int(),
  short: z.int(),
});

export const balance = {
  preview: query({
    input: BalanceSpec,
    output: z.object({ cells: z.array(BalanceCell), kept: z.int(), leftOut: z.int(), short: z.int() }),
    reads: FILTER_TABLES,
  }),
  /** Includes the sampled ones and excludes the rest of the scope, as one action. */
  apply: command({
    undo: 'journal',
    input: BalanceSpec,
    output: z.object({ included: z.int(), excluded: z.int(), short: z.int() }),
  }),
};
