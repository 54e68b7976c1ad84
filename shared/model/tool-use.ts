import { z } from 'zod';

/**
 * What is measured of tool use, one value an attempt, but `parallel`: one a step that calls tools. `errors` are calls that
 * failed, `retries` failed calls whose tool was called again in a later step, `repeats` calls made before in the attempt
 * with the same name and arguments. Latency is in ms.
 */
export const TOOL_MEASURES = [
  'calls',
  'parallel',
  'unique',
  'steps',
  'latency',
  'tokens',
  'repeats',
  'errors',
  'retries',
] as const;
export const ToolMeasure = z.enum(TOOL_MEASURES);
export type ToolMeasure = z.infer<typeof ToolMeasure>;

/** How values lie; percentiles are interpolated linearly. `count` is how many were measured: latency may be unknown. */
export const Spread = z.object({
  count: z.int(),
  mean: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  max: z.number(),
});
export type Spread = z.infer<typeof Spread>;

export const ToolUseStats = z.object({
  samples: z.int(),
  attempts: z.int(),
  /** All calls of these attempts. */
  calls: z.int(),
  /** Failed calls' share of all calls, null without a call. */
  errorRate: z.number().nullable(),
  /** The share of failed calls whose tool was called again later, null without a failed call. */
  retryRate: z.number().nullable(),
  /** The share of calls that were made before with the same arguments, null without a call. */
  repeatRate: z.number().nullable(),
  /** null where nothing was measured */
  spreads: z.record(ToolMeasure, Spread.nullable()),
});
export type ToolUseStats = z.infer<typeof ToolUseStats>;

/** `from` belongs to it, `to` does not; the last one has no end (`to` null) when a tail reaches beyond. */
export const ToolUseBin = z.object({
  from: z.number(),
  to: z.number().nullable(),
  count: z.int(),
  /** Of the set compared with; 0 where there is none. */
  against: z.int(),
});
export type ToolUseBin = z.infer<typeof ToolUseBin>;
