import { createPairList, type Pairs } from '../similar/pair-list.ts';
import { createUnionFind } from '../similar/union-find.ts';

/**
 * Thins out pairs so that at any threshold the same members hang together: a maximum spanning forest, and each member's
 * strongest pairs beside it.
 *
 * @param size members are 0 … size - 1
 * @param each how many pairs a member keeps
 * @see J. B. Kruskal, "On the shortest spanning subtree of a graph", 1956
 */
export function strongestPairs(pairs: Pairs, size: number, each: number): Pairs {
  const order = Uint32Array.from({ length: pairs.count }, (_, at) => at).sort(
    (one, other) => pairs.similarity[other]! - pairs.similarity[one]! || one - other,
  );
  const groups = createUnionFind(size);
  const kept = new Uint32Array(size);
  const list = createPairList();
  for (const at of order) {
    const a = pairs.a[at]!;
    const b = pairs.b[at]!;
    const joins = groups.union(a, b);
    if (!joins && kept[a]! >= each && kept[b]! >= each) continue;
    kept[a] = kept[a]! + 1;
    kept[b] = kept[b]! + 1;
    list.add(a, b, pairs.similarity[at]!);
  }
  return list.sorted(size);
}
