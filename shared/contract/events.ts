import { z } from 'zod';
import { ActionId, ProjectId } from '../model/ids.ts';
import { JobRow } from '../model/job.ts';
import { TABLES } from './tables.ts';

/** What the backend says unasked. Observers never own anything: missing an event loses nothing. */
export const events = {
  /** After a commit; `actionId` and `label` when it can be undone. */
  changed: z.object({
    project: ProjectId.nullable(),
    tables: z.array(z.enum(TABLES)),
    revision: z.int(),
    actionId: ActionId.nullable(),
    label: z.string().nullable(),
  }),
  job: z.object({ project: ProjectId, job: JobRow }),
} as const;
export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]>;
