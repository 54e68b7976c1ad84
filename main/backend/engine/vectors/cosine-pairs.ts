import { createPairList, type Pairs } from '../similar/pair-list.ts';
import { hashedCandidates } from './hyperplanes.ts';
import { dot } from './unit.ts';

/** Above this many vectors pairs are sought by hashes. */
export const EXACT_UP_TO = 20_000;
/** Where the product of two vectors is looked at before it is whole. */
const CUTS = [256, 384] as const;

export type CosineOptions = {
  readonly exactUpTo?: number;
  readonly onProgress?: (done: number, total: number) => void;
};

/**
 * Pairs of vectors whose cosine reaches the floor, by position in the input.
 *
 * Up to 20,000 vectors each is compared with each. Above, only pairs are compared that share one of 128 hashes of 14 random
 * hyperplanes each: a pair of cosine 0.8 is then found with a probability of 0.99, one of 0.7 with 0.89.
 *
 * @param vectors of equal length, each of unit length or zeros (which are like none)
 * @param floor above 0, at most 1
 * @see M. Charikar, "Similarity estimation techniques from rounding algorithms", 2002
 */
export function cosinePairs(
  vectors: readonly Float32Array[],
  floor: number,
  { exactUpTo = EXACT_UP_TO, onProgress }: CosineOptions = {},
): Pairs & { readonly method: 'exact' | 'lsh' } {
  if (vectors.length > exactUpTo) return { ...viaHashes(vectors, floor, onProgress), method: 'lsh' };
  const found = createPairList();
  const measured = vectors.map((vector) => ({ vector, rests: CUTS.map((cut) => lengthFrom(vector, cut)) }));
  for (const [a, one] of measured.entries()) {
    for (let b = a + 1; b < measured.length; b++) {
      const cosine = cosineFrom(one, measured[b]!, floor);
      if (cosine >= floor) found.add(a, b, cosine);
    }
    if (a % 256 === 0) onProgress?.(a, vectors.length);
  }
  return { ...found.sorted(vectors.length), method: 'exact' };
}

/** Rounding of 32-bit numbers over 512 products: identical vectors count as 1, pairs just on the floor count. */
const ROUNDING = 1e-6;

/** A vector, and how long what is left of it is at each cut. */
type Measured = { readonly vector: Float32Array; readonly rests: readonly number[] };

/** The cosine, or -1 as soon as the rests of the vectors are too short for it to reach the floor (Cauchy-Schwarz). */
function cosineFrom({ vector: one, rests }: Measured, other: Measured, floor: number): number {
  const { vector: two } = other;
  let sum = 0;
  let at = 0;
  for (const [which, cut] of CUTS.entries()) {
    if (cut >= one.length) break;
    for (; at < cut; at++) sum += one[at]! * two[at]!;
    if (sum + rests[which]! * other.rests[which]! < floor - ROUNDING) return -1;
  }
  for (; at < one.length; at++) sum += one[at]! * two[at]!;
  return rounded(sum);
}

function rounded(cosine: number): number {
  return cosine > 1 - ROUNDING ? 1 : cosine;
}

function lengthFrom(vector: Float32Array, from: number): number {
  let squares = 0;
  for (let at = from; at < vector.length; at++) squares += vector[at]! ** 2;
  return Math.sqrt(squares);
}

function viaHashes(vectors: readonly Float32Array[], floor: number, onProgress: CosineOptions['onProgress']): Pairs {
  const found = createPairList();
  hashedCandidates(
    vectors,
    (a, b) => {
      const cosine = rounded(dot(vectors[a]!, vectors[b]!));
      if (cosine >= floor) found.add(a, b, cosine);
    },
    onProgress,
  );
  return found.sorted(vectors.length);
}
