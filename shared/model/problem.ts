import { z } from 'zod';

/** Where a problem stands in a text: 1-based lines and columns, as editors count. */
export const TextRange = z.object({
  line: z.int(),
  column: z.int(),
  endLine: z.int(),
  endColumn: z.int(),
});
export type TextRange = z.infer<typeof TextRange>;

/** A quick fix: replace the range by the text. */
export const TextFix = z.object({ title: z.string(), range: TextRange, text: z.string() });
export type TextFix = z.infer<typeof TextFix>;

/** A problem of a grader's files. Errors keep it from running; warnings and infos do not. */
export const GraderProblem = z.object({
  file: z.string(),
  range: TextRange,
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  message: z.string(),
  fixes: z.array(TextFix),
});
export type GraderProblem = z.infer<typeof GraderProblem>;

/** A problem of a line of a package. Errors block the export of that line. */
export const ExportProblem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  sampleId: z.int().nullable(),
  /** File of the package and 1-based line in it, when it has one. */
  file: z.string().nullable(),
  line: z.int().nullable(),
  /** A path into the line: `messages[3].tool_calls[0].function.arguments`. */
  path: z.string().nullable(),
});
export type ExportProblem = z.infer<typeof ExportProblem>;
