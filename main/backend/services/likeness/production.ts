import type { ProjectContext } from '../../context.ts';
import type { Facet } from '../../engine/facets.ts';
import { countInSources, productionSources, readProfiles } from '../../store/production.ts';

/**
 * Production traffic by a facet's values: samples of the marked sources in sight whatever their decision, and what profiles
 * keep of those that are not.
 *
 * @returns samples by value, null when no source is marked
 */
export function productionCounts(project: Pick<ProjectContext, 'db'>, facet: Facet): Map<string, number> | null {
  const sources = productionSources(project.db);
  if (sources.length === 0) return null;
  const counts = new Map<string, number>();
  const add = (value: string, count: number): void => void counts.set(value, (counts.get(value) ?? 0) + count);
  const full = sources.filter((source) => source.kept === 'full').map((source) => source.sourceId);
  if (full.length > 0) for (const { value, count } of countInSources(project.db, facet, full)) add(value, count);
  for (const profile of readProfiles(project.db)) {
    const kept = profile.facets[facet.key];
    // Counted by other buckets, the numbers would not mean the same.
    if (kept?.version === facet.version) for (const { value, count } of kept.values) add(value, count);
  }
  return counts;
}
