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
    signInto(rows.subarray(at * PERMUTATIONS, (at + 1) * PERMUTATIONS), set, factors, shifts);
  return rows;
}

/**
 * Four permutations in one pass: a member is read once for them, and four minima without branches keep the processor busy.
 * Signed numbers keep the loop within its own 32 bits; flipping the sign bit at the end keeps their order.
 */
function signInto(out: Uint32Array, set: Uint32Array, factors: Int32Array, shifts: Int32Array): void {
  for (let row = 0; row < PERMUTATIONS; row += 4) {
    const [f0, f1, f2, f3] = [factors[row]!, factors[row + 1]!, factors[row + 2]!, factors[row + 3]!];
    const [s0, s1, s2, s3] = [shifts[row]!, shifts[row + 1]!, shifts[row + 2]!, shifts[row + 3]!];
    let [a, b, c, d] = [0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff];
    for (let at = 0; at < set.length; at++) {
      const member = set[at]! | 0;
      a = Math.min(a, (Math.imul(member, f0) + s0) | 0);
      b = Math.min(b, (Math.imul(member, f1) + s1) | 0);
      c = Math.min(c, (Math.imul(member, f2) + s2) | 0);
      d = Math.min(d, (Math.imul(member, f3) + s3) | 0);
    }
    out[row] = a ^ 0x80000000;
    out[row + 1] = b ^ 0x80000000;
    out[row + 2] = c ^ 0x80000000;
    out[row + 3] = d ^ 0x80000000;
  }
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
