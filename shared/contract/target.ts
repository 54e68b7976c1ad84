import { z } from 'zod';
import { SampleId, ViewId } from '../model/ids.ts';

/** A query of the filter language; the empty text means all samples. */
export const FilterText = z.string().max(4_000);

/**
 * Which samples a command means. `ranges` are half-open positions `[from, to)` of a view, so "all 40,000 matching" is
 * one command and no list of ids crosses the wire.
 */
export const SampleTarget = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids: z.array(SampleId).min(1).max(10_000) }),
  z.object({
    by: z.literal('view'),
    viewId: ViewId,
    ranges: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])).max(10_000),
  }),
  z.object({ by: z.literal('filter'), filter: FilterText }),
]);
export type SampleTarget = z.infer<typeof SampleTarget>;

export const SortKey = z.enum([
  'id',
  'newest',
  'title',
  'source',
  'calls',
  'steps',
  'attempts',
  'reward',
  'score',
  'tokens',
  'latency',
  'decision',
  'flags',
]);
export const Sort = z.object({ key: SortKey, descending: z.boolean() });
export type Sort = z.infer<typeof Sort>;

export const Changed = z.object({ changed: z.int() });
export const Empty = z.object({});
