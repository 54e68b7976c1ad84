import { z } from 'zod';
import { FileRefId, JobId, SourceId } from '../model/ids.ts';
import { Per, Outcome } from '../model/sample.ts';
import { Message, ToolDef } from '../model/message.ts';
import { JsonRecord } from '../model/json.ts';
import { ImportedAs, ImportIssue, SourceReport, SourceRow, StoredIssue } from '../model/source.ts';
import { command, job, query } from './define.ts';
import { Changed } from './target.ts';

/** Targets a column or a field can be mapped to. `reference.NAME` makes a reference field. */
export const MappingKey = z.string().max(200);
/** Assay field to column. Fields: prompt, system, answer, reward, tools, group, title, model, reference.NAME, tag. */
export const Mapping = z.record(MappingKey, z.string().max(500));
export type Mapping = z.infer<typeof Mapping>;

export const FileOptions = z.object({
  /** Format id; the detected one when absent. */
  format: z.string().max(60).optional(),
  per: Per.optional(),
  map: Mapping.optional(),
  /** Text encoding and delimiter of a delimited file; detected when absent. */
  encoding: z.string().max(40).optional(),
  delimiter: z.string().max(4).optional(),
});
export type FileOptions = z.infer<typeof FileOptions>;

export const FormatInfo = z.object({
  id: z.string(),
  title: z.string(),
  extensions: z.array(z.string()),
  /** Splitting modes it offers, the default first. */
  per: z.array(Per),
  /** What counts as the answer, one sentence. */
  answer: z.string(),
  /** What one sample is by default and why, one sentence. */
  sample: z.string(),
  mappable: z.boolean(),
});
export type FormatInfo = z.infer<typeof FormatInfo>;

export const PreviewSample = z.object({
  title: z.string(),
  prompt: z.array(Message),
  tools: z.array(ToolDef),
  reference: JsonRecord,
  attempts: z.array(z.object({ messages: z.array(Message), reward: z.number().nullable(), outcome: Outcome })),
});

export const Inspection = z.object({
  fileRef: FileRefId,
  name: z.string(),
  sizeBytes: z.int(),
  /** `gzip`, `utf-8 with BOM`, `JSON lines` and so on, outermost first. */
  containers: z.array(z.string()),
  detected: z.object({ format: z.string(), confidence: z.number(), reason: z.string() }).nullable(),
  runnerUp: z.object({ format: z.string(), confidence: z.number(), reason: z.string() }).nullable(),
  /** In use after the options given. */
  format: z.string().nullable(),
  per: Per.nullable(),
  /** Counts over what was read for the preview, by splitting mode. */
  counts: z.array(z.object({ per: Per, samples: z.int(), attempts: z.int() })),
  /** Columns of a mappable form with example values and the share of records that have one. */
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()), filled: z.int() })),
  map: Mapping,
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  recordsRead: z.int(),
  /** false when only the head of the file was read. */
  complete: z.boolean(),
  samples: z.array(PreviewSample),
  issues: z.array(ImportIssue),
  /** The first records as text, for the mapping step. */
  records: z.array(z.string()),
  /** Why it cannot be imported, one sentence; null when it can. */
  refusal: z.string().nullable(),
  alreadyImported: z.boolean(),
  /** The source it is or was; absent when it is new, or too large to tell before it is imported. */
  importedAs: ImportedAs.optional(),
});
export type Inspection = z.infer<typeof Inspection>;

export const sources = {
  formats: query({ scope: 'app', input: z.object({}), output: z.array(FormatInfo), reads: [] }),
  list: query({
    input: z.object({ withRemoved: z.boolean().optional() }),
    output: z.array(SourceRow),
    reads: ['source', 'sample', 'attempt', 'action'],
  }),
  /** Reads the head of a file: nothing is written. */
  inspect: query({
    input: z.object({ fileRef: FileRefId, options: FileOptions }),
    output: Inspection,
    reads: ['source', 'sample'],
  }),
  import: job({
    input: z.object({
      files: z
        .array(z.object({ fileRef: FileRefId, options: FileOptions }))
        .min(1)
        .max(1_000),
      /** `good`: keep what can be read and list the rest. `all`: any refused record takes the whole file back. */
      policy: z.enum(['good', 'all']),
      /** Looks for personal data once the samples are in, as a job of its own. */
      privacy: z.boolean().default(true),
      /** Masks what that finds, by the project's policy. */
      mask: z.boolean().default(false),
    }),
    result: z.object({
      sources: z.array(SourceReport),
      samplesAdded: z.int(),
      attemptsAdded: z.int(),
      /** Jobs that were started at its end: looking for personal data, masking. */
      followUps: z.array(JobId).default([]),
    }),
  }),
  issues: query({
    input: z.object({
      sourceId: SourceId.nullable(),
      code: z.string().nullable(),
      from: z.int().nonnegative(),
      limit: z.int().min(1).max(1_000),
    }),
    output: z.object({ total: z.int(), rows: z.array(StoredIssue) }),
    reads: ['source'],
  }),
  issueGroups: query({
    input: z.object({ sourceId: SourceId.nullable() }),
    output: z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        count: z.int(),
        sources: z.array(z.string()),
        rejected: z.boolean(),
      }),
    ),
    reads: ['source'],
  }),
  /** Writes the issues, with the raw records, as JSON lines for download. */
  exportIssues: command({
    undo: 'none',
    input: z.object({ sourceId: SourceId.nullable() }),
    output: z.object({ path: z.string(), downloadId: z.string().nullable(), count: z.int() }),
  }),
  remove: command({ undo: 'journal', input: z.object({ sourceId: SourceId }), output: Changed }),
};
