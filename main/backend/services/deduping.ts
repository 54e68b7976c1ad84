import type { z } from 'zod';
import type { DuplicateGroup, duplicates } from '../../../shared/contract/refine.ts';
import { SampleId, sampleRef } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import type { ProjectContext } from '../context.ts';
import { excludeSamples } from '../store/decision-rows.ts';
import {
  countGroups,
  groupKeys,
  groupMembers,
  markGroup,
  mergeInto,
  type DuplicateKind,
  type MemberRow,
} from '../store/duplicates.ts';
import { scanBatch } from './checking.ts';
import { refreshSamples } from '../store/search-index.ts';

const ALL_GROUPS = 1_000_000;

type ResolveInput = z.output<(typeof duplicates)['resolve']['input']>;

/** Why a member is kept, in the order that decides. */
function keeperOf(members: readonly MemberRow[]): { keeper: MemberRow; reason: string } {
  const ranked = members.toSorted(
    (a, b) =>
      b.reviews - a.reviews ||
      b.attempts - a.attempts ||
      b.hasReference - a.hasReference ||
      (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity) ||
      a.sampleId - b.sampleId,
  );
  const [keeper, second] = ranked;
  if (keeper === undefined) throw new AppError('not_found', 'This group of duplicates is gone.');
  return { keeper, reason: second === undefined ? 'oldest' : reasonOf(keeper, second) };
}

function reasonOf(keeper: MemberRow, second: MemberRow): string {
  if (keeper.reviews > second.reviews) return 'most reviews';
  if (keeper.attempts > second.attempts) return 'most attempts';
  if (keeper.hasReference > second.hasReference) return 'has a reference';
  return 'oldest';
}

export function listGroups(
  project: ProjectContext,
  kind: DuplicateKind,
  from: number,
  limit: number,
): { total: number; removable: number; groups: DuplicateGroup[] } {
  const groups = groupKeys(project.db, kind, from, limit).map((key): DuplicateGroup => {
    const members = groupMembers(project.db, kind, key);
    const { keeper, reason } = keeperOf(members);
    return {
      key,
      kind,
      title: keeper.title,
      members: members.map((row) => ({
        ...row,
        sampleId: SampleId.parse(row.sampleId),
        hasReference: row.hasReference === 1,
      })),
      keeperId: SampleId.parse(keeper.sampleId),
      keeperReason: reason,
    };
  });
  const counted = countGroups(project.db, kind);
  return { ...counted, removable: kind === 'prompt' ? counted.removable : removableByTrajectory(project), groups };
}

/** Two samples may share several trajectories, so groups overlap: counts what keeping one of each group after another excludes. */
function removableByTrajectory(project: ProjectContext): number {
  const gone = new Set<number>();
  for (const key of groupKeys(project.db, 'trajectory', 0, ALL_GROUPS)) {
    const left = groupMembers(project.db, 'trajectory', key).filter((row) => !gone.has(row.sampleId));
    if (left.length < 2) continue;
    const { keeper } = keeperOf(left);
    for (const row of left) if (row !== keeper) gone.add(row.sampleId);
  }
  return gone.size;
}

/** Resolves one group or all open ones as one action. @returns how many samples left the set */
export function resolveGroups(project: ProjectContext, input: ResolveInput): number {
  const keys = input.key === null ? groupKeys(project.db, input.kind, 0, ALL_GROUPS) : [input.key];
  const result = project.act(
    (changed: number) => ({
      kind: `duplicates.${input.action}`,
      label: labelOf(input, keys.length, changed),
      tables: [],
    }),
    () => keys.reduce((sum, key) => sum + resolveOne(project, input, key), 0),
    ['sample', 'attempt', 'decision', 'tag', 'flag', 'review'],
  );
  return result.value;
}

function resolveOne(project: ProjectContext, input: ResolveInput, key: string): number {
  const { db } = project;
  const members = groupMembers(db, input.kind, key);
  if (members.length < 2) return 0;
  if (input.action === 'both') {
    markGroup(db, input.kind, key, members.length);
    return 0;
  }
  const keeperId = input.key === null ? null : input.keeperId;
  const keeper = keeperId === null ? keeperOf(members).keeper : members.find((row) => row.sampleId === keeperId);
  if (keeper === undefined)
    throw new AppError('conflict', `${sampleRef(keeperId ?? 0)} is not a member of this group any more.`);
  const others = members.filter((row) => row.sampleId !== keeper.sampleId).map((row) => row.sampleId);
  if (input.action === 'merge') {
    for (const other of others) mergeInto(db, keeper.sampleId, other);
    refreshSamples(db, [keeper.sampleId, ...others]);
  }
  excludeSamples(db, others, `duplicate of ${sampleRef(keeper.sampleId)}`, project.app.clock.now(), project.actor());
  scanBatch(
    db,
    members.map((row) => row.sampleId),
  );
  return others.length;
}

function labelOf(input: ResolveInput, groups: number, changed: number): string {
  if (input.action === 'both') return `Keep all of ${count(groups, 'duplicate group')}`;
  if (input.action === 'merge') return `Merge ${count(changed, 'duplicate')} as attempts`;
  return `Exclude ${count(changed, 'duplicate')}`;
}
