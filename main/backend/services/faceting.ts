import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { findFacets } from '../facets/registry.ts';
import { facetCounts, type FacetCounts } from '../store/facets.ts';

/** Counts facets one a turn: all at once would hold up every window of a large project for a second. */
export async function countFacets(
  project: ProjectContext,
  filter: string,
  keys: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<FacetCounts[]> {
  const counted: FacetCounts[] = [];
  for (const facet of findFacets(keys)) {
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
    counted.push(...facetCounts(project.db, [facet], filter));
    await nextTurn();
  }
  return counted;
}
