import type { ProductionSource } from '../../../../shared/contract/likeness.ts';
import { SourceId } from '../../../../shared/model/ids.ts';
import { print } from '../../../../shared/query/print.ts';
import type { FilterNode } from '../../../../shared/query/ast.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { Profile } from '../../engine/likeness/profile.ts';
import { compileFilter } from '../../engine/query/compile.ts';
import { readFilter } from '../../engine/query/filter.ts';
import type { Fragment } from '../../engine/query/fragment.ts';
import { formatTitle } from '../../importers/titles.ts';
import { countWhere } from '../../store/likeness-rows.ts';
import { productionSources, readProfiles } from '../../store/production.ts';
import { listSources } from '../../store/sources.ts';

export type Comparison = { readonly filter: string | null; readonly reference: number | null };

/** The two sets of a comparison. */
export type Sets = {
  readonly sources: readonly ProductionSource[];
  /** Sources of production whose samples are in sight. */
  readonly full: readonly number[];
  readonly profiles: readonly Profile[];
  /** The curated set. */
  readonly filter: string;
  readonly where: Fragment;
  readonly curated: number;
  readonly isIncluded: boolean;
};

const INCLUDED = 'decision:include';

/**
 * Tells who is compared. Without a filter the curated set is the included samples; while nothing is included it is what is
 * not excluded and of no production source, so that a first look needs no decisions.
 *
 * @throws {AppError} `invalid_input` for a filter that is none, `not_found` for a reference that is no source
 */
export function setsOf(project: ProjectContext, { filter, reference }: Comparison): Sets {
  const sources = reference === null ? productionSources(project.db) : [referenceSource(project, reference)];
  const full = sources.filter((source) => source.kept === 'full').map((source) => source.sourceId);
  const profiles = sources.length === full.length ? [] : readProfiles(project.db);
  const chosen = curatedSet(project, filter, sources);
  return { sources, full, profiles, ...chosen };
}

function curatedSet(
  { db }: ProjectContext,
  filter: string | null,
  sources: readonly ProductionSource[],
): Pick<Sets, 'filter' | 'where' | 'curated' | 'isIncluded'> {
  const isIncluded = filter === null;
  const node = readFilter(filter ?? INCLUDED);
  const where = compileFilter(node);
  const curated = countWhere(db, where);
  if (filter !== null || curated > 0) return { filter: print(node), where, curated, isIncluded };
  const rest = undecidedRest(sources);
  const whereRest = compileFilter(rest);
  return { filter: print(rest), where: whereRest, curated: countWhere(db, whereRest), isIncluded: false };
}

function undecidedRest(sources: readonly ProductionSource[]): FilterNode {
  const open: FilterNode = { kind: 'not', item: readFilter('decision:exclude') };
  if (sources.length === 0) return open;
  const values = sources.map(({ name }) => ({ kind: 'text', text: name, prefix: false }) as const);
  const ofProduction: FilterNode = { kind: 'term', field: 'source', at: null, path: [], values };
  return { kind: 'and', items: [open, { kind: 'not', item: ofProduction }] };
}

function referenceSource(project: ProjectContext, reference: number): ProductionSource {
  const marked = productionSources(project.db).find((source) => source.sourceId === reference);
  if (marked !== undefined) return marked;
  const source = listSources(project.db, false, formatTitle).find((one) => one.id === reference);
  if (source?.state !== 'ready')
    throw new AppError('not_found', 'The source to compare with is not in this project. Choose one that is.');
  const { name, samples } = source;
  return { sourceId: SourceId.parse(reference), name, samples, kept: 'full', markedAt: 0 };
}
