import { z } from 'zod';
import { SampleId } from '../model/ids.ts';
import { JsonRecord } from '../model/json.ts';
import { Message, ToolDef } from '../model/message.ts';
import { Outcome } from '../model/sample.ts';
import { RepairAction } from '../model/source.ts';
import { command, query } from './define.ts';
import { Changed, SampleTarget } from './target.ts';

export const PreviewSample = z.object({
  title: z.string(),
  prompt: z.array(Message),
  tools: z.array(ToolDef),
  reference: JsonRecord,
  attempts: z.array(z.object({ messages: z.array(Message), reward: z.number().nullable(), outcome: Outcome })),
});

/** Up to 64 MB, as one record may have. */
const RecordText = z.string().max(64 * 1024 * 1024);

export const repairs = {
  /** What a repair would read, and the samples it would give; writes nothing. `text` is for `edit`. */
  repairPreview: query({
    input: z.object({ issueId: z.int(), action: RepairAction, text: RecordText.optional() }),
    output: z.object({
      /** The text as it would be read. */
      text: z.string(),
      /** Why nothing would come of it, one sentence; null when samples would. */
      problem: z.string().nullable(),
      samples: z.array(PreviewSample),
    }),
    reads: ['source'],
  }),
  /** Reads refused records again, mended; those that give samples are resolved, the others stay as they are. */
  repair: command({
    undo: 'journal',
    input: z.object({
      issueIds: z.array(z.int()).min(1).max(1_000),
      action: RepairAction,
      /** For `edit`, which takes one issue. */
      text: RecordText.optional(),
    }),
    output: z.object({
      resolved: z.int(),
      sampleIds: z.array(SampleId),
      failed: z.array(z.object({ issueId: z.int(), message: z.string() })),
    }),
  }),
  /**
   * The same for samples that were kept as they stood: `pair_by_order` for those flagged `orphan-result`, `infer_tools` for
   * those flagged `unknown-tool`. Others of the target stay as they are.
   */
  mendSamples: command({
    undo: 'journal',
    input: z.object({ target: SampleTarget, action: z.enum(['pair_by_order', 'infer_tools']) }),
    output: Changed,
  }),
};
