import { z } from 'zod';
import { command, query } from './define.ts';
import { FILTER_TABLES, type Table } from './tables.ts';
import { FilterText } from './target.ts';

/** Where the quotas come from. `production` is like the whole set while no source is marked as production traffic. */
export const BalanceAim = z.enum(['production', 'equal', 'custom']);
export type BalanceAim = z.infer<typeof BalanceAim>;

/** What is excluded by sampling says so in its reason, and can be drawn again. */
export const SET_ASIDE = 'set aside by sampling';
/** Which samples take part when nothing else is said: what nobody excluded. */
export const BALANCE_POOL = `-decision:exclude or reason:"${SET_ASIDE}"`;

/** A value of each facet, in their order, and how many samples or which share of the target it gets. */
export const Quota = z.object({
  values: z.array(z.string().max(2_000)).min(1).max(2),
  amount: z.number().min(0).max(10_000_000),
});
export type Quota = z.infer<typeof Quota>;

export const BalanceSpec = z.object({
  /** Which samples take part; null for `BALANCE_POOL`. */
  filter: FilterText.nullable().default(null),
  facets: z.array(z.string().max(60)).min(1).max(2),
  aim: BalanceAim,
  /** Samples in all; null for as many as there are now. Counts of a custom aim add up by themselves. */
  target: z.int().min(0).max(10_000_000).nullable().default(null),
  /** For the aim `custom`. Values without a quota keep nothing. */
  quotas: z.array(Quota).max(2_000).default([]),
  /** Shares are parts of the target, 0 to 1, together 1 at most. */
  unit: z.enum(['count', 'share']).default('count'),
  /** Reviewed samples stay even where a quota is full; they are told apart as `over`. */
  keepReviewed: z.boolean().default(false),
  /** At least so many of every value of these facets, as far as the quotas have room; 0 for none. */
  floor: z
    .object({ atLeast: z.int().min(0).max(10_000), facets: z.array(z.string().max(60)).max(5) })
    .default({ atLeast: 0, facets: [] }),
  /** The same seed, samples and decisions give the same choice on any machine. */
  seed: z.int().min(0).max(2_147_483_647),
});
export type BalanceSpec = z.infer<typeof BalanceSpec>;

export const BalanceCell = z.object({
  /** One value of each facet. */
  values: z.array(z.string()),
  label: z.string(),
  /** Selects its samples by the filter language; null for a value that no sample in sight has. */
  term: z.string().nullable(),
  /** Samples of the current set that have it, of the set after sampling, and of all that take part. */
  now: z.int(),
  after: z.int(),
  available: z.int(),
  wanted: z.int(),
  /** Filled places: `wanted` less `short`. */
  kept: z.int(),
  short: z.int(),
  /** Reviewed samples that stay beyond the quota. */
  over: z.int(),
});
export type BalanceCell = z.infer<typeof BalanceCell>;

/** How many, and a filter that shows exactly these samples; null when there are too many to name. */
const Group = z.object({ count: z.int(), filter: z.string().nullable() });

export const LeftOutReason = z.enum(['over_quota', 'no_quota', 'no_value']);
export type LeftOutReason = z.infer<typeof LeftOutReason>;

export const BalancePreview = z.object({
  cells: z.array(BalanceCell),
  /** Samples that take part; the filter is the one in use. */
  pool: z.int(),
  filter: z.string(),
  /** The current set: the included samples of the pool, or all of it while none is included. */
  now: z.int(),
  /** Some samples fit several cells; each fills a place of one. */
  isShared: z.boolean(),
  isIncluded: z.boolean(),
  /** Where `production` quotas come from. `estimated`: of a pair, where only counts of single facets are kept. */
  basis: z.enum(['production', 'estimated', 'set', 'none']),
  wanted: z.int(),
  kept: z.int(),
  short: z.int(),
  over: z.int(),
  /** All that would be included. */
  chosen: Group,
  stay: Group,
  added: Group,
  /** Of the current set; excluded by applying, with the reason. */
  setAside: Group,
  /** Everything that is not chosen, by why. */
  leftOut: z.array(Group.extend({ reason: LeftOutReason })),
  /** Values that have less than the floor wants. */
  belowFloor: z.array(
    z.object({
      facet: z.string(),
      title: z.string(),
      value: z.string(),
      label: z.string(),
      term: z.string(),
      available: z.int(),
      wanted: z.int(),
      kept: z.int(),
    }),
  ),
});
export type BalancePreview = z.infer<typeof BalancePreview>;

const READS = [...FILTER_TABLES, 'split', 'production'] as const satisfies readonly Table[];

export const balance = {
  /** What applying would do. Nothing is written. */
  preview: query({ input: BalanceSpec, output: BalancePreview, reads: READS }),
  /**
   * Includes what the quotas choose and excludes what leaves the current set, as one action. Undecided samples that are not
   * chosen stay undecided.
   */
  apply: command({
    undo: 'journal',
    input: BalanceSpec,
    output: z.object({ included: z.int(), added: z.int(), excluded: z.int(), short: z.int() }),
  }),
};
