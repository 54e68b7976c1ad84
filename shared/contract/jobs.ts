import { z } from 'zod';
import { ActionId, JobId } from '../model/ids.ts';
import { JobRow } from '../model/job.ts';
import { command, query } from './define.ts';
import { Empty } from './target.ts';

export const jobs = {
  list: query({ input: Empty, output: z.array(JobRow), reads: ['job'] }),
  get: query({ input: z.object({ jobId: JobId }), output: JobRow, reads: ['job'] }),
  /** An intent: the job ends as `cancelled` only if it really stopped. */
  cancel: command({ undo: 'none', input: z.object({ jobId: JobId }), output: Empty }),
  resume: command({ undo: 'none', input: z.object({ jobId: JobId }), output: Empty }),
  /** Takes back what an interrupted or failed job left behind, where it leaves anything. */
  discard: command({ undo: 'none', input: z.object({ jobId: JobId }), output: Empty }),
  /** Removes ended jobs from the list. */
  clear: command({ undo: 'none', input: Empty, output: Empty }),
};

export const ActionRow = z.object({
  id: ActionId,
  kind: z.string(),
  /** Shown as it is: "Exclude 14 samples". */
  label: z.string(),
  actor: z.string(),
  at: z.number(),
  rowCount: z.int(),
  undoable: z.boolean(),
  undone: z.boolean(),
  undoOf: ActionId.nullable(),
});
export type ActionRow = z.infer<typeof ActionRow>;

export const history = {
  list: query({
    input: z.object({ before: ActionId.nullable(), limit: z.int().min(1).max(500) }),
    output: z.object({ rows: z.array(ActionRow), canUndo: ActionRow.nullable(), canRedo: ActionRow.nullable() }),
    reads: ['action'],
  }),
  undo: command({ undo: 'none', input: Empty, output: z.object({ action: ActionRow.nullable() }) }),
  redo: command({ undo: 'none', input: Empty, output: z.object({ action: ActionRow.nullable() }) }),
};
