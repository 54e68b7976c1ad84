import { z } from 'zod';

/**
 * Production traffic as counts: samples by the values of each facet, and numbers by value. What is not here was not kept, so
 * nothing of a text can be told from it.
 */
export const Profile = z.object({
  version: z.literal(1),
  samples: z.int().nonnegative(),
  facets: z.record(
    z.string(),
    z.object({
      /** Of the facet when it was counted. */
      version: z.int(),
      /** Samples that have a value. */
      samples: z.int(),
      values: z.array(z.object({ value: z.string(), label: z.string(), term: z.string(), count: z.int() })),
    }),
  ),
  /** For each measure, numbers at two significant digits with how often they occur, ascending. */
  numbers: z.record(z.string(), z.array(z.tuple([z.number(), z.int()]))),
});
export type Profile = z.infer<typeof Profile>;

/** @returns a number at two significant digits: what a profile keeps of it */
export function coarse(value: number): number {
  return Number(value.toPrecision(2));
}
