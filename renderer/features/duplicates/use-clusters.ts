import { useState } from 'react';
import type { SampleId } from '../../../shared/model/ids.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import type { Shown } from './settings.ts';
import type { Settings } from './use-settings.ts';

export type ClusterRow = Output<'duplicates.clusters'>['rows'][number];
export type Cluster = NonNullable<Output<'duplicates.cluster'>['cluster']>;
export type Member = Cluster['members'][number];

/** Decided clusters leave the list and later ones move up. */
const CLUSTERS_SHOWN = 200;

/** The cluster on the screen, its keeper and the sample that stands beside it. */
export type OpenCluster = {
  readonly cluster: Cluster;
  readonly at: number;
  readonly keeper: Member;
  readonly compared: Member;
  /** Chosen by hand; null: as the rule says. */
  readonly chosenKeeper: SampleId | null;
};

type Place = { readonly key: string | null; readonly at: number };
type Choice = { readonly key: string; readonly keeperId: SampleId | null; readonly comparedId: SampleId };
const FIRST: Place = { key: null, at: 0 };

export function useClusters(settings: Settings, shown: Shown) {
  const input = { setup: settings.asked, kind: shown, sort: settings.sort, from: 0, limit: CLUSTERS_SHOWN };
  const query = useRpcQuery('duplicates.clusters', input, { keepPrevious: true });
  const rows = query.data?.rows ?? [];
  const { at, pick, stay } = usePlace(rows, `${shown} ${settings.sort}`);
  const { open, choose } = useOpenCluster(settings, rows[at], at);
  /** The sample that stays becomes another; the one before stands beside it. */
  function keep(id: SampleId): void {
    if (open === null || id === open.keeper.sampleId) return;
    stay();
    choose(id, open.keeper.sampleId);
  }
  function compare(id: SampleId | undefined): void {
    if (open === null || id === undefined || id === open.keeper.sampleId) return;
    stay();
    choose(open.chosenKeeper, id);
  }
  return {
    query,
    rows,
    at,
    total: query.data?.total ?? 0,
    open,
    pick,
    move: (by: 1 | -1) => pick(at + by),
    keep,
    compare,
    moveMember: (by: 1 | -1) => {
      const others = open?.cluster.members.filter((member) => member !== open.keeper) ?? [];
      const now = others.findIndex((member) => member === open?.compared);
      compare(others[now + by]?.sampleId);
    },
    makeKeeper: () => {
      if (open !== null) keep(open.compared.sampleId);
    },
  };
}
export type Clusters = ReturnType<typeof useClusters>;

/** Which cluster of the list is open. A decided one is gone: the one that moved into its place follows. */
function usePlace(rows: readonly ClusterRow[], list: string) {
  const [place, setPlace] = useState(FIRST);
  const [shownList, setShownList] = useState(list);
  if (shownList !== list) {
    setShownList(list);
    setPlace(FIRST);
  }
  const found = rows.findIndex((row) => row.key === place.key);
  const at = found >= 0 ? found : Math.max(0, Math.min(place.at, rows.length - 1));
  function pick(next: number): void {
    const to = rows[next];
    if (to !== undefined) setPlace({ key: to.key, at: next });
  }
  return { at, pick, stay: () => pick(at) };
}

/** The members of a cluster, with the keeper and the compared sample that were chosen for it. */
function useOpenCluster(settings: Settings, row: ClusterRow | undefined, at: number) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const own = choice?.key === row?.key ? choice : null;
  const detail = useRpcQuery(
    'duplicates.cluster',
    row === undefined ? null : { setup: settings.asked, key: row.key, keeperId: own?.keeperId ?? null },
    { keepPrevious: true },
  );
  return {
    open: openCluster(detail.data?.cluster ?? null, row?.key, at, own),
    choose: (keeperId: SampleId | null, comparedId: SampleId) => {
      if (row !== undefined) setChoice({ key: row.key, keeperId, comparedId });
    },
  };
}

/** @returns null until the cluster that is asked for has come */
function openCluster(
  cluster: Cluster | null,
  key: string | undefined,
  at: number,
  own: Choice | null,
): OpenCluster | null {
  if (cluster === null || cluster.key !== key) return null;
  const byId = (id: SampleId | null | undefined): Member | undefined =>
    cluster.members.find((member) => member.sampleId === id);
  const keeper = byId(cluster.keeperId);
  const chosen = byId(own?.comparedId);
  const compared = chosen !== undefined && chosen !== keeper ? chosen : cluster.members.find((one) => one !== keeper);
  if (keeper === undefined || compared === undefined) return null;
  return { cluster, at, keeper, compared, chosenKeeper: own?.keeperId ?? null };
}
