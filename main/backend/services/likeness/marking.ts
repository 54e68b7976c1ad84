import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { SourceRow } from '../../../../shared/model/source.ts';
import type { ProjectContext } from '../../context.ts';
import { formatTitle } from '../../importers/titles.ts';
import { markProduction, productionSources, saveProfile, unmarkProduction } from '../../store/production.ts';
import { listSources } from '../../store/sources.ts';
import { hideSource } from '../importing/remove-source.ts';
import { profileOf } from './profiling.ts';

/**
 * Marks a source as production traffic or takes the mark away, as one action.
 *
 * @throws {AppError} `not_found` for a source that is not in sight and has no profile
 */
export function setProduction(project: ProjectContext, sourceId: number, isProduction: boolean): number {
  const marked = productionSources(project.db).find((source) => source.sourceId === sourceId);
  const name = marked?.name ?? readySource(project, sourceId).name;
  const label = isProduction ? `Mark ${name} as production traffic` : `No longer count ${name} as production traffic`;
  const { value } = project.act({ kind: 'production.set', label, tables: ['production'] }, () =>
    isProduction
      ? markProduction(project.db, sourceId, project.app.clock.now())
      : unmarkProduction(project.db, sourceId),
  );
  return value;
}

/**
 * Keeps only counts of a production source: stores its profile and removes its samples from sight, as one action. Undo, or
 * importing the file again, brings them back.
 *
 * @throws {AppError} `not_found`, `conflict` when the source is not marked, `cancelled`
 */
export async function keepProfile(project: ProjectContext, sourceId: number, signal: AbortSignal): Promise<number> {
  const source = readySource(project, sourceId);
  if (!productionSources(project.db).some((one) => one.sourceId === sourceId))
    throw new AppError('conflict', `${source.name} is not marked as production traffic. Mark it first.`);
  const profile = await profileOf(project, sourceId, async () => {
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
    await nextTurn();
  });
  const label = `Keep a profile only of ${source.name}, ${count(profile.samples, 'sample')}`;
  const tables = ['production', 'source', 'sample', 'attempt', 'flag'] as const;
  const { value } = project.act({ kind: 'production.profile', label, tables }, () => {
    saveProfile(project.db, sourceId, profile);
    return hideSource(project, sourceId);
  });
  return value;
}

function readySource(project: ProjectContext, sourceId: number): SourceRow {
  const source = listSources(project.db, false, formatTitle).find((row) => row.id === sourceId);
  if (source?.state === 'ready') return source;
  throw new AppError('not_found', 'This source is not in the project, or its import has not finished.');
}
