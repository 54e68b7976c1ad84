import type { LeakKind } from '../../../../shared/contract/splits.ts';
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
  /** false: there were too many to look at each, so there may be more. */
  readonly isWhole: boolean;
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

/** Pairs of a kind that are looked at one by one. Ten thousand copies of one greeting would be more. */
const MOST_WALKED = 20_000_000;

/** Finds what is alike across splits: counted in full, listed up to a cap. */
export function findLeaks(request: LeakRequest): KindLeaks[] {
  const { splitOf, relations } = request;
  const rankOf = (id: number): number => SPLIT_ORDER.indexOf(splitOf.get(id) ?? 'train');
  const order = [...splitOf.keys()].sort((a, b) => rankOf(a) - rankOf(b) || a - b);
  const across = new Map(relations.map((relation) => [relation.kind, relation.across(splitOf)]));
  return relations.map((relation) => {
    const neighbours = across.get(relation.kind) ?? ((): [] => []);
    const hidden = (request.notWhen[relation.kind] ?? []).flatMap((kind) => across.get(kind) ?? []);
    const counter = createCounter(relation.kind, request);
    const stamps = new Map<number, number>();
    const counted = relation.parts === null ? null : countParts(relation.parts, request, relation.kind);
    let walked = 0;
    for (const a of order) {
      if (walked > MOST_WALKED || (counted !== null && counter.isFull(counted.accepted))) break;
      for (const other of hidden)
        for (const { id } of other(a)) {
          walked += 1;
          stamps.set(id, a);
        }
      for (const { id: b, similarity, evidence } of neighbours(a)) {
        walked += 1;
        if (stamps.get(b) === a) continue;
        stamps.set(b, a);
        counter.add({ kind: relation.kind, a, b, similarity, evidence });
      }
    }
    return { ...counter.end(counted), isWhole: counted !== null || walked <= MOST_WALKED };
  });
}

function createCounter(
  kind: LeakKind,
  { isAccepted, cap }: LeakRequest,
): {
  readonly add: (leak: Leak) => void;
  /** Whether more would only be counted, when so many are accepted in all. */
  readonly isFull: (accepted: number) => boolean;
  readonly end: (counted: { open: number; accepted: number } | null) => Omit<KindLeaks, 'isWhole'>;
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
