/** Groups of the same labels and size: either may stand for the other. */
export type Signature = {
  readonly size: number;
  /** How many samples of the group have each label. */
  readonly counts: ReadonlyMap<string, number>;
  /** Positions of the groups, in the order of the seed. */
  readonly groups: number[];
  /** The next one to be taken. */
  next: number;
};

type Entry = { readonly signature: Signature; readonly gain: number; readonly order: number };

/**
 * Gives signatures by gain, the largest first. Gains may only fall while it is in use, so that a stored gain is an upper
 * bound and is counted again only for what stands at the top (Minoux, "Accelerated greedy algorithms", 1978).
 */
export function createSignatureQueue(
  signatures: readonly Signature[],
  gainOf: (signature: Signature) => number,
): { readonly pop: () => Signature | undefined; readonly push: (signature: Signature) => void } {
  const heap: Entry[] = [];
  const isBefore = (a: Entry, b: Entry): boolean => a.gain > b.gain || (a.gain === b.gain && a.order < b.order);

  function push(signature: Signature): void {
    const order = signature.groups[signature.next];
    if (order === undefined) return;
    heap.push({ signature, gain: gainOf(signature), order });
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at]!, heap[parent]!)) break;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }
  function take(): Entry | undefined {
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top;
    heap[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      let best = at;
      for (const child of [left, left + 1])
        if (child < heap.length && isBefore(heap[child]!, heap[best]!)) best = child;
      if (best === at) return top;
      [heap[at], heap[best]] = [heap[best]!, heap[at]!];
      at = best;
    }
  }
  for (const signature of signatures) push(signature);
  return {
    push,
    pop() {
      for (;;) {
        const top = take();
        if (top === undefined) return undefined;
        const gain = gainOf(top.signature);
        const [next] = heap;
        const now = { ...top, gain };
        if (next === undefined || gain === top.gain || isBefore(now, next)) return top.signature;
        push(top.signature);
      }
    },
  };
}
