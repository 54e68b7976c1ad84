/**
 * The Jaccard similarity of two sets: the shared members' share of all members.
 *
 * @param a sorted ascending, without repeats
 * @param b sorted ascending, without repeats
 * @returns 0 … 1; two empty sets are equal, hence 1
 */
export function jaccard(a: Uint32Array, b: Uint32Array): number {
  return jaccardFrom(a, b, 0);
}

/**
 * As `jaccard`, giving up as soon as the similarity cannot reach the floor any more.
 *
 * @returns the exact similarity when it is at or above the floor, else -1
 */
export function jaccardFrom(a: Uint32Array, b: Uint32Array, floor: number): number {
  const total = a.length + b.length;
  if (total === 0) return 1;
  // shared / (total - shared) >= floor. One less than the bound, so that rounding never rejects a pair on the floor.
  const needed = Math.ceil((floor * total) / (1 + floor)) - 1;
  let missesA = a.length - needed;
  let missesB = b.length - needed;
  if (missesA < 0 || missesB < 0) return -1;
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i]!;
    const y = b[j]!;
    if (x === y) {
      shared++;
      i++;
      j++;
    } else if (x < y) {
      i++;
      if (--missesA < 0) return -1;
    } else {
      j++;
      if (--missesB < 0) return -1;
    }
  }
  const similarity = shared / (total - shared);
  return similarity >= floor ? similarity : -1;
}
