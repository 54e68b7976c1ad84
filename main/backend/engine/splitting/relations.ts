import type { LeakKind, SplitName } from '../../../../shared/contract/splits.ts';
import { createIdSets } from './id-sets.ts';
import { SPLIT_ORDER } from './types.ts';

export type Neighbour = { readonly id: number; readonly similarity: number | null; readonly evidence: string };

/** What one kind of likeness ties together, whatever splits the samples are in. */
export type Relation = {
  readonly kind: LeakKind;
  /**
   * Prepares for one division of the samples: tells what each is tied to among those of later splits. May name one twice.
   * Those of its own split are not even passed over, since there may be very many.
   */
  readonly across: (splitOf: SplitMap) => (id: number) => Iterable<Neighbour>;
  /** When no sample is in two groups: the groups, so that pairs can be counted without listing them. */
  readonly parts: readonly (readonly number[])[] | null;
  /** Enough pairs of the samples that count to join all that it ties among them. */
  readonly chains: (counts: (id: number) => boolean) => Iterable<readonly [number, number]>;
};

export type SharedValue = { readonly evidence: string; readonly members: readonly number[] };

/** Samples that share a value. @param isPartition whether no sample has two of them */
export function sharedRelation(kind: LeakKind, groups: readonly SharedValue[], isPartition: boolean): Relation {
  const of = new Map<number, number[]>();
  for (const [at, { members }] of groups.entries())
    for (const id of members) {
      const own = of.get(id);
      if (own === undefined) of.set(id, [at]);
      else own.push(at);
    }
  return {
    kind,
    parts: isPartition ? groups.map(({ members }) => members) : null,
    across(splitOf) {
      const sides = groups.map(({ members }) => toSides(members, splitOf));
      return function* neighbours(id) {
        const rank = rankIn(splitOf, id);
        for (const at of rank === null ? [] : (of.get(id) ?? []))
          for (const other of later(sides[at], rank))
            yield { id: other, similarity: null, evidence: groups[at]?.evidence ?? '' };
      };
    },
    *chains(counts) {
      for (const { members } of groups) yield* chain(members.filter(counts));
    },
  };
}

export type SimilarPair = { readonly a: number; readonly b: number; readonly similarity: number };

/** Vectors are compared in single precision. */
const SAME = 1 - 1e-6;

/**
 * Samples linked by likeness. Equal texts are linked in a star, and only one of them with others: links are spread over
 * all samples of an equal text.
 */
export function similarRelation(
  kind: 'near' | 'semantic',
  pairs: readonly SimilarPair[],
  evidenceOf: (similarity: number) => string,
): Relation {
  const sets = createIdSets();
  for (const { a, b, similarity } of pairs) if (similarity >= SAME) sets.union(a, b);
  const twins = new Map<number, number[]>();
  for (const id of new Set(pairs.flatMap(({ a, b }) => [a, b]))) {
    const root = sets.find(id);
    const own = twins.get(root);
    if (own === undefined) twins.set(root, [id]);
    else own.push(id);
  }
  const links = new Map<number, Map<number, number>>();
  const link = (from: number, to: number, similarity: number): void => {
    const own = links.get(from) ?? new Map<number, number>();
    links.set(from, own);
    own.set(to, Math.max(similarity, own.get(to) ?? 0));
  };
  for (const { a, b, similarity } of pairs) {
    const [one, other] = [sets.find(a), sets.find(b)];
    if (one === other) continue;
    link(one, other, similarity);
    link(other, one, similarity);
  }
  return {
    kind,
    parts: null,
    across(splitOf) {
      const sides = new Map([...twins].map(([root, members]) => [root, toSides(members, splitOf)]));
      return function* neighbours(id) {
        const root = sets.find(id);
        const rank = rankIn(splitOf, id);
        for (const [to, similarity] of rank === null ? [] : [[root, 1] as const, ...(links.get(root) ?? [])])
          for (const other of later(sides.get(to), rank))
            yield { id: other, similarity, evidence: evidenceOf(similarity) };
      };
    },
    *chains(counts) {
      const present = new Map([...twins].map(([root, members]) => [root, members.filter(counts)]));
      for (const members of present.values()) yield* chain(members);
      for (const [root, own] of links)
        for (const to of own.keys()) {
          const [a] = present.get(root) ?? [];
          const [b] = present.get(to) ?? [];
          if (a !== undefined && b !== undefined && a < b) yield [a, b];
        }
    },
  };
}

export type Quote = { readonly answer: number; readonly result: number; readonly evidence: string };

/** References that stand in another sample's tool result; they leak only when the result is on the side that trains. */
export function quoteRelation(quotes: readonly Quote[]): Relation {
  const of = new Map<number, Quote[]>();
  for (const quote of quotes) {
    const own = of.get(quote.result);
    if (own === undefined) of.set(quote.result, [quote]);
    else own.push(quote);
  }
  return {
    kind: 'quoted',
    parts: null,
    across(splitOf) {
      return function* neighbours(id) {
        const rank = rankIn(splitOf, id);
        for (const { answer, evidence } of rank === null ? [] : (of.get(id) ?? []))
          if ((rankIn(splitOf, answer) ?? -1) > (rank ?? 0)) yield { id: answer, similarity: null, evidence };
      };
    },
    *chains(counts) {
      for (const { answer, result } of quotes) if (counts(answer) && counts(result)) yield [answer, result];
    },
  };
}

/** Members by the order of their splits; those without one are left out. */
function toSides(members: readonly number[], splitOf: SplitMap): number[][] {
  const sides: number[][] = SPLIT_ORDER.map(() => []);
  for (const id of members) {
    const rank = rankIn(splitOf, id);
    if (rank !== null) sides[rank]?.push(id);
  }
  return sides;
}

function rankIn(splitOf: SplitMap, id: number): number | null {
  const split = splitOf.get(id);
  return split === undefined ? null : SPLIT_ORDER.indexOf(split);
}

function* later(sides: readonly (readonly number[])[] | undefined, rank: number | null): Generator<number> {
  for (const [at, side] of (sides ?? []).entries()) if (rank !== null && at > rank) yield* side;
}

function* chain(members: readonly number[]): Generator<readonly [number, number]> {
  for (const [at, id] of members.entries()) if (at > 0) yield [members[at - 1] ?? id, id];
}

export type SplitMap = ReadonlyMap<number, SplitName>;
