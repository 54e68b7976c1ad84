import { z } from 'zod';
import { command, query } from './define.ts';
import { FILTER_TABLES } from './tables.ts';
import { FilterText } from './target.ts';

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
