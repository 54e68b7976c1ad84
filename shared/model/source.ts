import { z } from 'zod';
import { SourceId } from './ids.ts';
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

export const StoredIssue = ImportIssue.extend({
  id: z.int(),
  sourceId: SourceId,
  raw: z.string().nullable(),
  /** true when the record was refused; false for a note on a record that was kept. */
  rejected: z.boolean(),
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
  /** Set when `alreadyImported` is: as it was found, so `removed` says that this import brought it back. */
  importedAs: ImportedAs.exactOptional(),
  issues: z.array(ImportIssue),
  /** Issues beyond the first 1,000 are in the project, not in this list. */
  issueCount: z.int(),
});
export type SourceReport = z.infer<typeof SourceReport>;
