import { z } from 'zod';
import { FileRefId, JobId, SourceId } from '../model/ids.ts';
import { Per } from '../model/sample.ts';
import {
  ImportedAs,
  ImportIssue,
  LossReport,
  RepairAction,
  SourceReport,
  SourceRow,
  StoredIssue,
} from '../model/source.ts';
import { command, job, query } from './define.ts';
import { Mapping, mappings } from './source-mappings.ts';
import { PreviewSample, repairs } from './source-repairs.ts';
import { Changed } from './target.ts';

export { Mapping } from './source-mappings.ts';

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

/** A file of a folder that is not read. */
export const PassedOver = z.object({ name: z.string(), why: z.string() });
export type PassedOver = z.infer<typeof PassedOver>;

export const UpdateOffer = z.object({
  sourceId: SourceId,
  name: z.string(),
  importedAt: z.number(),
  samples: z.int(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
});
export type UpdateOffer = z.infer<typeof UpdateOffer>;

/** A finding of the look before an import. `rejected`: the record would be refused; else a remark on one that is kept. */
export const PreviewIssue = ImportIssue.extend({
  rejected: z.boolean(),
  /** What can be done about it once it is imported, the first choice first; empty for remarks. */
  actions: z.array(RepairAction).default([]),
});
export type PreviewIssue = z.infer<typeof PreviewIssue>;

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
  /** Where `map` comes from: the options given, what was last used for the same columns, or the columns' names. */
  mapFrom: z.enum(['given', 'remembered', 'guessed']),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  recordsRead: z.int(),
  /** false when only the head of the file was read. */
  complete: z.boolean(),
  samples: z.array(PreviewSample),
  /** The first of them. */
  issues: z.array(PreviewIssue),
  /** Of the records read: how many would be refused. */
  refused: z.int(),
  /** The first records as text, for the mapping step. */
  records: z.array(z.string()),
  /** Why it cannot be imported, one sentence; null when it can. */
  refusal: z.string().nullable(),
  alreadyImported: z.boolean(),
  /** The source it is or was; absent when it is new, or too large to tell before it is imported. */
  importedAs: ImportedAs.optional(),
  /** The source that this file seems to bring up to date, with what that would do to the samples previewed. */
  updateOf: UpdateOffer.optional(),
  /** Of the samples previewed: how many are in the project with the same prompt and attempts, and attempts that would join. */
  known: z.object({ samples: z.int(), attemptsToJoin: z.int() }),
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
      /** `updates` names the source that the file brings up to date; without it, the file becomes a source of its own. */
      files: z
        .array(z.object({ fileRef: FileRefId, options: FileOptions, updates: SourceId.optional() }))
        .min(1)
        .max(1_000),
      /** `good`: keep what can be read and list the rest. `all`: any refused record takes the whole file back. */
      policy: z.enum(['good', 'all']),
      /** `same_prompt`: attempts on a prompt that another source has, with the same tools and group, join its sample. */
      join: z.enum(['never', 'same_prompt']).optional(),
      /** Looks for personal data once the samples are in, as a job of its own. */
      privacy: z.boolean().default(true),
      /** Masks what that finds, by the project's policy. */
      mask: z.boolean().default(false),
    }),
    result: z.object({
      sources: z.array(SourceReport),
      samplesAdded: z.int(),
      attemptsAdded: z.int(),
      /** Files of the folders given that were not read. */
      passedOver: z.array(PassedOver).default([]),
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
      /** `open` unless said. */
      state: z.enum(['open', 'resolved', 'all']).optional(),
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
        /** What fits, the first choice first; empty for remarks. */
        actions: z.array(RepairAction),
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
  /** Files below a folder that an import would read, each with a ref, and what is passed over with the reason. */
  expand: query({
    scope: 'app',
    input: z.object({ fileRef: FileRefId }),
    output: z.object({
      files: z.array(z.object({ fileRef: FileRefId, name: z.string(), sizeBytes: z.int() })),
      passedOver: z.array(PassedOver),
    }),
    reads: [],
  }),
  /** null for a source made before reports were kept or by hand; for a live source the report is of the latest records. */
  lossReport: query({
    input: z.object({ sourceId: SourceId }),
    output: LossReport.nullable(),
    reads: ['source'],
  }),
  ...repairs,
  ...mappings,
};
