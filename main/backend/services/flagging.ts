import { z } from 'zod';
import type { JobKind } from '../jobs/types.ts';
import { checksFor, POPULATION_STEPS, scanBatch } from './checking.ts';
import { countVisible, visibleAfter } from '../store/sample-ids.ts';

const Checkpoint = z.object({ after: z.int(), scanned: z.int(), raised: z.int(), cleared: z.int() });
const BATCH = 500;

/** Runs every check over every sample again; what people confirmed or dismissed stays. */
export const flagScanJob: JobKind = {
  kind: 'flags.scan',
  resumable: true,
  async run(project, _params, io) {
    const state =
      io.checkpoint === null ? { after: 0, scanned: 0, raised: 0, cleared: 0 } : Checkpoint.parse(io.checkpoint);
    const total = countVisible(project.db);
    const checks = checksFor(project.db);
    for (;;) {
      const ids = visibleAfter(project.db, state.after, BATCH);
      const last = ids.at(-1);
      if (last === undefined) break;
      project.write([], () => {
        const found = scanBatch(project.db, ids, checks);
        state.raised += found.raised;
        state.cleared += found.cleared;
        state.scanned += ids.length;
        state.after = last;
        io.saveCheckpoint(state);
      });
      io.report({ stage: 'checks', done: state.scanned, total });
      await io.breathe();
    }
    for (const step of POPULATION_STEPS) {
      io.report({ stage: 'outliers and tool schemas', done: total, total });
      project.write([], () => {
        const found = step(project.db);
        state.raised += found.raised;
        state.cleared += found.cleared;
      });
      await io.breathe();
    }
    project.announce(['flag'], null);
    return { scanned: state.scanned, raised: state.raised, cleared: state.cleared };
  },
};
