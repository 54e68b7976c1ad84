/**
 * Messages between the host and its Python child: one JSON text a message, one line each on pipes.
 *
 * The host trusts nothing the child says: every message is parsed, and must carry the key that the host gave to that child at
 * boot. The key never enters Python, so text that a grader brings onto the pipe is not taken for a message.
 */
import { z } from 'zod';

export const SnapshotPlan = z.discriminatedUnion('use', [
  z.object({ use: z.literal('none') }),
  z.object({ use: z.literal('make') }),
  z.object({ use: z.literal('load'), path: z.string() }),
]);
export type SnapshotPlan = z.infer<typeof SnapshotPlan>;

export const ToChild = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('boot'),
    key: z.string(),
    pyodideDir: z.string(),
    preload: z.string(),
    prelude: z.string(),
    memoryLimitBytes: z.int(),
    fileLimitBytes: z.int(),
    outputLimitBytes: z.int(),
    /** The time it always is, in milliseconds since 1970. */
    nowMs: z.int(),
    seed: z.int(),
    snapshot: SnapshotPlan,
  }),
  z.object({ kind: z.literal('check'), id: z.int(), source: z.string() }),
  /** `source` is null when the child has this grader loaded from the batch before. Inputs are `[sample, item]` as JSON. */
  z.object({
    kind: z.literal('grade'),
    id: z.int(),
    source: z.string().nullable(),
    timeoutMs: z.number(),
    inputs: z.array(z.string()),
  }),
]);
export type ToChild = z.infer<typeof ToChild>;

export const FailureCode = z.enum([
  'syntax',
  'missing_grade',
  'wrong_signature',
  'import_failed',
  'raised',
  'returned_none',
  'not_a_number',
  'nan',
  'infinite',
  'out_of_range',
  'out_of_memory',
  'bad_input',
  'interrupted',
  'fatal',
]);
export type FailureCode = z.infer<typeof FailureCode>;

/** What a grade came to, as the child saw it. Python leaves unknown fields null. */
export const Verdict = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('number'),
    value: z.number(),
    note: z.enum(['bool', 'int', 'float_subclass']).optional(),
    type: z.string().optional(),
  }),
  z.object({
    is: z.literal('failure'),
    code: FailureCode,
    /** Name of the type returned or raised. */
    type: z.string().optional(),
    /** The value returned, shortened. */
    shown: z.string().nullish(),
    message: z.string().optional(),
    line: z.int().nullish(),
    traceback: z.string().optional(),
    /** The module that could not be imported. */
    module: z.string().optional(),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

export const SourceIssue = z.object({
  code: z.enum(['syntax', 'too_complex', 'missing_grade', 'wrong_signature', 'parameter_order', 'may_return_none']),
  message: z.string(),
  /** 1-based, columns in UTF-16 units, as editors count. */
  line: z.int().optional(),
  column: z.int().optional(),
});
export type SourceIssue = z.infer<typeof SourceIssue>;

const CheckAnswer = z.object({ problem: SourceIssue.optional(), warnings: z.array(SourceIssue).optional() });
export type CheckAnswer = z.infer<typeof CheckAnswer>;

const key = z.string();
export const Graded = z.object({
  kind: z.literal('graded'),
  key,
  id: z.int(),
  index: z.int(),
  durationUs: z.int(),
  output: z.string().optional(),
  outputCut: z.boolean().optional(),
  verdict: Verdict,
});
export type Graded = z.infer<typeof Graded>;

export const FromChild = z.discriminatedUnion('kind', [
  Graded,
  z.object({ kind: z.literal('ready'), key, python: z.string() }),
  /** The child does not start: a wall is missing, or Pyodide did not load. */
  z.object({ kind: z.literal('refused'), key, message: z.string() }),
  /** A part of the interpreter's memory before any grader, in base64. */
  z.object({ kind: z.literal('snapshot'), key, data: z.string(), last: z.boolean() }),
  z.object({ kind: z.literal('checked'), key, id: z.int(), answer: CheckAnswer }),
]);
export type FromChild = z.infer<typeof FromChild>;
