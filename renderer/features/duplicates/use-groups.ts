import { useState } from 'react';
import type { SampleId } from '../../../shared/model/ids.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

export type DuplicateKind = 'prompt' | 'trajectory';
export type DuplicateGroup = Output<'duplicates.groups'>['groups'][number];
export type GroupMember = DuplicateGroup['members'][number];

/** Settled groups leave the list and later ones move up. */
const GROUPS_SHOWN = 200;

/** The group on the screen, its keeper and the sample that stands beside it. */
export type OpenGroup = {
  readonly group: DuplicateGroup;
  readonly at: number;
  readonly keeper: GroupMember;
  readonly isKeeperChosen: boolean;
  readonly compared: GroupMember;
};

const FIRST = { key: null, at: 0 };

type Choice = { readonly key: string; readonly keeperId: SampleId; readonly comparedId: SampleId };

export function useGroups(kind: DuplicateKind) {
  const query = useRpcQuery('duplicates.groups', { kind, from: 0, limit: GROUPS_SHOWN });
  const groups = query.data?.groups ?? [];
  const [place, setPlace] = useState<{ readonly key: string | null; readonly at: number }>(FIRST);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [shownKind, setShownKind] = useState(kind);
  if (shownKind !== kind) {
    setShownKind(kind);
    setPlace(FIRST);
  }
  // A settled group is gone: the one that moved into its place follows.
  const found = groups.findIndex((group) => group.key === place.key);
  const at = found >= 0 ? found : Math.max(0, Math.min(place.at, groups.length - 1));
  const open = openGroup(groups[at], at, choice);

  function pick(next: number): void {
    const group = groups[next];
    if (group !== undefined) setPlace({ key: group.key, at: next });
  }
  function choose(keeperId: SampleId, comparedId: SampleId): void {
    if (open === null) return;
    setPlace({ key: open.group.key, at });
    setChoice({ key: open.group.key, keeperId, comparedId });
  }
  return {
    query,
    groups,
    open,
    pick,
    move: (by: 1 | -1) => pick(at + by),
    compare: (id: SampleId) => {
      if (open !== null && id !== open.keeper.sampleId) choose(open.keeper.sampleId, id);
    },
    moveMember: (by: 1 | -1) => {
      if (open === null) return;
      const others = open.group.members.filter((member) => member !== open.keeper);
      const next = others[others.indexOf(open.compared) + by];
      if (next !== undefined) choose(open.keeper.sampleId, next.sampleId);
    },
    makeKeeper: () => {
      if (open !== null) choose(open.compared.sampleId, open.keeper.sampleId);
    },
  };
}

function openGroup(group: DuplicateGroup | undefined, at: number, choice: Choice | null): OpenGroup | null {
  if (group === undefined) return null;
  const own = choice?.key === group.key ? choice : null;
  const byId = (id: SampleId | undefined): GroupMember | undefined =>
    group.members.find((member) => member.sampleId === id);
  const keeper = byId(own?.keeperId) ?? byId(group.keeperId);
  const compared = byId(own?.comparedId) ?? group.members.find((member) => member !== keeper);
  if (keeper === undefined || compared === undefined || keeper === compared) return null;
  return { group, at, keeper, isKeeperChosen: keeper.sampleId !== group.keeperId, compared };
}
