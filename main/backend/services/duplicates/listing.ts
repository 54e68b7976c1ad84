import type { z } from 'zod';
import type { Cluster, ClusterMember, ClusterRow, duplicates } from '../../../../shared/contract/duplicates.ts';
import type { DuplicateKind, DuplicateSetup } from '../../../../shared/model/duplicates.ts';
import { SampleId } from '../../../../shared/model/ids.ts';
import type { ProjectContext } from '../../context.ts';
import { referencesDiffer, type MemberFacts } from '../../store/clusters.ts';
import { linksOf, scanFacts, similarityHistogram } from '../../store/similar.ts';
import { countByKind, openClusters, removableOf, type OpenCluster, type OpenClusters } from './clusters.ts';
import { isProtected } from './keeper.ts';

type Overview = z.input<(typeof duplicates)['overview']['output']>;
type ClustersInput = z.output<(typeof duplicates)['clusters']['input']>;

const BINS = { near: 50, semantic: 30 } as const;
/** Members of a cluster that are listed. */
const SHOWN = 200;

export function overviewOf(project: ProjectContext, setup: DuplicateSetup): Overview {
  const { db } = project;
  const { duplicates: found, families, samples, settled } = openClusters(project, setup);
  const removable: Record<DuplicateKind, number> = { exact: 0, near: 0, semantic: 0 };
  for (const one of found) if (one.kind !== 'template') removable[one.kind] += one.removable.length;
  const { scope } = setup;
  return {
    counts: { ...countByKind(found), template: families.length },
    clusters: found.length,
    inClusters: found.reduce((sum, { members }) => sum + members.length, 0),
    samples,
    wouldRemove: removable.exact + removable.near + removable.semantic,
    removable,
    near: scanFacts(db, 'near', scope),
    semantic: scanFacts(db, 'semantic', scope),
    nearBins: similarityHistogram(db, { kind: 'near', scope, bins: BINS.near }),
    semanticBins: similarityHistogram(db, { kind: 'semantic', scope, bins: BINS.semantic }),
    settled,
  };
}

export function listClusters(
  project: ProjectContext,
  { setup, kind, sort, from, limit }: ClustersInput,
): { total: number; rows: ClusterRow[] } {
  const all = openClusters(project, setup);
  const wanted = clustersOf(all, kind).toSorted(ORDERS[sort]);
  return { total: wanted.length, rows: wanted.slice(from, from + limit).map((one) => rowOf(one, all.facts)) };
}

/** @returns the clusters of a kind; template families only when asked for by name */
export function clustersOf(all: OpenClusters, kind: ClustersInput['kind']): readonly OpenCluster[] {
  if (kind === 'template') return all.families;
  return kind === 'all' ? all.duplicates : all.duplicates.filter((one) => one.kind === kind);
}

function byFirst(one: OpenCluster, other: OpenCluster): number {
  return (one.members[0] ?? 0) - (other.members[0] ?? 0);
}

const ORDERS: Readonly<Record<ClustersInput['sort'], (one: OpenCluster, other: OpenCluster) => number>> = {
  largest: (one, other) => other.members.length - one.members.length || byFirst(one, other),
  similar: (one, other) => (similarityOf(other) ?? 0) - (similarityOf(one) ?? 0) || byFirst(one, other),
  first: byFirst,
};

function similarityOf({ links }: OpenCluster): number | null {
  return links.at(-1)?.similarity ?? null;
}

function rowOf(one: OpenCluster, facts: ReadonlyMap<number, MemberFacts>): ClusterRow {
  return {
    key: one.key,
    kind: one.kind,
    title: facts.get(one.keeper.id)?.title ?? '',
    size: one.members.length,
    memberIds: one.members.map((id) => SampleId.parse(id)),
    similarity: similarityOf(one),
    keeperId: SampleId.parse(one.keeper.id),
    removable: one.removable.length,
  };
}

/** @param chosen the member a person made the keeper; null for the rule's */
export function describeCluster(
  project: ProjectContext,
  setup: DuplicateSetup,
  key: string,
  chosen: number | null,
): Cluster | null {
  const all = openClusters(project, setup);
  const one = [...all.duplicates, ...all.families].find((cluster) => cluster.key === key);
  if (one === undefined) return null;
  const isChosen = chosen !== null && one.members.includes(chosen);
  const keeper = isChosen ? chosen : one.keeper.id;
  const near = similarities(project, one, keeper, setup);
  const shown = [keeper, ...one.members.filter((id) => id !== keeper)].slice(0, SHOWN);
  const members = shown.flatMap((id): ClusterMember[] => {
    const facts = all.facts.get(id);
    return facts === undefined ? [] : [memberOf(facts, id === keeper ? 1 : (near.get(id) ?? null))];
  });
  const [first, ...others] = members;
  const ordered = others.toSorted(
    (a, b) => (b.similarity ?? -1) - (a.similarity ?? -1) || Number(a.sampleId) - Number(b.sampleId),
  );
  return {
    ...rowOf({ ...one, keeper: { id: keeper, reason: one.keeper.reason } }, all.facts),
    removable: removableOf(one.members, keeper, all.facts, setup).length,
    members: first === undefined ? [] : [first, ...ordered],
    links: one.links.slice(0, SHOWN).map((link) => ({ ...link, a: SampleId.parse(link.a), b: SampleId.parse(link.b) })),
    keeperReason: isChosen && chosen !== one.keeper.id ? 'chosen' : one.keeper.reason,
    template: one.template,
    referencesDiffer: referencesDiffer(project.db, one.members),
    isCut: one.members.length > SHOWN,
  };
}

/** Of the other members to the keeper, by the strictest link of the two. */
function similarities(
  { db }: ProjectContext,
  { links, kind }: OpenCluster,
  keeper: number,
  { scope }: DuplicateSetup,
): Map<number, number> {
  const found = new Map<number, number>();
  if (kind === 'template') {
    for (const link of linksOf(db, { kind: 'near', scope, sampleId: keeper }))
      found.set(link.sampleId, link.similarity);
    return found;
  }
  for (const measure of ['semantic', 'near'] as const)
    for (const link of linksOf(db, { kind: measure, scope, sampleId: keeper }))
      found.set(link.sampleId, link.similarity);
  // Copies are linked in a star, so one of the keeper may be at the end of two links.
  const copies = new Set([keeper]);
  for (let grew = true; grew;) {
    grew = false;
    for (const { a, b, kind: by } of links)
      if (by === 'exact' && copies.has(a) !== copies.has(b)) grew = copies.add(a).add(b).size > 0;
  }
  for (const id of copies) found.set(id, 1);
  return found;
}

function memberOf(facts: MemberFacts, similarity: number | null): ClusterMember {
  const { id, uid: _uid, hasReference, ...rest } = facts;
  return {
    ...rest,
    sampleId: SampleId.parse(id),
    hasReference: hasReference === 1,
    similarity,
    isProtected: isProtected(facts),
  };
}
