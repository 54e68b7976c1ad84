import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { Facet } from '../../engine/facets.ts';
import { jensenShannon } from '../../engine/likeness/distance.ts';
import { isGated } from '../../engine/likeness/traits.ts';
import { FACETS } from '../../facets/registry.ts';
import { countOfIds } from '../../store/production.ts';
import { productionCounts } from './production.ts';

/** How far a set would be from production: the distance of its widest facet, without interval. */
export type QuickDrift = {
  readonly value: number;
  readonly facet: string;
  readonly title: string;
  readonly facets: readonly { readonly key: string; readonly title: string; readonly distance: number }[];
};

/**
 * The drift that a set of samples would have, to show beside the measured one before anything is applied.
 *
 * @returns null without production, or when the set has no value that production has
 * @throws {AppError} `cancelled`
 */
export async function driftOf(
  project: Pick<ProjectContext, 'db'>,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<QuickDrift | null> {
  const facets: { key: string; title: string; distance: number }[] = [];
  const all: readonly Facet[] = FACETS;
  for (const facet of all.filter(isGated)) {
    if (signal?.aborted === true) throw new AppError('cancelled', 'Cancelled.');
    const production = productionCounts(project, facet);
    if (production === null) return null;
    const own = new Map(countOfIds(project.db, facet, ids).map(({ value, count }) => [value, count]));
    const values = [...new Set([...production.keys(), ...own.keys()])];
    const distance = jensenShannon(
      values.map((value) => production.get(value) ?? 0),
      values.map((value) => own.get(value) ?? 0),
    );
    if (distance !== null) facets.push({ key: facet.key, title: facet.title, distance });
    await nextTurn();
  }
  const widest = facets.toSorted((a, b) => b.distance - a.distance)[0];
  return widest === undefined ? null : { value: widest.distance, facet: widest.key, title: widest.title, facets };
}
