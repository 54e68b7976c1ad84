/** Pairs by position in the input, `a` below `b`, sorted by `a`, then `b`. */
export type Pairs = {
  readonly count: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** 0 … 1 */
  readonly similarity: Float64Array;
};

/** Collects pairs in any order, in typed arrays that grow by doubling. */
export type PairList = {
  readonly add: (one: number, other: number, similarity: number) => void;
  /**
   * @param size above every position
   * @returns the pairs sorted, each once
   */
  readonly sorted: (size: number) => Pairs;
};

export function createPairList(): PairList {
  let a = new Uint32Array(1_024);
  let b = new Uint32Array(1_024);
  let similarity = new Float64Array(1_024);
  let count = 0;
  return {
    add(one, other, value) {
      if (count === a.length) {
        a = grown(a, new Uint32Array(count * 2));
        b = grown(b, new Uint32Array(count * 2));
        similarity = grown(similarity, new Float64Array(count * 2));
      }
      a[count] = Math.min(one, other);
      b[count] = Math.max(one, other);
      similarity[count++] = value;
    },
    sorted(size) {
      // Two stable counting sorts: by the second position, then by the first.
      const order = stableOrder(
        a,
        stableOrder(
          b,
          Uint32Array.from({ length: count }, (_, at) => at),
          size,
        ),
        size,
      );
      let kept = 0;
      for (const at of order) {
        const last = order[kept - 1];
        if (last === undefined || a[last] !== a[at] || b[last] !== b[at]) order[kept++] = at;
      }
      const unique = order.subarray(0, kept);
      return {
        count: kept,
        a: unique.map((at) => a[at]!),
        b: unique.map((at) => b[at]!),
        similarity: Float64Array.from(unique, (at) => similarity[at]!),
      };
    },
  };
}

function grown<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function stableOrder(keys: Uint32Array, order: Uint32Array, size: number): Uint32Array {
  const next = new Uint32Array(size + 1);
  for (const at of order) next[keys[at]! + 1]!++;
  for (let key = 1; key <= size; key++) next[key]! += next[key - 1]!;
  const sorted = new Uint32Array(order.length);
  for (const at of order) sorted[next[keys[at]!]!++] = at;
  return sorted;
}
