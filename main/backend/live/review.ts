import { setImmediate as breathe } from 'node:timers/promises';
import type { ProjectContext } from '../context.ts';
import { importerById } from '../importers/registry.ts';
import { createLossCollector } from '../importers/shared/loss.ts';
import { POPULATION_STEPS } from '../services/checking.ts';
import { createThreadStore, latestThreads } from '../store/live.ts';
import { recordCounts, saveLossReport } from '../store/sources.ts';
import { FEEDS } from './buffer.ts';
import { readThread } from './settle.ts';

/** Comparing all samples takes longer than settling a few threads, so it is done at most so often while records come. */
const REVIEW_MS = 3 * 60_000;
/** Records of a source that are looked at for its loss report: the latest that are held. */
const MOST_RECORDS = 1_000;

export type Review = {
  /** Samples were made of records of this source. */
  readonly note: (sourceId: number) => void;
  readonly isDue: (now: number) => boolean;
  /** Does what is left to do, with room for requests in between; nothing when no samples came since. */
  readonly run: (isStopped: () => boolean) => Promise<void>;
};

/**
 * What an import does at its end, for sources that have none: the loss report of each source, and the checks that compare
 * all samples.
 */
export function createReview(project: ProjectContext): Review {
  const { clock } = project.app;
  const touched = new Set<number>();
  let last = clock.now();
  return {
    note: (sourceId) => void touched.add(sourceId),
    isDue: (now) => touched.size > 0 && now - last >= REVIEW_MS,
    async run(isStopped) {
      if (touched.size === 0) return;
      const sources = [...touched];
      touched.clear();
      for (const sourceId of sources) {
        await saveLoss(project, sourceId);
        if (isStopped()) return;
      }
      for (const step of POPULATION_STEPS) {
        project.write([], () => step(project.db));
        await breathe();
        if (isStopped()) return;
      }
      last = clock.now();
      project.announce(['flag', 'source'], null);
    },
  };
}

/** Reads the latest threads again; a source of which no record is held any more keeps the report it has. */
async function saveLoss(project: ProjectContext, sourceId: number): Promise<void> {
  const { db } = project;
  const threads = latestThreads(db, sourceId, MOST_RECORDS);
  const importer = importerById(threads[0] === undefined ? '' : FEEDS[threads[0].kind].importer);
  if (importer === undefined) return;
  const store = createThreadStore(db);
  const loss = createLossCollector(importer, true);
  for (const thread of threads) {
    readThread(store.records(thread).records, importer, loss);
    await breathe();
    if (!db.open) return;
  }
  const { seen } = recordCounts(db, sourceId);
  project.write([], () => saveLossReport(db, sourceId, { ...loss.report(), recordsRead: seen }));
}
