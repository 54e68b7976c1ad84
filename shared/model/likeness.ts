import { z } from 'zod';

/** What a measure says of its limit. `unmeasured` is never taken for met. */
export const GateState = z.enum(['pass', 'watch', 'stop', 'unmeasured']);
export type GateState = z.infer<typeof GateState>;

/** Limits of the gate on drift, for the upper end of the interval of the widest facet. */
export const DRIFT_LIMITS = { pass: 0.1, stop: 0.2 } as const;

/** A facet's value in both sets. Counts are of samples, a sample once under each value it has. */
const LikenessValue = z.object({
  value: z.string(),
  label: z.string(),
  /** The filter term that selects it. */
  term: z.string(),
  curated: z.int(),
  production: z.int(),
});

export const FacetLikeness = z.object({
  key: z.string(),
  title: z.string(),
  /** Whether it counts for the drift: traits of traffic do, what curation adds (tags, flags, references, scores) does not. */
  isGated: z.boolean(),
  /** Some samples have several values, so that shares add up to more than 1. */
  hasSeveral: z.boolean(),
  /** Samples of each set that have a value. */
  curated: z.int(),
  production: z.int(),
  /** Jensen-Shannon distance of the two mixes, 0..1; null when a set has no value. */
  distance: z.number().nullable(),
  /** 95 % interval; null without a distance. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** How often a random division of the same samples is at least as far apart; null when it cannot be told. */
  pValue: z.number().nullable(),
  state: GateState,
  /** Too few samples to tell: the interval begins within the pass limit and is longer than that. */
  isWide: z.boolean(),
  values: z.array(LikenessValue),
  /** Values beyond those listed, the rarest ones. */
  more: z.int(),
});
export type FacetLikeness = z.infer<typeof FacetLikeness>;

const NumberSummary = z.object({ count: z.int(), p50: z.number(), p95: z.number() });
const NumberBin = z.object({
  /** Both ends are in the bin; null at an open end. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  term: z.string().nullable(),
  curated: z.int(),
  production: z.int(),
});
export const NumberLikeness = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.enum(['count', 'characters', 'tokens', 'ms', 'score']),
  /** Population stability index over the deciles of production; null when a set has no number. */
  psi: z.number().nullable(),
  curated: NumberSummary.nullable(),
  production: NumberSummary.nullable(),
  bins: z.array(NumberBin),
});
export type NumberLikeness = z.infer<typeof NumberLikeness>;

export const TextLikeness = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('measured'),
    /** Texts are only compared within one way of making vectors. Most texts first. */
    parts: z
      .array(
        z.object({
          embedder: z.enum(['sentences', 'word-parts']),
          curated: z.int(),
          production: z.int(),
          /** Area under the curve of a classifier that tells the sets apart: 0.5 cannot, 1 always. */
          auc: z.number(),
          low: z.number(),
          high: z.number(),
        }),
      )
      .min(1),
  }),
  z.object({
    state: z.literal('unmeasured'),
    /** `profile`: production is kept as counts only. `few`: under 20 texts in a set. `skipped`: not asked for. */
    reason: z.enum(['profile', 'few', 'skipped']),
  }),
]);
export type TextLikeness = z.infer<typeof TextLikeness>;

/** A cell that production has more of than the curated set. */
export const MissingCell = z.object({
  facet: z.string(),
  facetTitle: z.string(),
  value: z.string(),
  label: z.string(),
  term: z.string(),
  /** Shares of the samples that have a value of the facet, 0..1. */
  production: z.number(),
  curated: z.number(),
  /** How many samples of the cell bring its share here to that in production. */
  toAdd: z.int(),
});
export type MissingCell = z.infer<typeof MissingCell>;

export const Likeness = z.object({
  curated: z.int(),
  production: z.int(),
  /** Samples of production of which only counts are kept. */
  profiled: z.int(),
  seed: z.int(),
  /** Resamples behind each interval, and divisions behind each p-value. */
  resamples: z.int(),
  /** The facet whose interval reaches highest among those that count; null when none was measured. */
  drift: z
    .object({
      facet: z.string(),
      title: z.string(),
      value: z.number(),
      low: z.number(),
      high: z.number(),
      state: GateState,
      isWide: z.boolean(),
    })
    .nullable(),
  facets: z.array(FacetLikeness),
  numbers: z.array(NumberLikeness),
  text: TextLikeness,
  missing: z.array(MissingCell),
});
export type Likeness = z.infer<typeof Likeness>;
