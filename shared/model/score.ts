import { z } from 'zod';
import { AttemptId, GraderId, RunId, SampleId } from './ids.ts';
import { Json } from './json.ts';

export const ScoreState = z.enum(['scored', 'skipped', 'errored']);
export type ScoreState = z.infer<typeof ScoreState>;

/** One part of a score: the whole grader, or a sub-grader of a `multi` under its key. */
export type ScorePart = {
  readonly key: string;
  readonly type: string;
  readonly state: ScoreState;
  /** null unless scored */
  readonly value: number | null;
  /** What a trainer would pay: 0 for an errored part. */
  readonly platformValue: number | null;
  readonly reason: string | null;
  /** Rendered inputs by name (`input`, `reference`), the definition used, printed output and the like. */
  readonly detail: { readonly [key: string]: unknown };
  readonly durationUs: number | null;
  readonly parts: readonly ScorePart[];
};

export const ScorePartSchema: z.ZodType<ScorePart> = z.object({
  key: z.string(),
  type: z.string(),
  state: ScoreState,
  value: z.number().nullable(),
  platformValue: z.number().nullable(),
  reason: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  durationUs: z.number().nullable(),
  get parts() {
    return z.array(ScorePartSchema);
  },
});

export const ScoreRow = z.object({
  sampleId: SampleId,
  attemptId: AttemptId.nullable(),
  /** What was graded when there was no attempt. */
  on: z.enum(['attempt', 'reference', 'pasted']),
  state: ScoreState,
  value: z.number().nullable(),
  platformValue: z.number().nullable(),
  reason: z.string().nullable(),
  detail: ScorePartSchema.nullable(),
});
export type ScoreRow = z.infer<typeof ScoreRow>;

export const RunRow = z.object({
  id: RunId,
  graderId: GraderId,
  graderName: z.string(),
  version: z.int(),
  scope: Json,
  total: z.int().nullable(),
  scored: z.int(),
  skipped: z.int(),
  errored: z.int(),
  /** Over scored values only; null when none. */
  mean: z.number().nullable(),
  std: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Scores made on a sample revision that has changed since. */
  stale: z.int(),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
});
export type RunRow = z.infer<typeof RunRow>;
