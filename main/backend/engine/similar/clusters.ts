import type { DuplicateKind } from '../../../../shared/model/duplicates.ts';
import { createUnionFind } from './union-find.ts';

/** Two samples, by any ids, that a measure holds to be alike. */
export type TypedLink = {
  readonly a: number;
  readonly b: number;
  readonly kind: DuplicateKind;
  /** 0 to 1, by the measure of the kind */
  readonly similarity: number;
};
export type Component = {
  /** Two or more, ascending. */
  readonly members: readonly number[];
  /** Just enough links to hold the members together, strictest kind and highest similarity first. */
  readonly links: readonly TypedLink[];
  /** The loosest kind it takes to hold them together. */
  readonly kind: DuplicateKind;
};

const NOBODY: ReadonlySet<string> = new Set();
const LOOSENESS: Readonly<Record<DuplicateKind, number>> = { exact: 0, near: 1, semantic: 2 };

/**
 * The connected components of links, each explained by a maximum spanning tree (Kruskal 1956, strictest links first): no
 * other choice of links holds it together by stricter ones. Which order the links come in makes no difference.
 *
 * @param families the family of a sample whose text differs from its relatives' only in numbers or names: relatives come
 *   into one component only as copies (exact, or near with similarity 1), since they may well be different tasks; vectors
 *   are too coarse to tell a copy
 * @returns components by their first member
 */
export function components(
  links: readonly TypedLink[],
  families: ReadonlyMap<number, string> = new Map(),
): Component[] {
  const ids = [...new Set(links.flatMap(({ a, b }) => [a, b]))].sort((one, other) => one - other);
  const place = new Map(ids.map((id, at) => [id, at]));
  const forest = createUnionFind(ids.length);
  const ordered = links.toSorted(
    (one, other) =>
      LOOSENESS[one.kind] - LOOSENESS[other.kind] ||
      other.similarity - one.similarity ||
      one.a - other.a ||
      one.b - other.b,
  );
  const relatives = new Map<number, ReadonlySet<string>>();
  for (const [at, id] of ids.entries()) {
    const family = families.get(id);
    if (family !== undefined) relatives.set(at, new Set([family]));
  }
  const spanning = ordered.filter(({ a, b, kind, similarity }) => {
    const [one, other] = [forest.find(place.get(a) ?? 0), forest.find(place.get(b) ?? 0)];
    const [mine = NOBODY, theirs = NOBODY] = [relatives.get(one), relatives.get(other)];
    const isCopy = similarity === 1 && kind !== 'semantic';
    if (!isCopy && [...mine].some((family) => theirs.has(family))) return false;
    if (!forest.union(one, other)) return false;
    if (mine.size + theirs.size > 0) relatives.set(forest.find(one), new Set([...mine, ...theirs]));
    return true;
  });
  const byRoot = new Map<number, TypedLink[]>();
  for (const link of spanning) {
    const root = forest.find(place.get(link.a) ?? 0);
    const own = byRoot.get(root);
    if (own === undefined) byRoot.set(root, [link]);
    else own.push(link);
  }
  return [...byRoot.values()]
    .map((own): Component => {
      const members = [...new Set(own.flatMap(({ a, b }) => [a, b]))].sort((one, other) => one - other);
      return { members, links: own, kind: own.at(-1)?.kind ?? 'exact' };
    })
    .sort((one, other) => (one.members[0] ?? 0) - (other.members[0] ?? 0));
}

/**
 * Lets links that end at a missing sample end at a copy of it instead: copies of one text are linked with the first of them
 * only (similarity 1), so when that one goes, the next stands in for it.
 *
 * @param isThere whether a sample takes part
 * @returns links between samples that take part
 */
export function withStandIns(links: readonly TypedLink[], isThere: (id: number) => boolean): TypedLink[] {
  const standIn = new Map<number, number>();
  for (const { a, b, similarity } of links)
    if (similarity === 1 && !isThere(a) && isThere(b)) standIn.set(a, Math.min(b, standIn.get(a) ?? Infinity));
  const end = (id: number): number | undefined => (isThere(id) ? id : standIn.get(id));
  return links.flatMap((link) => {
    const [one, other] = [end(link.a), end(link.b)];
    if (one === undefined || other === undefined || one === other) return [];
    return [{ ...link, a: Math.min(one, other), b: Math.max(one, other) }];
  });
}
