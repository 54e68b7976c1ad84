import type { BalancePreview, BalanceSpec } from '../../../../shared/contract/balance.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { apportion } from '../../engine/balance/apportion.ts';
import { idsInSources } from '../../store/candidates.ts';
import { productionSources, readProfiles } from '../../store/production.ts';
import { productionCounts } from '../likeness/production.ts';
import { emptyCell, meansCell, type Cell, type Cells, type FacetRead } from './cells.ts';

export type Wanted = {
  /** The cells of the pool, then those that only a quota or production names. */
  readonly cells: readonly Cell[];
  readonly quotas: readonly number[];
  readonly basis: BalancePreview['basis'];
};

type Given = {
  readonly project: ProjectContext;
  readonly spec: BalanceSpec;
  readonly reads: readonly FacetRead[];
  readonly cells: Cells;
  /** Samples of the pool in each cell. */
  readonly available: readonly number[];
  /** How many there are to be in all. */
  readonly target: number;
};

/** How many samples of each cell are wanted. */
export function quotasOf(given: Given): Wanted {
  const { spec, cells, available, target } = given;
  if (spec.aim === 'custom') return customQuotas(given);
  if (spec.aim === 'equal') {
    const weights = available.map((count) => (count > 0 ? 1 : 0));
    return { cells: cells.list, quotas: apportion(weights, target), basis: 'none' };
  }
  const like = productionWeights(given);
  if (like === null) return { cells: cells.list, quotas: apportion(available, target), basis: 'set' };
  return { cells: like.cells, quotas: apportion(like.weights, target), basis: like.basis };
}

function customQuotas({ spec, reads, cells, target }: Given): Wanted {
  const list = [...cells.list];
  const amounts = list.map(() => 0);
  for (const { values, amount } of spec.quotas) {
    if (values.length !== reads.length)
      throw new AppError(
        'invalid_input',
        `The quota of ${values.join(', ')} names ${values.length} values where there are ${reads.length} facets.`,
      );
    const found = list.findIndex((cell) => meansCell(reads, cell, values));
    const at = found === -1 ? list.push(emptyCell(facetsOf(reads), values)) - 1 : found;
    amounts[at] = (amounts[at] ?? 0) + amount;
  }
  return {
    cells: list,
    quotas: spec.unit === 'count' ? amounts.map(wholeCount) : shareOut(amounts, target),
    basis: 'none',
  };
}

function wholeCount(amount: number): number {
  if (Number.isInteger(amount)) return amount;
  throw new AppError('invalid_input', `A quota of ${amount} samples is not possible. Give a whole number, or shares.`);
}

function shareOut(shares: readonly number[], target: number): number[] {
  const sum = shares.reduce((all, share) => all + share, 0);
  if (sum > 1 + 1e-6)
    throw new AppError(
      'invalid_input',
      `The shares add up to ${Math.round(sum * 1000) / 10} %. Lower them to 100 % or less.`,
    );
  return apportion(shares, Math.round(target * Math.min(1, sum)));
}

type Weights = {
  readonly cells: readonly Cell[];
  readonly weights: number[];
  readonly basis: 'production' | 'estimated';
};

/** @returns null when no source is marked as production traffic */
function productionWeights(given: Given): Weights | null {
  return given.reads.length === 1 ? singleWeights(given) : pairWeights(given);
}

function singleWeights({ project, reads, cells }: Given): Weights | null {
  const [read] = reads;
  const counts = read === undefined ? null : productionCounts(project, read.facet);
  if (counts === null) return null;
  const list = [...cells.list];
  const known = new Set(list.map((cell) => cell.values[0]));
  const missing = [...counts.keys()].filter((value) => !known.has(value));
  list.push(...missing.toSorted().map((value) => emptyCell(facetsOf(reads), [value])));
  return { cells: list, weights: list.map((cell) => counts.get(cell.values[0] ?? '') ?? 0), basis: 'production' };
}

/** Samples in sight are counted by pair; of a profile there are counts of single facets only, taken as independent. */
function pairWeights({ project, reads, cells }: Given): Weights | null {
  const sources = productionSources(project.db);
  if (sources.length === 0) return null;
  const full = sources.filter((source) => source.kept === 'full').map((source) => source.sourceId);
  const weights = cells.list.map(() => 0);
  for (const id of idsInSources(project.db, full))
    for (const cell of cells.of(id)) weights[cell] = (weights[cell] ?? 0) + 1;
  const profiles = sources.length === full.length ? [] : readProfiles(project.db);
  for (const profile of profiles) {
    const shares = reads.map(({ facet }) => {
      const kept = profile.facets[facet.key];
      const values = kept?.version === facet.version ? kept.values : [];
      return new Map(values.map(({ value, count }) => [value, count / Math.max(1, profile.samples)]));
    });
    for (const [at, cell] of cells.list.entries()) {
      const share = cell.values.reduce((product, value, facet) => product * (shares[facet]?.get(value) ?? 0), 1);
      weights[at] = (weights[at] ?? 0) + share * profile.samples;
    }
  }
  return { cells: cells.list, weights, basis: profiles.length > 0 ? 'estimated' : 'production' };
}

function facetsOf(reads: readonly FacetRead[]): FacetRead['facet'][] {
  return reads.map((read) => read.facet);
}
