import type { ProjectContext } from '../../context.ts';
import { FACETS } from '../../facets/registry.ts';
import type { Facet } from '../../engine/facets.ts';
import { mergeTallies } from '../../engine/likeness/numbers.ts';
import { coarse, type Profile } from '../../engine/likeness/profile.ts';
import { isCompared } from '../../engine/likeness/traits.ts';
import { sql } from '../../engine/query/fragment.ts';
import { IN_PRODUCTION, MEASURES, readMembership } from '../../store/likeness-rows.ts';
import { gatherFacet, gatherNumbers } from './gather.ts';

/** Values of a facet that a profile keeps; the rest, the rarest, could name a person more than tell of the traffic. */
const MOST_VALUES = 500;

/** Counts a source by every facet that is compared, and its numbers at two significant digits. */
export async function profileOf(
  project: ProjectContext,
  sourceId: number,
  breathe: () => Promise<void>,
): Promise<Profile> {
  const members = readMembership(project.db, [sourceId], sql('0'));
  const facets: Profile['facets'] = {};
  const all: readonly Facet[] = FACETS;
  for (const facet of all.filter(isCompared)) {
    const { values, production } = await gatherFacet(project, facet, members, [], breathe);
    const kept = values
      .slice(0, MOST_VALUES)
      .map(({ value, label, term, production: count }) => ({ value, label, term, count }));
    facets[facet.key] = { version: facet.version, samples: production, values: kept };
  }
  const numbers: Profile['numbers'] = {};
  for (const measure of MEASURES) {
    const { production } = await gatherNumbers(project, measure, members, [], breathe);
    numbers[measure.key] = mergeTallies([production], coarse).map(([value, count]) => [value, count]);
  }
  const samples = members.reduce((sum, set) => sum + (set & IN_PRODUCTION), 0);
  return { version: 1, samples, facets, numbers };
}
