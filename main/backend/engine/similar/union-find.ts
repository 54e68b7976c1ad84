/** Joins numbers 0 … size-1 into groups. */
export type UnionFind = {
  /** @returns false when the two were in one group already */
  readonly union: (a: number, b: number) => boolean;
  /** @returns the group's root: equal for members of one group, and only for them */
  readonly find: (a: number) => number;
  /** @returns the groups of two or more, members and groups ascending */
  readonly groups: () => number[][];
};

/**
 * Disjoint sets with union by size and path halving, near to constant time an operation.
 *
 * @param size how many members; each begins in a group of its own
 * @see R. E. Tarjan, J. van Leeuwen, "Worst-case analysis of set union algorithms", J. ACM 31(2), 1984
 */
export function createUnionFind(size: number): UnionFind {
  const parent = new Uint32Array(size);
  const members = new Uint32Array(size).fill(1);
  for (let at = 0; at < size; at++) parent[at] = at;

  function find(a: number): number {
    if (!(a >= 0 && a < size)) throw new RangeError(`${a} is not one of the ${size} members.`);
    let at = a;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  }

  return {
    find,
    union(a, b) {
      const one = find(a);
      const other = find(b);
      if (one === other) return false;
      const [root, child] = members[one]! >= members[other]! ? [one, other] : [other, one];
      parent[child] = root;
      members[root]! += members[child]!;
      return true;
    },
    groups() {
      const byRoot = new Map<number, number[]>();
      for (let at = 0; at < size; at++) {
        const root = find(at);
        if (members[root] === 1) continue;
        const group = byRoot.get(root);
        if (group === undefined) byRoot.set(root, [at]);
        else group.push(at);
      }
      // A map keeps the order in which groups were met, which is by their lowest member.
      return [...byRoot.values()];
    },
  };
}
