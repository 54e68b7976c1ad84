import { z } from 'zod';
import { JobId } from './ids.ts';
import { Json } from './json.ts';

export const JobState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted']);
export type JobState = z.infer<typeof JobState>;

export const JobRow = z.object({
  id: JobId,
  kind: z.string(),
  /** A short name of what it works on: a file, a grader. */
  subject: z.string(),
  state: JobState,
  stage: z.string().nullable(),
  done: z.int(),
  total: z.int().nullable(),
  failed: z.int(),
  resumable: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  result: Json.nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
});
export type JobRow = z.infer<typeof JobRow>;

/** @returns whether the job has ended for good; an interrupted job can still be resumed or discarded */
export function isTerminal(state: JobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}
