import { createRandom, type Random } from '../prng.ts';
import { dot, normalise } from './unit.ts';

export type Clusters = {
  /** Unit vectors. */
  readonly centres: readonly Float32Array[];
  /** The cluster of each vector, by position in `centres`; every cluster has one vector or more. */
  readonly of: readonly number[];
};

const MOST_ROUNDS = 25;

/** @returns how many clusters to look for among so many vectors: the root of half of them, 60 at most */
export function clusterCount(vectors: number): number {
  return Math.max(1, Math.min(60, Math.round(Math.sqrt(vectors / 2))));
}

/**
 * Spherical k-means: clusters of vectors by their cosine with the cluster's middle. The first middles are drawn by
 * k-means++; the same seed gives the same clusters.
 *
 * @param vectors of unit length or zeros
 * @param count at most as many clusters; fewer when there are fewer different vectors
 * @see I. S. Dhillon, D. S. Modha, "Concept decompositions for large sparse text data using clustering", 2001
 * @see D. Arthur, S. Vassilvitskii, "k-means++: the advantages of careful seeding", 2007
 */
export function clusterVectors(vectors: readonly Float32Array[], count: number, seed: number): Clusters {
  if (vectors.length === 0) return { centres: [], of: [] };
  let centres = firstCentres(vectors, count, createRandom(seed));
  let of = assign(vectors, centres);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    centres = middles(vectors, of, centres);
    const next = assign(vectors, centres);
    if (next.every((cluster, at) => cluster === of[at])) break;
    of = next;
  }
  return withoutEmpty(centres, of);
}

function firstCentres(vectors: readonly Float32Array[], count: number, random: Random): Float32Array[] {
  const centres = [vectors[Math.floor(random() * vectors.length)]!];
  const away = vectors.map((vector) => distance(vector, centres[0]!));
  while (centres.length < count) {
    const total = away.reduce((sum, value) => sum + value, 0);
    // All vectors are centres already.
    if (total < 1e-9) break;
    let left = random() * total;
    let at = 0;
    while (at < vectors.length - 1 && (left -= away[at]!) > 0) at++;
    const centre = vectors[at]!;
    centres.push(centre);
    for (const [other, vector] of vectors.entries()) away[other] = Math.min(away[other]!, distance(vector, centre));
  }
  return centres;
}

/** Half the squared distance of two unit vectors, never below zero. */
function distance(a: Float32Array, b: Float32Array): number {
  return Math.max(0, 1 - dot(a, b));
}

/** @returns for each vector the nearest centre, the first of equally near ones */
function assign(vectors: readonly Float32Array[], centres: readonly Float32Array[]): number[] {
  return vectors.map((vector) => nearestCentre(vector, centres));
}

/** @returns the position of the nearest centre, the first of equally near ones */
export function nearestCentre(vector: Float32Array, centres: readonly Float32Array[]): number {
  let best = 0;
  let most = -Infinity;
  for (const [at, centre] of centres.entries()) {
    const cosine = dot(vector, centre);
    if (cosine > most) [best, most] = [at, cosine];
  }
  return best;
}

function middles(
  vectors: readonly Float32Array[],
  of: readonly number[],
  before: readonly Float32Array[],
): Float32Array[] {
  const size = vectors[0]?.length ?? 0;
  const sums = before.map(() => new Float64Array(size));
  for (const [at, vector] of vectors.entries()) {
    const sum = sums[of[at]!]!;
    for (let place = 0; place < size; place++) sum[place] = sum[place]! + vector[place]!;
  }
  // A cluster that lost all of its vectors stays where it was.
  return sums.map((sum, cluster) => (sum.some((value) => value !== 0) ? normalise(sum) : before[cluster]!));
}

function withoutEmpty(centres: readonly Float32Array[], of: readonly number[]): Clusters {
  const used = [...new Set(of)].sort((a, b) => a - b);
  const position = new Map(used.map((cluster, at) => [cluster, at]));
  return { centres: used.map((cluster) => centres[cluster]!), of: of.map((cluster) => position.get(cluster) ?? 0) };
}
