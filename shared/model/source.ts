import { z } from 'zod';
import { SampleId, SourceId } from './ids.ts';
import { Json } from './json.ts';

/** A record that was read but not kept as it stands. `line` is the physical line, 1-based; `offset` a byte offset. */
export const ImportIssue = z.object({
  line: z.int().nullable(),
  offset: z.int().nullable(),
  code: z.string(),
  /** One sentence; never echoes the record's content. */
  message: z.string(),
});
export type ImportIssue = z.infer<typeof ImportIssue>;

/**
 * What can be done about a refused record. `edit`: a person's own text is read instead. `json_repair`: text that is nearly
 * JSON is mended. `task_only`: what can be read of the prompt becomes a sample without attempts. `pair_by_order`: tool
 * results that name no call of the conversation are given to the open calls in order. `infer_tools`: tools that are called
 * but not offered are added with a schema made of the calls. `skip`: stays out, for good.
 */
export const RepairAction = z.enum(['edit', 'json_repair', 'task_only', 'pair_by_order', 'infer_tools', 'skip']);
export type RepairAction = z.infer<typeof RepairAction>;

export const StoredIssue = ImportIssue.extend({
  id: z.int(),
  sourceId: SourceId,
  /** The record as read, whole unless `message` says that it was cut. */
  raw: z.string().nullable(),
  /** true when the record was refused; false for a note on a record that was kept. */
  rejected: z.boolean(),
  /** Repaired or skipped by a person. */
  resolved: z.boolean(),
});
export type StoredIssue = z.infer<typeof StoredIssue>;

export const SourceRow = z.object({
  id: SourceId,
  uid: z.string(),
  name: z.string(),
  format: z.string(),
  formatTitle: z.string(),
  per: z.string(),
  sha256: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  seen: z.int(),
  kept: z.int(),
  rejected: z.int(),
  samples: z.int(),
  attempts: z.int(),
  importedAt: z.number(),
  options: Json,
  /** `importing` while its job has not finished. */
  state: z.enum(['importing', 'ready', 'removed']),
});
export type SourceRow = z.infer<typeof SourceRow>;

/** The source that the same bytes, read with the same options, are in this project. */
export const ImportedAs = z.object({
  sourceId: SourceId,
  /** The name it has there, perhaps another one than the file has now. */
  name: z.string(),
  importedAt: z.number(),
  samples: z.int(),
  attempts: z.int(),
  /** It was removed; importing the file brings it back with everything done to its samples. */
  removed: z.boolean(),
});
export type ImportedAs = z.infer<typeof ImportedAs>;

/** What bringing a source up to date did. Samples the file no longer has stay; `missingRefs` lists the first 1,000. */
export const UpdateCounts = z.object({
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  missing: z.int(),
  missingRefs: z.array(SampleId),
  /** Fields a person edited that the file changed too: the person's text stayed, and an issue keeps the file's. */
  conflicts: z.int(),
  /** Samples whose texts are masked: answers and extras they have stay as they are, whatever the file holds now. */
  masked: z.int(),
});
export type UpdateCounts = z.infer<typeof UpdateCounts>;

/** One field of the records of a source: `$.a.b[*].c`. What became of it, in how many of the records that were looked at. */
export const LossPath = z.object({
  path: z.string(),
  fate: z.enum(['mapped', 'kept', 'ignored']),
  /** Why it was ignored; null for the others. */
  why: z.string().nullable(),
  records: z.int(),
});
/**
 * What became of the fields of a source's records. `mapped`: read into the sample; `kept`: stands word for word in the
 * extras of the sample, an attempt or a message; `ignored`: left out by the importer, which says why. Paths are told by the
 * records that were looked at: the first thousand and every fiftieth after them.
 */
export const LossReport = z.object({
  recordsRead: z.int(),
  recordsScanned: z.int(),
  mapped: z.int(),
  kept: z.int(),
  ignored: z.int(),
  paths: z.array(LossPath),
  /** Distinct paths beyond those listed. */
  morePaths: z.int(),
});
export type LossReport = z.infer<typeof LossReport>;

/** What an import says of one file: `seen = kept + rejected` always. */
export const SourceReport = z.object({
  sourceId: SourceId.nullable(),
  name: z.string(),
  format: z.string(),
  seen: z.int(),
  kept: z.int(),
  rejected: z.int(),
  samplesAdded: z.int(),
  attemptsAdded: z.int(),
  /** Set when nothing was read because the same bytes with the same options are a source already. */
  alreadyImported: z.boolean(),
  /** Set when the file brought an earlier source up to date. */
  update: UpdateCounts.exactOptional(),
  /** Attempts that were joined to samples of other sources, which have the same prompt, tools and group. */
  attemptsJoined: z.int().exactOptional(),
  /** Set when `alreadyImported` is: as it was found, so `removed` says that this import brought it back. */
  importedAs: ImportedAs.exactOptional(),
  issues: z.array(ImportIssue),
  /** Issues beyond the first 1,000 are in the project, not in this list. */
  issueCount: z.int(),
});
export type SourceReport = z.infer<typeof SourceReport>;
