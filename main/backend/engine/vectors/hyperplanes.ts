import { createRandom, type Random } from '../prng.ts';
import { dot } from './unit.ts';

const TABLES = 128;
const BITS = 14;
/** Fixes the hyperplanes, so that the same vectors give the same candidates on any machine. */
const SEED = 0x68797065;
/** In a larger bucket each is compared with so many that follow it. */
const BUCKET_WINDOW = 1_000;

/**
 * Calls back for every pair that shares one of 128 hashes, each the sides of 14 random hyperplanes a vector lies on. A pair
 * of a bucket of more than 1,000 may be called for more than once.
 *
 * @param visit gets positions, the lower first
 * @param onProgress told hashes done
 */
export function hashedCandidates(
  vectors: readonly Float32Array[],
  visit: (a: number, b: number) => void,
  onProgress?: (done: number, total: number) => void,
): void {
  const random = createRandom(SEED);
  const before: Int32Array[] = [];
  for (let table = 0; table < TABLES; table++) {
    const hashes = hashesOf(vectors, random);
    for (const bucket of bucketsOf(hashes)) {
      visitBucket(bucket, (a, b) => {
        if (!before.some((earlier) => earlier[a] === earlier[b])) visit(a, b);
      });
      // Not all of its pairs were looked at: it must not keep a later hash from doing so.
      if (bucket.length > BUCKET_WINDOW) for (const at of bucket) hashes[at] = -1 - at;
    }
    before.push(hashes);
    onProgress?.(table + 1, TABLES);
  }
}

function visitBucket(bucket: readonly number[], visit: (a: number, b: number) => void): void {
  for (const [at, a] of bucket.entries()) for (const b of bucket.slice(at + 1, at + 1 + BUCKET_WINDOW)) visit(a, b);
}

function hashesOf(vectors: readonly Float32Array[], random: Random): Int32Array {
  const size = vectors[0]?.length ?? 0;
  const planes = Array.from({ length: BITS }, () => Float32Array.from({ length: size }, () => gaussian(random)));
  return Int32Array.from(vectors, (vector) =>
    planes.reduce((hash, plane) => hash * 2 + (dot(vector, plane) >= 0 ? 1 : 0), 0),
  );
}

/** @see G. E. P. Box, M. E. Muller, "A note on the generation of random normal deviates", 1958 */
function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function bucketsOf(hashes: Int32Array): number[][] {
  const buckets = new Map<number, number[]>();
  for (const [at, hash] of hashes.entries()) {
    const bucket = buckets.get(hash);
    if (bucket === undefined) buckets.set(hash, [at]);
    else bucket.push(at);
  }
  return [...buckets.values()].filter(({ length }) => length > 1);
}
