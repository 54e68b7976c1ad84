import { z } from 'zod';
import { AttemptId, SampleId } from '../model/ids.ts';
import { command, query } from './define.ts';
import { FILTER_TABLES } from './tables.ts';
import { Changed, Empty, FilterText } from './target.ts';

export const Verdict = z.enum(['accept', 'needs_work', 'reject', 'skip']);
export type Verdict = z.infer<typeof Verdict>;

export const Review = z.object({
  id: z.int(),
  sampleId: SampleId,
  reviewer: z.string(),
  state: z.enum(['draft', 'submitted', 'second_look']),
  verdict: Verdict.nullable(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  scores: z.array(z.object({ attemptId: AttemptId.nullable(), itemKey: z.string(), value: z.number() })),
  createdAt: z.number(),
  submittedAt: z.number().nullable(),
});
export type Review = z.infer<typeof Review>;

export const QueueItem = z.object({
  sampleId: SampleId,
  title: z.string(),
  /** Rule ids of the open flags; the first is shown. */
  flags: z.array(z.string()),
  verdict: Verdict.nullable(),
  state: z.enum(['pending', 'draft', 'submitted', 'second_look', 'skipped']),
});

export const reviews = {
  /** Samples with an open flag (or matching the filter), pending first in a stable order, then those done by this reviewer. */
  queue: query({
    input: z.object({
      filter: FilterText.nullable(),
      reviewer: z.string().max(120),
      from: z.int().nonnegative(),
      limit: z.int().min(1).max(1_000),
    }),
    output: z.object({
      total: z.int(),
      pending: z.int(),
      accepted: z.int(),
      needWork: z.int(),
      rejected: z.int(),
      skipped: z.int(),
      items: z.array(QueueItem),
    }),
    reads: FILTER_TABLES,
  }),
  forSample: query({ input: z.object({ sampleId: SampleId }), output: z.array(Review), reads: ['review'] }),
  /** Keeps half-done work: note and scores without a verdict. */
  saveDraft: command({
    undo: 'none',
    input: z.object({
      sampleId: SampleId,
      reviewer: z.string().min(1).max(120),
      note: z.string().max(4_000),
      scores: z.array(
        z.object({ attemptId: AttemptId.nullable(), itemKey: z.string(), value: z.number().min(0).max(1) }),
      ),
    }),
    output: Changed,
  }),
  /** Accept stores include, Reject exclude, Needs work undecided with an open flag and second look, Skip nothing. */
  submit: command({
    undo: 'journal',
    input: z.object({
      sampleId: SampleId,
      reviewer: z.string().min(1).max(120),
      verdict: Verdict,
      reason: z.string().max(500).optional(),
      note: z.string().max(4_000).optional(),
      scores: z
        .array(z.object({ attemptId: AttemptId.nullable(), itemKey: z.string(), value: z.number().min(0).max(1) }))
        .max(200)
        .optional(),
      spentMs: z.int().nonnegative().optional(),
    }),
    output: z.object({ reviewId: z.int() }),
  }),
  reviewers: query({ input: Empty, output: z.array(z.string()), reads: ['review'] }),
};
