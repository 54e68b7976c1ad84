import type { z } from 'zod';
import type { duplicates } from '../../../../shared/contract/duplicates.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { copyGroups, keepApart, markCluster, markCopies } from '../../store/clusters.ts';
import { excludeSamples } from '../../store/decision-rows.ts';
import { mergeInto } from '../../store/duplicates.ts';
import { refreshSamples } from '../../store/search-index.ts';
import { scanBatch } from '../checking.ts';
import { openClusters, removableOf, type OpenCluster, type OpenClusters } from './clusters.ts';
import { clustersOf } from './listing.ts';

type Input = z.output<(typeof duplicates)['resolve']['input']>;

/** More than these pairs of one cluster are not noted one by one. */
const MAX_APART = 20_000;

/**
 * Settles one cluster or all of a kind as one action. Template families are settled one by one only.
 *
 * @returns how many samples left the set; for `both` and `apart` how many clusters were settled
 */
export function resolveClusters(project: ProjectContext, input: Input): number {
  const all = openClusters(project, input.setup);
  const chosen = input.key === null ? clustersOf(all, input.kind) : [clusterOf(all, input.key)];
  const copies = isLeftAlone(input) ? copiesIn(project, input) : [];
  const result = project.act(
    (changed: number) => ({
      kind: `duplicates.${input.action}`,
      label: labelOf(input, chosen.length, changed),
      tables: [],
    }),
    () => {
      const changed = chosen.reduce(
        (sum, one) =>
          sum + (isLeftAlone(input) ? leaveAlone(project, input, one, copies) : removeFrom(project, input, all, one)),
        0,
      );
      const [only] = chosen;
      if (input.key !== null && only !== undefined && !isLeftAlone(input)) markRest(project, input, only);
      return changed;
    },
    ['sample', 'attempt', 'decision', 'tag', 'flag', 'review', 'similar'],
  );
  return result.value;
}

function isLeftAlone({ action }: Input): boolean {
  return action === 'both' || action === 'apart';
}

function clusterOf(all: OpenClusters, key: string): OpenCluster {
  const one = [...all.duplicates, ...all.families].find((cluster) => cluster.key === key);
  if (one === undefined)
    throw new AppError('conflict', 'This cluster is not there any more: one of its samples changed or was decided.');
  return one;
}

/** The cluster was looked at and nothing goes. */
function leaveAlone(project: ProjectContext, input: Input, one: OpenCluster, copies: readonly Copies[]): number {
  const { db } = project;
  if (input.action === 'apart') keepApart(db, apartIn(one.members, input.memberId));
  else markCluster(db, one.key);
  if (input.memberId === null) {
    // Copies that were left as they are raise no flag until there are more or fewer of them.
    const inside = new Set(one.members);
    for (const { kind, hash, ids } of copies)
      if (ids.every((id) => inside.has(id))) markCopies(db, kind, hash, ids.length);
  }
  rescan(project, one.members);
  return 1;
}

type Copies = { readonly kind: 'prompt' | 'trajectory'; readonly hash: string; readonly ids: readonly number[] };

function copiesIn({ db }: ProjectContext, { setup }: Input): Copies[] {
  const kind = setup.scope === 'trajectory' ? 'trajectory' : 'prompt';
  return copyGroups(db, kind).map((group) => ({ ...group, kind }));
}

function removeFrom(project: ProjectContext, input: Input, all: OpenClusters, one: OpenCluster): number {
  const { db } = project;
  const keeper = input.key === null || input.keeperId === null ? one.keeper.id : Number(input.keeperId);
  if (!one.members.includes(keeper))
    throw new AppError('conflict', `${sampleRef(keeper)} is not a member of this cluster any more.`);
  const others = removableOf(one.members, keeper, all.facts, input.setup);
  if (input.action === 'merge') {
    for (const other of others) mergeInto(db, keeper, other);
    refreshSamples(db, [keeper, ...others]);
  }
  excludeSamples(db, others, `duplicate of ${sampleRef(keeper)}`, project.app.clock.now(), project.actor());
  rescan(project, one.members);
  return others.length;
}

/** A cluster that a person decided is settled, though members that may not go are left of it. */
function markRest(project: ProjectContext, input: Input, one: OpenCluster): void {
  const members = new Set(one.members);
  const again = openClusters(project, input.setup);
  for (const cluster of one.kind === 'template' ? again.families : again.duplicates)
    if (cluster.members.every((id) => members.has(id))) markCluster(project.db, cluster.key);
}

function rescan(project: ProjectContext, ids: readonly number[]): void {
  scanBatch(project.db, [...ids]);
}

function apartIn(members: readonly number[], memberId: number | null): [number, number][] {
  if (memberId !== null) {
    if (!members.includes(memberId))
      throw new AppError('conflict', `${sampleRef(memberId)} is not a member of this cluster any more.`);
    return members.filter((id) => id !== memberId).map((id) => [id, memberId]);
  }
  if ((members.length * (members.length - 1)) / 2 > MAX_APART)
    throw new AppError(
      'invalid_input',
      `A cluster of ${members.length} samples is too large to take apart at once. Keep all of it instead, or raise the threshold.`,
    );
  return members.flatMap((one, at) => members.slice(at + 1).map((other): [number, number] => [one, other]));
}

function labelOf(input: Input, clusters: number, changed: number): string {
  switch (input.action) {
    case 'both':
      return `Keep all of ${count(clusters, 'duplicate cluster')}`;
    case 'apart':
      return input.memberId === null
        ? `Mark ${count(clusters, 'cluster')} as no duplicates`
        : `Take ${sampleRef(input.memberId)} out of its cluster`;
    case 'merge':
      return `Merge ${count(changed, 'duplicate')} as attempts`;
    case 'keep':
      return `Exclude ${count(changed, 'duplicate')}`;
  }
}
