import { z } from 'zod';
import { AttemptId, SampleId, SourceId } from './ids.ts';
import { Json, JsonRecord } from './json.ts';
import { Message, ToolDef } from './message.ts';

export const Outcome = z.enum(['success', 'partial', 'failure', 'error', 'unknown']);
export type Outcome = z.infer<typeof Outcome>;
export const Decision = z.enum(['undecided', 'include', 'exclude']);
export type Decision = z.infer<typeof Decision>;
/** One sample per conversation, per user turn, or per model call (decision point). */
export const Per = z.enum(['conversation', 'turn', 'call']);
export type Per = z.infer<typeof Per>;

/** What a table row and the outcome marks need of an attempt. */
export const AttemptMark = z.object({
  id: AttemptId,
  idx: z.int(),
  outcome: Outcome,
  reward: z.number().nullable(),
  /** Value in the latest finished score run, null when not scored. */
  score: z.number().nullable(),
});
export type AttemptMark = z.infer<typeof AttemptMark>;

/** A row of the samples table. */
export const SampleRow = z.object({
  id: SampleId,
  uid: z.string(),
  title: z.string(),
  sourceId: SourceId,
  sourceName: z.string(),
  lang: z.string().nullable(),
  decision: Decision,
  split: z.enum(['train', 'validation', 'test']).nullable(),
  hasReference: z.boolean(),
  toolsOffered: z.int(),
  /** Mean over attempts, null without attempts. */
  steps: z.number().nullable(),
  calls: z.number().nullable(),
  toolErrors: z.int(),
  tokens: z.int().nullable(),
  latencyMs: z.number().nullable(),
  attempts: z.array(AttemptMark),
  reward: z.number().nullable(),
  score: z.number().nullable(),
  flags: z.array(z.string()),
  tags: z.array(z.string()),
  createdAt: z.number().nullable(),
  revision: z.int(),
});
export type SampleRow = z.infer<typeof SampleRow>;

export const AttemptSummary = AttemptMark.extend({
  uid: z.string(),
  model: z.string().nullable(),
  steps: z.int(),
  calls: z.int(),
  toolErrors: z.int(),
  maxParallel: z.int(),
  latencyMs: z.number().nullable(),
  tokens: z.int().nullable(),
  startedAt: z.number().nullable(),
});
export type AttemptSummary = z.infer<typeof AttemptSummary>;

export const FlagState = z.enum(['open', 'confirmed', 'dismissed']);
export const Flag = z.object({
  id: z.int(),
  sampleId: SampleId,
  attemptId: AttemptId.nullable(),
  /** Message of the attempt, or of the prompt without one; null when the flag is about the whole. */
  messageIdx: z.int().nullable(),
  /** UTF-16 units in the text of the part `detail.part`, or in the arguments of the call `detail.call`. */
  span: z.object({ start: z.int(), end: z.int() }).nullable(),
  ruleId: z.string(),
  severity: z.enum(['info', 'warn', 'error']),
  detail: JsonRecord,
  state: FlagState,
});
export type Flag = z.infer<typeof Flag>;

export const SampleDetail = z.object({
  row: SampleRow,
  prompt: z.array(Message),
  tools: z.array(ToolDef),
  reference: JsonRecord,
  extras: Json.nullable(),
  sourceRef: z.string().nullable(),
  taskKey: z.string().nullable(),
  attempts: z.array(AttemptSummary),
  flags: z.array(Flag),
  decisionReason: z.string().nullable(),
  decisionNote: z.string().nullable(),
});
export type SampleDetail = z.infer<typeof SampleDetail>;

export const AttemptDetail = z.object({
  summary: AttemptSummary,
  sampleId: SampleId,
  messages: z.array(Message),
  extras: Json.nullable(),
});
export type AttemptDetail = z.infer<typeof AttemptDetail>;
