import type { z } from 'zod';
import type { likeness } from '../../../../shared/contract/likeness.ts';
import type { ProjectContext } from '../../context.ts';
import { fingerprint } from '../../store/likeness-rows.ts';
import { readLikeness } from '../../store/likeness-results.ts';
import { hasProduction } from '../../store/production.ts';
import { setsOf, type Comparison } from './sets.ts';

/** What a stored result is found by. */
export function comparisonKey({ filter, reference }: Comparison): string {
  return JSON.stringify([filter, reference]);
}

/** The last result of the usual comparison; cheap, since every screen shows it. */
export function latest({ db }: ProjectContext): z.output<typeof likeness.latest.output> {
  if (!hasProduction(db)) return null;
  const stored = readLikeness(db, comparisonKey({ filter: null, reference: null }));
  if (stored === null) return null;
  return { drift: stored.result.drift, curated: stored.result.curated, measuredAt: stored.measuredAt };
}

/** The sets as they are now, beside the last result. */
export function compare(project: ProjectContext, comparison: Comparison): z.output<typeof likeness.compare.output> {
  const sets = setsOf(project, comparison);
  const stored = readLikeness(project.db, comparisonKey(comparison));
  return {
    production: [...sets.sources],
    filter: sets.filter,
    curated: sets.curated,
    isIncluded: sets.isIncluded,
    result: stored?.result ?? null,
    measuredAt: stored?.measuredAt ?? null,
    isStale: stored !== null && stored.fingerprint !== fingerprint(project.db, sets.full, sets.where),
  };
}
