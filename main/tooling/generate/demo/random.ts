export type Random = () => number;

/** The mulberry32 generator: the same numbers for the same seed on any machine. */
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

export const between = (low: number, high: number, random: Random): number => low + random() * (high - low);

export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.min(items.length - 1, Math.floor(random() * items.length))];
  if (item === undefined) throw new Error('Invariant: a list to pick from is not empty');
  return item;
}
