import type { z } from 'zod';
import type { SplitName, SplitRules, splits as contract } from '../../../../shared/contract/splits.ts';
import type { SampleTarget } from '../../../../shared/contract/target.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { SPLIT_ORDER } from '../../engine/splitting/types.ts';
import { FACETS, findFacets } from '../../facets/registry.ts';
import { countRows } from '../../store/counts.ts';
import {
  moveTarget,
  putInSplits,
  setLocked,
  splitCounts,
  splitMembers,
  storeRules,
  takeFromSplits,
} from '../../store/splits.ts';
import { withTarget } from '../../store/targets.ts';
import { describeSplit, leftOverWarnings, within } from './describe-split.ts';
import { keyOptions } from './group-keys.ts';
import { planSplit, readScope, type PlannedSplit } from './plan-split.ts';
import { rulesOf } from './rules.ts';

type Output<K extends keyof typeof contract> = z.output<(typeof contract)[K]['output']>;

/** The stored split, how it came about and what there is to say of it. */
export function getSplit(project: ProjectContext): Output<'get'> {
  const rules = rulesOf(project);
  const scope = readScope(project, rules);
  const members = splitMembers(project.db);
  const taking = new Set(scope.ids);
  const outside = [...members.keys()].filter((id) => !taking.has(id)).length;
  const isSplit = members.size > 0;
  const unassigned = scope.ids.filter((id) => !members.has(id)).length;
  const filters = {
    unassigned: within(scope.filter, 'split:none'),
    outside: scope.filter.trim() === '' ? 'split:any' : `split:any -(${scope.filter})`,
  };
  const described = describeSplit(
    project,
    rules,
    scope,
    new Map([...members].map(([id, member]) => [id, member.split])),
  );
  const leftOver = isSplit ? leftOverWarnings(unassigned, outside, filters) : [];
  return {
    ...described,
    warnings: [...described.warnings, ...leftOver],
    rules,
    filter: scope.filter,
    isSplit,
    unassigned: { count: unassigned, filter: filters.unassigned },
    outside: { count: outside, filter: filters.outside },
    notTakingPart: countRows(project.db).samples - scope.ids.length,
  };
}

/** What samples can be kept together and mixed alike by. */
export function splitOptions(project: ProjectContext): Output<'options'> {
  return {
    groups: keyOptions(project),
    facets: FACETS.filter(({ key }) => key !== 'split').map(({ key, title }) => ({ key, title })),
  };
}

/** @throws {AppError} `invalid_input` naming a facet that is none */
function checkRules(rules: SplitRules): void {
  const wrong = rules.stratifyBy.find((key) => key === 'split' || findFacets([key]).length === 0);
  if (wrong !== undefined) throw new AppError('invalid_input', `There is no facet called ${wrong} to mix alike.`);
}

export function previewSplit(project: ProjectContext, rules: SplitRules): Output<'preview'> {
  checkRules(rules);
  const planned = planSplit(project, rules);
  return { ...describeSplit(project, rules, planned.scope, planned.to), ...changesOf(project, planned) };
}

/** What of the stored split a plan changes; samples that do not take part keep their split when it is locked. */
function changesOf(project: ProjectContext, { to }: PlannedSplit): { moved: number; added: number; removed: number } {
  const members = splitMembers(project.db);
  let moved = 0;
  let added = 0;
  for (const [id, split] of to) {
    const member = members.get(id);
    if (member === undefined) added += 1;
    else if (member.split !== split) moved += 1;
  }
  return { moved, added, removed: goners(members, to).length };
}

function goners(members: ReturnType<typeof splitMembers>, to: ReadonlyMap<number, SplitName>): number[] {
  return [...members.values()].filter((one) => !one.locked && !to.has(one.sampleId)).map((one) => one.sampleId);
}

/** Stores rules and the split they give, as one action. */
export function applySplit(project: ProjectContext, rules: SplitRules): Output<'apply'> {
  checkRules(rules);
  const planned = planSplit(project, rules);
  const changes = changesOf(project, planned);
  project.act(
    () => ({ kind: 'splits.apply', label: applyLabel(project, rules), tables: ['sample', 'split'] }),
    () => {
      takeFromSplits(project.db, goners(splitMembers(project.db), planned.to));
      putInSplits(project.db, planned.to);
      storeRules(project.db, rules);
    },
  );
  const { counts, locked } = splitCounts(project.db);
  const { warnings } = describeSplit(project, rules, planned.scope, planned.to);
  return { ...changes, counts, locked: locked.train + locked.validation + locked.test, warnings };
}

function applyLabel(project: ProjectContext, rules: SplitRules): string {
  const { counts } = splitCounts(project.db);
  const parts = SPLIT_ORDER.filter((split) => counts[split] > 0).map((split) => `${counts[split]} ${split}`);
  return `Split by seed ${rules.seed}: ${parts.length === 0 ? 'no samples' : parts.join(', ')}`;
}

/** @param splits none: all of them */
export function lockSplits(project: ProjectContext, splits: readonly SplitName[], locked: boolean): number {
  const named = splits.length === 0 ? SPLIT_ORDER : splits;
  const where = splits.length === 0 ? 'all splits' : splits.join(' and ');
  return project.act(
    (n: number) => ({
      kind: locked ? 'splits.lock' : 'splits.unlock',
      label: `${locked ? 'Lock' : 'Unlock'} ${count(n, 'sample')} of ${where}`,
      tables: ['sample', 'split'],
    }),
    () => setLocked(project.db, named, locked),
  ).value;
}

export function moveSamples(
  project: ProjectContext,
  target: SampleTarget,
  split: SplitName | null,
): { changed: number; locked: number } {
  return project.act(
    ({ changed }: { changed: number }) => ({
      kind: 'splits.move',
      label:
        split === null
          ? `Take ${count(changed, 'sample')} out of the split`
          : `Move ${count(changed, 'sample')} to ${split}`,
      tables: ['sample', 'split'],
    }),
    () => withTarget(project.db, target, () => moveTarget(project.db, split)),
  ).value;
}

export function clearSplit(project: ProjectContext, evenLocked: boolean): number {
  return project.act(
    (n: number) => ({
      kind: 'splits.clear',
      label: `Clear the split of ${count(n, 'sample')}`,
      tables: ['sample', 'split'],
    }),
    () => {
      const members = [...splitMembers(project.db).values()].filter((one) => evenLocked || !one.locked);
      return takeFromSplits(
        project.db,
        members.map((one) => one.sampleId),
      );
    },
  ).value;
}
