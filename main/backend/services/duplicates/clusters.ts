import type { ClusterKind, DuplicateKind, DuplicateSetup } from '../../../../shared/model/duplicates.ts';
import type { ProjectContext } from '../../context.ts';
import { contentUid } from '../../engine/hash.ts';
import { components, withStandIns, type TypedLink } from '../../engine/similar/clusters.ts';
import {
  apartPairs,
  copyGroups,
  markedClusters,
  memberFacts,
  openSamples,
  pairName,
  sampleUids,
  type MemberFacts,
} from '../../store/clusters.ts';
import { similarLinks, templateFamilies } from '../../store/similar.ts';
import { isProtected, keeperOf, type Kept } from './keeper.ts';

export type OpenCluster = {
  readonly key: string;
  readonly kind: ClusterKind;
  readonly members: readonly number[];
  readonly links: readonly TypedLink[];
  readonly template: string | null;
  readonly keeper: Kept;
  /** Members that keeping only the keeper would exclude. */
  readonly removable: readonly number[];
};
export type OpenClusters = {
  readonly duplicates: readonly OpenCluster[];
  readonly families: readonly OpenCluster[];
  /** Samples that are not excluded. */
  readonly samples: number;
  /** Clusters a person left as they are. */
  readonly settled: number;
  readonly facts: ReadonlyMap<number, MemberFacts>;
};

/**
 * Every cluster that waits for a decision. Duplicates are the connected components of copies, near links and links of
 * meaning at or above the thresholds; each sample is in one at most. Template families stand beside them, and no two of one
 * family come into one cluster, since what differs only in numbers or names may well be two tasks.
 */
export function openClusters(project: ProjectContext, setup: DuplicateSetup): OpenClusters {
  const { db } = project;
  const open = openSamples(db);
  const marked = markedClusters(db);
  const families = templateFamilies(db, setup.scope);
  // The words of a trajectory begin with the prompt's, and its families are told apart by those.
  const kindred = setup.scope === 'trajectory' ? templateFamilies(db, 'prompt') : families;
  const kin = new Map(kindred.flatMap(({ key, members }) => members.map((id) => [id, key] as const)));
  const found = [
    ...components(duplicateLinks(project, setup, open), kin).map((one) => ({ ...one, template: null })),
    ...families.map((family) => ({
      kind: 'template' as const,
      members: family.members.filter((id) => open.has(id)),
      links: [],
      template: family.template,
    })),
  ].filter(({ members }) => members.length > 1);
  const ids = [...new Set(found.flatMap(({ members }) => members))];
  const uids = sampleUids(db, ids);
  const facts = memberFacts(db, ids);
  const clusters = found.map((one): OpenCluster => {
    const keeper = keeperOf(one.members, facts, setup.keeper);
    return {
      ...one,
      key: clusterKey(setup, one.kind, one.members, uids),
      keeper,
      removable: removableOf(one.members, keeper.id, facts, setup),
    };
  });
  const waiting = clusters.filter(({ key }) => !marked.has(key));
  return {
    duplicates: waiting.filter(({ kind }) => kind !== 'template'),
    families: waiting.filter(({ kind }) => kind === 'template'),
    samples: open.size,
    settled: clusters.length - waiting.length,
    facts,
  };
}

/** @returns members that may go when `keeper` stays */
export function removableOf(
  members: readonly number[],
  keeper: number,
  facts: ReadonlyMap<number, MemberFacts>,
  { neverRemoveReviewed }: DuplicateSetup,
): number[] {
  return members.filter((id) => id !== keeper && !(neverRemoveReviewed && isProtected(facts.get(id))));
}

/** The same for the same members on any machine. */
function clusterKey(
  { scope }: DuplicateSetup,
  kind: ClusterKind,
  members: readonly number[],
  uids: ReadonlyMap<number, string>,
): string {
  const family = kind === 'template' ? 'template' : 'duplicates';
  const names = members.map((id) => uids.get(id) ?? '').sort((a, b) => (a < b ? -1 : 1));
  return `${family}:${contentUid('cluster', scope, ...names)}`;
}

function duplicateLinks(project: ProjectContext, setup: DuplicateSetup, open: ReadonlySet<number>): TypedLink[] {
  const { db } = project;
  const apart = apartPairs(db);
  const isKept = ({ a, b }: TypedLink): boolean => !apart.has(pairName(a, b));
  const measured = (kind: 'near' | 'semantic', atLeast: number | null): TypedLink[] =>
    atLeast === null
      ? []
      : withStandIns(
          similarLinks(db, { kind, scope: setup.scope, atLeast }).map((link) => ({ ...link, kind })),
          (id) => open.has(id),
        ).filter(isKept);
  return [
    ...copyGroups(db, setup.scope).flatMap(({ ids }) => copyLinks(ids, apart)),
    ...measured('near', setup.near),
    ...measured('semantic', setup.semantic),
  ];
}

/** A star of links, or where pairs of it are apart, all others. */
function copyLinks(ids: readonly number[], apart: ReadonlySet<string>): TypedLink[] {
  const link = (a: number, b: number): TypedLink => ({ a, b, kind: 'exact', similarity: 1 });
  const [first = 0, ...rest] = ids;
  const star = rest.map((id) => link(first, id));
  if (apart.size === 0 || !rest.some((_, at) => ids.some((id) => apart.has(pairName(id, rest[at] ?? 0))))) return star;
  return ids.flatMap((a, at) =>
    ids
      .slice(at + 1)
      .filter((b) => !apart.has(pairName(a, b)))
      .map((b) => link(a, b)),
  );
}

/** How many clusters of duplicates there are by kind. */
export function countByKind(clusters: readonly OpenCluster[]): Record<DuplicateKind, number> {
  const counts = { exact: 0, near: 0, semantic: 0 };
  for (const { kind } of clusters) if (kind !== 'template') counts[kind] += 1;
  return counts;
}
