import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import type { JobIo } from '../../jobs/types.ts';
import { checksFor, POPULATION_STEPS, scanBatch, scanDuplicates } from '../checking.ts';
import { joinAttempts } from '../../store/joins.ts';
import { refreshSamples } from '../../store/search-index.ts';
import { markImported, samplesOfSource, setRemoved } from '../../store/sources.ts';
import type { ImportCheckpoint, ImportParams } from './params.ts';
import type { FileProgress } from './read-file.ts';

const BATCH = 500;
type Stage = 'index' | 'flags';

/** Indexes and checks samples whose attempts came in pieces, now that they are whole. */
export async function indexGrouped(project: ProjectContext, progress: FileProgress, io: JobIo): Promise<void> {
  const checks = checksFor(project.db);
  await inBatches(project, progress, io, 'index', (ids) => {
    refreshSamples(project.db, ids);
    scanBatch(project.db, ids, checks);
  });
}

/** Compares the new samples with all others. */
export async function scanFlags(project: ProjectContext, progress: FileProgress, io: JobIo): Promise<void> {
  await inBatches(project, progress, io, 'flags', (ids) => void scanDuplicates(project.db, ids));
}

/** Compares the facts of all samples, now that those of the import show. A job that starts again may do it twice. */
export async function scanPopulation(project: ProjectContext, io: JobIo): Promise<void> {
  for (const step of POPULATION_STEPS) {
    io.report({ stage: 'outliers and tool schemas', done: 0, total: null });
    project.write([], () => step(project.db));
    await io.breathe();
  }
  project.announce(['flag'], null);
}

async function inBatches(
  project: ProjectContext,
  { state, file }: FileProgress,
  io: JobIo,
  stage: Stage,
  work: (ids: readonly number[]) => void,
): Promise<void> {
  const { current } = state;
  if (current === null || (stage === 'index' && current.stage === 'flags') || current.stage === 'applied') return;
  const after = current.stage === stage ? current.after : 0;
  const all = samplesOfSource(project.db, current.sourceId, after, stage === 'index' ? 'grouped' : 'copied');
  for (let done = 0; done < all.length; done += BATCH) {
    const ids = all.slice(done, done + BATCH);
    const next = { ...current, stage, after: ids.at(-1) ?? after };
    project.write([], () => {
      work(ids);
      io.saveCheckpoint({ ...state, current: next });
    });
    state.current = next;
    io.report({
      stage: `${file.name}, ${stage === 'index' ? 'search index' : 'checks'}`,
      done: done + ids.length,
      total: all.length,
    });
    await io.breathe();
  }
}

/**
 * Makes the source visible, and joins its attempts to tasks that are there when the person wants it: one action that undo
 * takes back.
 *
 * @returns how many attempts were joined
 */
export function finishSource(
  project: ProjectContext,
  current: NonNullable<ImportCheckpoint['current']>,
  file: ImportParams['files'][number],
  join: ImportParams['join'],
): number {
  const { db } = project;
  project.write([], () => markImported(db, current.sourceId));
  const { value } = project.act(
    {
      kind: 'source.import',
      label: `Import ${count(current.samples, 'sample')} from ${file.name}`,
      tables: ['source', 'sample', 'attempt', 'flag', 'tag', 'review', 'decision'],
    },
    () => {
      setRemoved(db, current.sourceId, null);
      if (join === 'never') return 0;
      const joined = joinAttempts(db, current.sourceId, project.app.clock.now());
      refreshSamples(db, joined.samples);
      scanBatch(db, joined.samples);
      return joined.attempts;
    },
  );
  return value;
}
