import { BALANCE_POOL, type BalanceSpec, type LeftOutReason } from '../../../../shared/contract/balance.ts';
import { sampleQuotas, type Candidate, type Sampled } from '../../engine/balance/sample.ts';
import { compileText } from '../../engine/query/filter.ts';
import type { ProjectContext } from '../../context.ts';
import { poolRows, type PoolRow } from '../../store/candidates.ts';
import { facetOfSamples, type SampleFacet } from '../../store/facets.ts';
import { cellsOf, facetsNamed, type Cell, type FacetRead } from './cells.ts';
import { promptDistance } from './prompt-distance.ts';
import { quotasOf, type Wanted } from './quotas.ts';

/** A sample that is not chosen, and why: the cells are those it fits. */
export type LeftOut = { readonly row: PoolRow; readonly reason: LeftOutReason; readonly cells: readonly Cell[] };

export type Plan = {
  readonly filter: string;
  readonly pool: readonly PoolRow[];
  /** Ids of the current set. */
  readonly now: ReadonlySet<number>;
  readonly isIncluded: boolean;
  readonly wanted: Wanted;
  /** By cell. */
  readonly nowCounts: readonly number[];
  readonly afterCounts: readonly number[];
  readonly isShared: boolean;
  readonly sampled: Sampled;
  readonly chosen: ReadonlySet<number>;
  readonly leftOut: readonly LeftOut[];
  readonly floors: readonly FloorValue[];
};
export type FloorValue = { readonly facet: FacetRead['facet']; readonly value: SampleFacet['values'][number] };

/** The reason given to samples that sampling includes: they may be drawn anew, as what people included may not. */
export const CHOSEN = 'chosen by sampling';

/**
 * Works out what sampling would do, in steps: a caller that must not be held up takes a turn between them. The same samples,
 * decisions and `spec` give the same plan, whatever ids the samples have.
 *
 * @throws {AppError} `invalid_input` for facets, a filter or quotas that cannot be
 */
export function* planSteps(project: ProjectContext, spec: BalanceSpec): Generator<void, Plan> {
  const facets = facetsNamed(spec.facets);
  const floorFacets = spec.floor.atLeast > 0 ? facetsNamed(spec.floor.facets) : [];
  const filter = spec.filter ?? BALANCE_POOL;
  const pool = poolRows(project.db, compileText(filter));
  const known = new Map<string, FacetRead>();
  for (const facet of [...facets, ...floorFacets]) {
    yield;
    if (!known.has(facet.key)) known.set(facet.key, { facet, ...facetOfSamples(project.db, facet) });
  }
  yield;
  const reads = facets.flatMap((facet) => known.get(facet.key) ?? []);
  const cells = cellsOf(
    reads,
    pool.map((row) => row.id),
  );
  const fits = pool.map((row) => cells.of(row.id));
  const isIncluded = pool.some((row) => row.state === 'include');
  const isNow = (row: PoolRow): boolean => (isIncluded ? row.state === 'include' : row.state !== 'exclude');
  const now = new Set(pool.filter(isNow).map((row) => row.id));
  const available = countCells(fits, cells.list.length);
  const wanted = quotasOf({ project, spec, reads, cells, available, target: spec.target ?? now.size });
  const floors = floorValues(
    floorFacets.flatMap((facet) => known.get(facet.key) ?? []),
    pool,
  );
  const candidates = pool.map((row, at): Candidate => {
    const own = floors.flatMap((floor, place) => (floor.ids.has(row.id) ? [place] : []));
    const isHeld = spec.keepReviewed && row.isReviewed === 1 && now.has(row.id);
    return { id: row.id, uid: row.uid, cells: fits[at] ?? [], preference: preferenceOf(row), isHeld, floors: own };
  });
  yield;
  const sampled = sampleQuotas({
    candidates,
    quotas: wanted.quotas,
    floors: floors.map((floor) => Math.min(spec.floor.atLeast, floor.ids.size)),
    seed: spec.seed,
    distance: promptDistance(
      project.db,
      pool.map((row) => row.id),
    ),
  });
  const chosen = new Set(sampled.chosen.map((one) => one.id));
  const leftOut = pool.flatMap((row, at) => (chosen.has(row.id) ? [] : [leaveOut(row, fits[at] ?? [], wanted)]));
  const nowFits = fits.filter((_, at) => now.has(pool[at]?.id ?? -1));
  const nowCounts = countCells(nowFits, wanted.cells.length);
  const afterFits = fits.filter((_, at) => chosen.has(pool[at]?.id ?? -1));
  const afterCounts = countCells(afterFits, wanted.cells.length);
  const isShared = fits.some((own) => own.length > 1);
  return { filter, pool, now, isIncluded, wanted, nowCounts, afterCounts, isShared, sampled, chosen, leftOut, floors };
}

/** Runs the steps without a pause. */
export function planNow(project: ProjectContext, spec: BalanceSpec): Plan {
  const steps = planSteps(project, spec);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Reviewed samples first, then those that a person included, then those without a flag; equals by distance and seed. */
function preferenceOf(row: PoolRow): number {
  const isDecided = row.state === 'include' && row.reason?.startsWith(CHOSEN) !== true;
  return 4 * row.isReviewed + (isDecided ? 2 : 0) + row.isClean;
}

function countCells(fits: readonly (readonly number[])[], length: number): number[] {
  const counts = Array.from({ length }, () => 0);
  for (const own of fits) for (const cell of own) counts[cell] = (counts[cell] ?? 0) + 1;
  return counts;
}

function leaveOut(row: PoolRow, cells: readonly number[], { cells: list, quotas }: Wanted): LeftOut {
  const named = cells.flatMap((cell) => list[cell] ?? []);
  if (cells.length === 0) return { row, reason: 'no_value', cells: named };
  const full = cells.filter((cell) => (quotas[cell] ?? 0) > 0).flatMap((cell) => list[cell] ?? []);
  return full.length > 0 ? { row, reason: 'over_quota', cells: full } : { row, reason: 'no_quota', cells: named };
}

/** Values that some sample of the pool has; to have none of something is no value here. */
function floorValues(
  reads: readonly FacetRead[],
  pool: readonly PoolRow[],
): (FloorValue & { readonly ids: ReadonlySet<number> })[] {
  return reads.flatMap(({ facet, values, of }) => {
    const having = values.map(() => new Set<number>());
    for (const { id } of pool) for (const at of of.get(id) ?? []) having[at]?.add(id);
    return values
      .flatMap((value, at) => {
        const ids = having[at];
        return ids === undefined || ids.size === 0 || value.value === 'none' ? [] : [{ facet, value, ids }];
      })
      .toSorted((a, b) => (a.value.value < b.value.value ? -1 : 1));
  });
}
