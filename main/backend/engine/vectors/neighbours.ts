import { createRandom, type Random } from '../prng.ts';
import { dot, normalise } from './unit.ts';

/** The nearest of each vector, itself first, by distance (1 - cosine). */
export type Neighbours = { readonly indices: readonly number[][]; readonly distances: readonly number[][] };

/** Vectors above this many are compared by fewer numbers each. */
const WHOLE_UP_TO = 4_000;
const PROJECTED = 96;
const TELL_EVERY = 500;

/**
 * The nearest neighbours of vectors, each compared with each. Above 4,000 vectors they are compared by 96 sums of their
 * numbers with random signs, which keep distances to within a few hundredths.
 *
 * @param count how many of each, itself included; no more than there are vectors
 * @see D. Achlioptas, "Database-friendly random projections", 2003
 */
export function nearestNeighbours(
  vectors: readonly Float32Array[],
  count: number,
  onProgress?: (done: number, total: number) => void,
): Neighbours {
  const short = vectors.length <= WHOLE_UP_TO ? vectors : projected(vectors, createRandom(1));
  const indices = vectors.map((_, at) => [at]);
  const distances = vectors.map(() => [0]);
  const put = (at: number, other: number, distance: number): void => {
    const own = distances[at]!;
    if (own.length === count && distance >= own[count - 1]!) return;
    let place = own.length;
    while (place > 1 && own[place - 1]! > distance) place--;
    own.splice(place, 0, distance);
    indices[at]!.splice(place, 0, other);
    if (own.length > count) {
      own.pop();
      indices[at]!.pop();
    }
  };
  for (const [a, vector] of short.entries()) {
    if (a % TELL_EVERY === 0) onProgress?.(a, vectors.length);
    for (let b = a + 1; b < short.length; b++) {
      const distance = Math.max(0, 1 - dot(vector, short[b]!));
      put(a, b, distance);
      put(b, a, distance);
    }
  }
  return { indices, distances };
}

function projected(vectors: readonly Float32Array[], random: Random): Float32Array[] {
  const size = vectors[0]?.length ?? 0;
  const signs = Array.from({ length: PROJECTED }, () =>
    Float32Array.from({ length: size }, () => (random() < 0.5 ? -1 : 1)),
  );
  return vectors.map((vector) => normalise(signs.map((row) => dot(vector, row))));
}
