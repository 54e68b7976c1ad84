import { z } from 'zod';
import { SampleId, SourceId } from '../model/ids.ts';
import { Likeness } from '../model/likeness.ts';
import { command, job, query } from './define.ts';
import { FILTER_TABLES } from './tables.ts';
import { Changed, FilterText } from './target.ts';

export const ProductionSource = z.object({
  sourceId: SourceId,
  name: z.string(),
  /** `profile`: counts only, its samples are out of sight. */
  kept: z.enum(['full', 'profile']),
  samples: z.int(),
  markedAt: z.number(),
});
export type ProductionSource = z.infer<typeof ProductionSource>;

const Comparison = z.object({
  /**
   * The curated set. null: the included samples when there are any, else all that are not excluded and of no production
   * source. Samples of production sources belong to production whatever their decision, and to the curated set only once
   * they are included or the filter names them.
   */
  filter: FilterText.nullable().default(null),
  /** One source to compare with, marked or not; null: all marked sources. */
  reference: SourceId.nullable().default(null),
});

/** A cell of `likeness.measure`'s `missing`, and how many undecided samples of it to take. */
const Proposal = z.object({
  facet: z.string().max(60),
  value: z.string().max(300),
  count: z.int().min(1).max(10_000),
  seed: z.int().min(0).max(2_147_483_647),
});

export const likeness = {
  /** The sources marked as production traffic. */
  sources: query({ input: z.object({}), output: z.array(ProductionSource), reads: ['source', 'sample', 'production'] }),
  /** Marks a source as production traffic, or takes the mark away with a profile kept of it. */
  setProduction: command({
    undo: 'journal',
    input: z.object({ sourceId: SourceId, isProduction: z.boolean() }),
    output: Changed,
  }),
  /** Stores the counts of a marked source, then removes its samples from sight as the removal of a source does. */
  keepProfile: command({ undo: 'journal', input: z.object({ sourceId: SourceId }), output: Changed }),
  /** What is compared, and the last result with whether anything it was measured on changed since. */
  compare: query({
    input: Comparison,
    output: z.object({
      production: z.array(ProductionSource),
      /** The curated set as a filter. */
      filter: z.string(),
      curated: z.int(),
      /** The curated set is the included samples. */
      isIncluded: z.boolean(),
      result: Likeness.nullable(),
      measuredAt: z.number().nullable(),
      isStale: z.boolean(),
    }),
    reads: [...FILTER_TABLES, 'production'],
  }),
  /** The drift of the last measurement of the included samples, for the gate; null without one or without production. */
  latest: query({
    input: z.object({}),
    output: z.object({ drift: Likeness.shape.drift, curated: z.int(), measuredAt: z.number() }).nullable(),
    reads: ['source', 'production'],
  }),
  /** Compares, and keeps the result where the project can be written. `text`: also tell the texts apart. */
  measure: job({ input: Comparison.extend({ text: z.boolean().default(true) }), result: Likeness }),
  /** What the drift of these samples would be, without interval: to show before anything is applied. null without production. */
  quick: query({
    input: z.object({ filter: FilterText }),
    output: z.object({ value: z.number(), facet: z.string(), title: z.string() }).nullable(),
    reads: [...FILTER_TABLES, 'production'],
  }),
  /** Which undecided samples a proposal takes: drawn by seed, reviewed and unflagged ones first. */
  propose: query({
    input: Proposal,
    output: z.object({
      /** Undecided samples of the cell, and the filter that shows them. */
      available: z.int(),
      filter: z.string(),
      chosen: z.array(z.object({ sampleId: SampleId, title: z.string() })),
      /** The filter that shows the chosen ones; null when there are none. */
      chosenFilter: z.string().nullable(),
    }),
    reads: FILTER_TABLES,
  }),
  /** Includes what `propose` answers for the same input. */
  include: command({ undo: 'journal', input: Proposal, output: Changed }),
};
