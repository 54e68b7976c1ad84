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
};

type Place = { readonly key: string | null; readonly at: number };
type Choice = { readonly key: string; readonly keeperId: SampleId | null; readonly comparedId: SampleId };
const FIRST: Place = { key: null, at: 0 };

export function useClusters(settings: Settings, shown: Shown) {
  const input = { setup: settings.asked, kind: shown, sort: settings.sort, from: 0, limit: CLUSTERS_SHOWN };
  const query = useRpcQuery('duplicates.clusters', input, { keepPrevious: true });
  const rows = query.data?.rows ?? [];
  const [place, setPlace] = useState(FIRST);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [was, setWas] = useState({ shown, sort: settings.sort });
  if (was.shown !== shown || was.sort !== settings.sort) {
    setWas({ shown, sort: settings.sort });
    setPlace(FIRST);
  }
  // A decided cluster is gone: the one that moved into its place follows.
  const found = rows.findIndex((row) => row.key === place.key);
  const at = found >= 0 ? found : Math.max(0, Math.min(place.at, rows.length - 1));
  const row = rows[at];
  const own = choice?.key === row?.key ? choice : null;
  const detail = useRpcQuery(
    'duplicates.cluster',
    row === undefined ? null : { setup: settings.asked, key: row.key, keeperId: own?.keeperId ?? null },
    { keepPrevious: true },
  );
  const open = openCluster(detail.data?.cluster ?? null, row?.key, at, own);

  function pick(next: number): void {
    const to = rows[next];
    if (to !== undefined) setPlace({ key: to.key, at: next });
  }
  function choose(keeperId: SampleId | null, comparedId: SampleId): void {
    if (open === null) return;
    setPlace({ key: open.cluster.key, at });
    setChoice({ key: open.cluster.key, keeperId, comparedId });
  }
  /** The sample that stays becomes another; the one before stands beside it. */
  function keep(id: SampleId): void {
    if (open !== null && id !== open.keeper.sampleId) choose(id, open.keeper.sampleId);
  }
  return {
    query,
    detail,
    rows,
    at,
    total: query.data?.total ?? 0,
    open,
    pick,
    move: (by: 1 | -1) => pick(at + by),
    keep,
    compare: (id: SampleId) => {
      if (open !== null && id !== open.keeper.sampleId) choose(own?.keeperId ?? null, id);
    },
    moveMember: (by: 1 | -1) => {
      if (open === null) return;
      const others = open.cluster.members.filter((member) => member !== open.keeper);
      const next = others[others.indexOf(open.compared) + by];
      if (next !== undefined) choose(own?.keeperId ?? null, next.sampleId);
    },
    makeKeeper: () => {
      if (open !== null) keep(open.compared.sampleId);
    },
  };
}
export type Clusters = ReturnType<typeof useClusters>;

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
  return keeper === undefined || compared === undefined ? null : { cluster, at, keeper, compared };
}
