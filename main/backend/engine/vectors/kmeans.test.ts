import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../prng.ts';
import { clusterCount, clusterVectors, nearestCentre } from './kmeans.ts';
import { nearestNeighbours } from './neighbours.ts';
import { dot, normalise } from './unit.ts';

function points(count: number, seed: number, size = 6): Float32Array[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => normalise(Array.from({ length: size }, () => random() - 0.5)));
}

const settings = [fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 8 }), fc.nat()] as const;

describe('clusters of vectors', () => {
  it('are the same for the same seed, none is empty, and each vector is in the nearest', () => {
    fc.assert(
      fc.property(...settings, (count, wanted, seed) => {
        const vectors = points(count, seed);
        const { centres, of } = clusterVectors(vectors, wanted, seed);
        expect(clusterVectors(vectors, wanted, seed)).toEqual({ centres, of });
        expect(of).toHaveLength(count);
        expect(centres.length).toBeLessThanOrEqual(Math.min(wanted, count));
        expect([...new Set(of)].sort((a, b) => a - b)).toEqual([...centres.keys()]);
        for (const centre of centres) expect(dot(centre, centre)).toBeCloseTo(1, 4);
        // Of the last round, so against its own middles: a vector may lie on the border.
        for (const [at, vector] of vectors.entries()) {
          const best = centres[nearestCentre(vector, centres)]!;
          expect(dot(vector, best) - dot(vector, centres[of[at]!]!)).toBeLessThan(0.2);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('find heaps that lie apart', () => {
    const axes = [0, 1, 2].map((axis) => normalise(Array.from({ length: 8 }, (_, at) => (at === axis ? 1 : 0))));
    const random = createRandom(5);
    const vectors = Array.from({ length: 60 }, (_, at) =>
      normalise(axes[at % 3]!.map((value) => value + (random() - 0.5) * 0.1)),
    );
    const { of } = clusterVectors(vectors, 3, 2);
    for (const [at, cluster] of of.entries()) expect(cluster).toBe(of[at % 3]);
    expect(new Set(of).size).toBe(3);
  });

  it.each([
    [0, 1],
    [2, 1],
    [200, 10],
    [20_000, 60],
  ])('of %i vectors are %i at most', (vectors, clusters) => {
    expect(clusterCount(vectors)).toBe(clusters);
  });
});

describe('nearest neighbours', () => {
  it('are those of brute force, itself first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), (count, seed) => {
        const vectors = points(count, seed);
        const wanted = Math.min(5, count);
        const { indices, distances } = nearestNeighbours(vectors, wanted);
        for (const [at, vector] of vectors.entries()) {
          const all = vectors
            .map((other, place) => (place === at ? -1 : Math.max(0, 1 - dot(vector, other))))
            .sort((a, b) => a - b);
          expect(indices[at]?.[0]).toBe(at);
          expect(new Set(indices[at]).size).toBe(wanted);
          expect(distances[at]?.slice(1)).toEqual(all.slice(1, wanted));
        }
      }),
      { numRuns: 60 },
    );
  });
});
