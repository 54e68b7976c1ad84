import type { z } from 'zod';
import type { likeness } from '../../../../shared/contract/likeness.ts';
import { SampleId } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { compileText } from '../../engine/query/filter.ts';
import { stratify } from '../../engine/stratify.ts';
import { findFacets } from '../../facets/registry.ts';
import { candidateRows } from '../../store/candidates.ts';
import { setDecision } from '../../store/decision-rows.ts';
import { facetCounts } from '../../store/facets.ts';
import { titlesOf } from '../../store/likeness-rows.ts';

type Input = z.output<typeof likeness.propose.input>;
type Proposed = z.output<typeof likeness.propose.output>;

const UNDECIDED = 'decision:undecided';

/**
 * Draws undecided samples of a cell by seed, reviewed and unflagged ones first; the same ones for the same seed.
 *
 * @throws {AppError} `invalid_input` for a facet or value that is not there
 */
export function propose(project: ProjectContext, input: Input): Proposed {
  const { filter, candidates, chosen } = draw(project, input);
  const titles = titlesOf(project.db, chosen);
  return {
    available: candidates,
    filter,
    chosen: chosen.map((id) => ({ sampleId: SampleId.parse(id), title: titles.get(id) ?? '' })),
    chosenFilter: chosen.length === 0 ? null : `id:${chosen.join(',')}`,
  };
}

/** Includes the samples that `propose` draws, as one action. */
export function includeProposed(project: ProjectContext, input: Input): number {
  const { chosen, label } = draw(project, input);
  if (chosen.length === 0) return 0;
  const title = `Include ${count(chosen.length, 'sample')} of ${label}`;
  project.act({ kind: 'likeness.include', label: title, tables: ['decision'] }, () => {
    const base = { at: project.app.clock.now(), reviewer: project.actor(), state: 'include' } as const;
    for (const sampleId of chosen)
      setDecision(project.db, { ...base, sampleId, reason: 'added to be like production' });
  });
  return chosen.length;
}

function draw(
  project: ProjectContext,
  { facet: key, value, count: wanted, seed }: Input,
): { filter: string; candidates: number; chosen: readonly number[]; label: string } {
  const [facet] = findFacets([key]);
  if (facet === undefined) throw new AppError('invalid_input', `There is no facet called ${key}.`);
  const [counts] = facetCounts(project.db, [facet], UNDECIDED);
  const cell = counts?.values.find((one) => one.value === value);
  // Production may have a value that no sample in sight has.
  if (cell === undefined) return { filter: UNDECIDED, candidates: 0, chosen: [], label: value };
  const filter = `${cell.term} ${UNDECIDED}`;
  const rows = candidateRows(project.db, compileText(filter));
  const { chosen } = stratify(
    rows.map((row) => ({ ...row, cell: value })),
    [{ value, wanted }],
    seed,
  );
  return { filter, candidates: rows.length, chosen, label: `${facet.title}: ${cell.label}` };
}
