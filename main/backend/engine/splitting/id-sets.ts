/** Disjoint sets of numbers that need not lie close together. */
export type IdSets = {
  readonly union: (a: number, b: number) => void;
  /** @returns the set's name: a number that was never united is its own */
  readonly find: (id: number) => number;
  /** @returns all numbers that were united with any, by the name of their set */
  readonly sets: () => Map<number, number[]>;
};

/** Path halving and union by smaller number, so that names do not depend on the order of unions. */
export function createIdSets(): IdSets {
  const parent = new Map<number, number>();
  function find(id: number): number {
    let at = id;
    for (;;) {
      const up = parent.get(at) ?? at;
      if (up === at) return at;
      const next = parent.get(up) ?? up;
      parent.set(at, next);
      at = next;
    }
  }
  return {
    find,
    union(a, b) {
      const one = find(a);
      const other = find(b);
      const least = Math.min(one, other);
      parent.set(one, least);
      parent.set(other, least);
    },
    sets() {
      const sets = new Map<number, number[]>();
      for (const id of parent.keys()) {
        const root = find(id);
        const own = sets.get(root);
        if (own === undefined) sets.set(root, [id]);
        else own.push(id);
      }
      return sets;
    },
  };
}
