/** A source of numbers in [0, 1) that a seed fixes on any machine. */
export type Random = () => number;

/**
 * The mulberry32 generator.
 *
 * @param seed any integer; its low 32 bits count
 * @see Tommy Ettinger, "Mulberry32", 2017 (public domain)
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @returns a shuffled copy (Fisher-Yates), the same for the same generator state */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const held = copy[at];
    const swap = copy[other];
    // Both indexes lie within the array.
    copy[at] = swap as T;
    copy[other] = held as T;
  }
  return copy;
}
