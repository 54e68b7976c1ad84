import type { z } from 'zod';
import type { BalanceCell, BalanceSpec } from '../../../shared/contract/refine.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import type { ProjectContext } from '../context.ts';
import { compileText } from '../engine/query/filter.ts';
import { stratify, type Candidate, type Stratified } from '../engine/stratify.ts';
import { findFacets } from '../facets/registry.ts';
import { candidateRows } from '../store/candidates.ts';
import { setDecision } from '../store/decision-rows.ts';
import { facetCounts, type FacetCounts } from '../store/facets.ts';

type Cell = z.output<typeof BalanceCell>;
export type Balanced = Stratified & { readonly labelled: readonly Cell[]; readonly scope: readonly number[] };

/**
 * Fills the quotas from the samples of the filter. A sample with several values of the facet counts for the first quota
 * that names one of them, so that nothing is taken twice.
 *
 * @throws {AppError} `invalid_input` for an unknown facet or filter
 */
export function balance(project: ProjectContext, spec: BalanceSpec): Balanced {
  const [facet] = findFacets([spec.facet]);
  if (facet === undefined) throw new AppError('invalid_input', `There is no facet called ${spec.facet}.`);
  const [counts] = facetCounts(project.db, [facet], spec.filter);
  const taken = new Set<number>();
  const candidates: Candidate[] = [];
  for (const quota of spec.quotas) {
    const term = termOf(counts, quota.value);
    if (term === undefined) continue;
    for (const row of candidateRows(project.db, compileText(within(spec.filter, term)))) {
      if (taken.has(row.id)) continue;
      taken.add(row.id);
      candidates.push({ ...row, cell: quota.value });
    }
  }
  const filled = stratify(
    candidates,
    spec.quotas.map((quota) => ({ value: quota.value, wanted: quota.count })),
    spec.seed,
  );
  const labels = new Map(counts?.values.map((value) => [value.value, value.label]));
  return {
    ...filled,
    labelled: filled.cells.map((cell) => ({ ...cell, label: labels.get(cell.value) ?? cell.value })),
    scope: candidateRows(project.db, compileText(spec.filter)).map((row) => row.id),
  };
}

function termOf(counts: FacetCounts | undefined, value: string): string | undefined {
  return counts?.values.find((one) => one.value === value)?.term;
}

function within(filter: string, term: string): string {
  return filter.trim() === '' ? term : `(${filter}) ${term}`;
}

/** Includes what the quotas chose and excludes the rest of the scope, as one action. */
export function applyBalance(
  project: ProjectContext,
  spec: BalanceSpec,
): { included: number; excluded: number; short: number } {
  const filled = balance(project, spec);
  const chosen = new Set(filled.chosen);
  const excluded = filled.scope.filter((id) => !chosen.has(id));
  const label = `Balance by ${spec.facet}: include ${count(chosen.size, 'sample')}, exclude ${excluded.length}`;
  project.act({ kind: 'balance.apply', label, tables: ['decision'] }, () => {
    const base = { at: project.app.clock.now(), reviewer: project.actor() };
    for (const sampleId of filled.chosen)
      setDecision(project.db, { ...base, sampleId, state: 'include', reason: 'chosen by quota' });
    for (const sampleId of excluded)
      setDecision(project.db, { ...base, sampleId, state: 'exclude', reason: 'left out by quota' });
  });
  return {
    included: chosen.size,
    excluded: excluded.length,
    short: filled.cells.reduce((sum, cell) => sum + cell.short, 0),
  };
}
