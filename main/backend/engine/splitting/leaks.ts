import type { LeakKind, SplitName } from '../../../../shared/contract/splits.ts';
import type { Relation, SplitMap } from './relations.ts';
import { SPLIT_ORDER } from './types.ts';

/** A pair of samples in different splits; `a` is on the side nearer to training. */
export type Leak = {
  readonly kind: LeakKind;
  readonly a: number;
  readonly b: number;
  readonly similarity: number | null;
  readonly evidence: string;
};
export type KindLeaks = {
  readonly kind: LeakKind;
  /** `open` and `accepted` together. */
  readonly pairs: number;
  readonly open: number;
  readonly accepted: number;
  /** The strongest, else those of the lowest numbers; at most as many as were asked for. */
  readonly openList: readonly Leak[];
  readonly acceptedList: readonly Leak[];
};
export type LeakRequest = {
  /** In order: a pair that a relation ties is left out of those that name it in `notWhen`. */
  readonly relations: readonly Relation[];
  readonly notWhen: Readonly<Partial<Record<LeakKind, readonly LeakKind[]>>>;
  /** Samples that count: those that have a split and go into a package. */
  readonly splitOf: SplitMap;
  readonly isAccepted: (kind: LeakKind, a: number, b: number) => boolean;
  /** Accepted pairs by kind. */
  readonly accepted: readonly { readonly kind: LeakKind; readonly a: number; readonly b: number }[];
  /** Pairs listed of a kind and state. */
  readonly cap: number;
};

const RANK: Readonly<Record<SplitName, number>> = { train: 0, validation: 1, test: 2 };

/** Finds what is alike across splits: counted in full, listed up to a cap. */
export function findLeaks(request: LeakRequest): KindLeaks[] {
  const { splitOf, relations } = request;
  const rankOf = (id: number): number | undefined => {
    const split = splitOf.get(id);
    return split === undefined ? undefined : RANK[split];
  };
  const order = [...splitOf.keys()].sort((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0) || a - b);
  return relations.map((relation) => {
    const hidden = (request.notWhen[relation.kind] ?? []).flatMap((kind) =>
      relations.filter((one) => one.kind === kind),
    );
    const counter = createCounter(relation.kind, request);
    const stamps = new Map<number, number>();
    const counted = relation.parts === null ? null : countParts(relation.parts, request, relation.kind);
    for (const a of order) {
      if (counted !== null && counter.isFull(counted.accepted)) break;
      const rank = rankOf(a) ?? 0;
      for (const other of hidden) for (const { id } of other.neighbours(a)) stamps.set(id, a);
      for (const { id: b, similarity, evidence } of relation.neighbours(a)) {
        const otherRank = rankOf(b);
        if (otherRank === undefined || otherRank <= rank || stamps.get(b) === a) continue;
        stamps.set(b, a);
        counter.add({ kind: relation.kind, a, b, similarity, evidence });
      }
    }
    return counter.end(counted);
  });
}

function createCounter(
  kind: LeakKind,
  { isAccepted, cap }: LeakRequest,
): {
  readonly add: (leak: Leak) => void;
  /** Whether more would only be counted, when so many are accepted in all. */
  readonly isFull: (accepted: number) => boolean;
  readonly end: (counted: { open: number; accepted: number } | null) => KindLeaks;
} {
  const lists = { open: createStrongest(cap), accepted: createStrongest(cap) };
  return {
    add: (leak) => (isAccepted(kind, leak.a, leak.b) ? lists.accepted : lists.open).add(leak),
    isFull: (accepted) => lists.open.count() >= cap && lists.accepted.count() >= Math.min(cap, accepted),
    end(counted) {
      const open = counted?.open ?? lists.open.count();
      const accepted = counted?.accepted ?? lists.accepted.count();
      return {
        kind,
        pairs: open + accepted,
        open,
        accepted,
        openList: lists.open.list(),
        acceptedList: lists.accepted.list(),
      };
    },
  };
}

/** Keeps the strongest of a stream in bounded memory; the earlier one on a tie. */
function createStrongest(cap: number): {
  readonly add: (leak: Leak) => void;
  readonly count: () => number;
  readonly list: () => Leak[];
} {
  let kept: Leak[] = [];
  let count = 0;
  const cut = (): void => {
    kept = kept
      .toSorted((one, other) => (other.similarity ?? 0) - (one.similarity ?? 0) || one.a - other.a || one.b - other.b)
      .slice(0, cap);
  };
  return {
    add(leak) {
      count += 1;
      kept.push(leak);
      if (kept.length >= 2 * cap + 100) cut();
    },
    count: () => count,
    list() {
      cut();
      return kept;
    },
  };
}

/** Counts the pairs of groups that share no member, by the sizes of their sides. */
function countParts(
  parts: readonly (readonly number[])[],
  { splitOf, accepted }: LeakRequest,
  kind: LeakKind,
): { open: number; accepted: number } {
  let pairs = 0;
  const partOf = new Map<number, number>();
  for (const [at, members] of parts.entries()) {
    const sizes = SPLIT_ORDER.map((split) => members.filter((id) => splitOf.get(id) === split).length);
    const [train = 0, validation = 0, test = 0] = sizes;
    pairs += train * validation + train * test + validation * test;
    for (const id of members) partOf.set(id, at);
  }
  const marked = accepted.filter(
    (mark) =>
      mark.kind === kind &&
      partOf.has(mark.a) &&
      partOf.get(mark.a) === partOf.get(mark.b) &&
      splitOf.has(mark.a) &&
      splitOf.has(mark.b) &&
      splitOf.get(mark.a) !== splitOf.get(mark.b),
  ).length;
  return { open: pairs - marked, accepted: marked };
}
