import { z } from 'zod';
import { FileOptions, PassedOver } from '../../../../shared/contract/sources.ts';
import { Per } from '../../../../shared/model/sample.ts';
import { SourceReport } from '../../../../shared/model/source.ts';

/** What an import job was started with. */
export const ImportParams = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      name: z.string(),
      format: z.string(),
      per: Per,
      options: FileOptions,
      /** The source it brings up to date. */
      updates: z.int().nullable().default(null),
    }),
  ),
  policy: z.enum(['good', 'all']),
  join: z.enum(['never', 'same_prompt']).default('never'),
  passedOver: z.array(PassedOver).default([]),
  privacy: z.boolean().default(false),
  mask: z.boolean().default(false),
});
export type ImportParams = z.infer<typeof ImportParams>;

/** Where an import stands: files done with their reports, and the file under way with its committed records. */
export const ImportCheckpoint = z.object({
  done: z.array(SourceReport),
  current: z
    .object({
      sourceId: z.int(),
      records: z.int(),
      samples: z.int(),
      attempts: z.int(),
      stage: z.enum(['records', 'index', 'flags', 'applied']),
      after: z.int(),
      /** Set once an update was written: then only what was staged for it has to go. */
      report: SourceReport.nullable().default(null),
    })
    .nullable(),
});
export type ImportCheckpoint = z.infer<typeof ImportCheckpoint>;
