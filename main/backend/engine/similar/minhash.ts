import { createRandom } from '../prng.ts';

/** Hash functions in a signature. */
export const PERMUTATIONS = 128;
/** Fixes the hash functions, so that signatures agree on any machine. */
const SEED = 0x6d696e68;

/**
 * MinHash signatures: for each of 128 linear permutations of the 32-bit numbers, the least value a set takes. The share of
 * equal values of two signatures estimates the sets' Jaccard similarity.
 *
 * @param sets members spread evenly over 32 bits, as `shingleSet` makes them
 * @returns row by row, `PERMUTATIONS` values a set; an empty set's are all 2^32-1
 * @see A. Z. Broder, M. Charikar, A. M. Frieze, M. Mitzenmacher, "Min-wise independent permutations", 1998
 * @see T. Bohman, C. Cooper, A. Frieze, "Min-wise independent linear permutations", 2000
 */
export function signatures(sets: readonly Uint32Array[]): Uint32Array {
  const random = createRandom(SEED);
  const factors = Int32Array.from({ length: PERMUTATIONS }, () => (random() * 4_294_967_296) | 1);
  const shifts = Int32Array.from({ length: PERMUTATIONS }, () => (random() * 4_294_967_296) | 0);
  const rows = new Uint32Array(sets.length * PERMUTATIONS);
  for (const [at, set] of sets.entries())
    for (let row = 0; row < PERMUTATIONS; row++)
      rows[at * PERMUTATIONS + row] = leastOf(set, factors[row]!, shifts[row]!);
  return rows;
}

/** Signed numbers keep the loop within the processor's own 32 bits; flipping the sign bit keeps their order. */
function leastOf(set: Uint32Array, factor: number, shift: number): number {
  let least = 0x7fffffff;
  for (let at = 0; at < set.length; at++) {
    const value = (Math.imul(set[at]!, factor) + shift) | 0;
    if (value < least) least = value;
  }
  return (least ^ 0x80000000) >>> 0;
}

/** How a signature is cut: `bands` pieces of `rows` values; two sets are looked at when one piece is equal in both. */
export type Banding = { readonly bands: number; readonly rows: number };

/** Least probability with which a pair on the floor has an equal piece. */
const WANTED_RECALL = 0.995;

/**
 * The longest pieces, hence the fewest pairs to look at, by which a pair whose similarity is the floor is found with a
 * probability of 0.995 at least: 1 - (1 - floor^rows)^bands.
 *
 * @param floor above 0, at most 1
 * @see J. Leskovec, A. Rajaraman, J. D. Ullman, "Mining of Massive Datasets", section 3.4
 */
export function bandingFor(floor: number): Banding {
  for (let rows = 16; rows > 1; rows--) {
    const bands = Math.floor(PERMUTATIONS / rows);
    if (1 - (1 - floor ** rows) ** bands >= WANTED_RECALL) return { bands, rows };
  }
  return { bands: PERMUTATIONS, rows: 1 };
}
