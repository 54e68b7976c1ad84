import type { ProjectContext } from '../../context.ts';
import { sendHome } from '../../store/joins.ts';
import { refreshSamples } from '../../store/search-index.ts';
import { setRemoved } from '../../store/sources.ts';
import { scanBatch } from '../checking.ts';

/**
 * Takes a source out of sight with its samples; attempts that were joined to samples of other sources go with it. Inside an
 * action.
 *
 * @returns 1, 0 when there is no such source
 */
export function hideSource({ db, app }: ProjectContext, sourceId: number): number {
  const touched = sendHome(db, sourceId);
  refreshSamples(db, touched);
  scanBatch(db, touched);
  return setRemoved(db, sourceId, app.clock.now());
}
