import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../prng.ts';
import { createUnionFind } from '../similar/union-find.ts';
import type { Pairs } from '../similar/pair-list.ts';
import { cosinePairs } from './cosine-pairs.ts';
import { strongestPairs } from './strongest.ts';
import { dot, normalise } from './unit.ts';

/** Vectors in heaps: near ones around a few random ones. `spread` 0 makes copies. */
function heaps(count: number, seed: number, spread: number, size = 512): Float32Array[] {
  const random = createRandom(seed);
  const point = (): Float32Array => normalise(Array.from({ length: size }, () => random() + random() - 1));
  const centres = Array.from({ length: Math.max(1, Math.ceil(count / 5)) }, point);
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(random() * centres.length)] ?? point();
    const noise = point();
    const share = spread * random();
    return normalise(centre.map((value, at) => value * (1 - share) + (noise[at] ?? 0) * share));
  });
}

function bruteForce(vectors: readonly Float32Array[], floor: number): string[] {
  return vectors.flatMap((one, a) =>
    vectors.flatMap((other, b) => (b > a && dot(one, other) >= floor ? [`${a}-${b}`] : [])),
  );
}

const listed = ({ a, b }: Pairs): string[] => [...a].map((one, at) => `${one}-${b[at]}`);

describe('pairs of like vectors', () => {
  it('are those of brute force, in order, with their cosines, up to the limit for comparing all', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer(),
        fc.constantFrom(0, 0.3, 0.6, 1),
        fc.constantFrom(0.5, 0.7, 0.9, 1),
        (count, seed, spread, floor) => {
          const vectors = heaps(count, seed, spread);
          const found = cosinePairs(vectors, floor);
          expect(found.method).toBe('exact');
          // Copies are 1 by definition and may miss it by rounding in a plain sum.
          const expected = bruteForce(vectors, floor === 1 ? 1 - 1e-6 : floor);
          expect(listed(found)).toEqual(expected);
          for (let at = 0; at < found.count; at++) {
            const cosine = dot(vectors[found.a[at] ?? 0]!, vectors[found.b[at] ?? 0]!);
            expect(found.similarity[at]).toBeCloseTo(cosine, 5);
            expect(found.similarity[at]).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are nearly all found by hashes above the limit, and none that is not one', () => {
    const vectors = heaps(300, 7, 0.45);
    const expected = new Set(bruteForce(vectors, 0.8));
    const found = cosinePairs(vectors, 0.8, { exactUpTo: 100 });
    expect(found.method).toBe('lsh');
    const pairs = listed(found);
    expect(expected.size).toBeGreaterThan(200);
    expect(pairs.filter((pair) => !expected.has(pair))).toEqual([]);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs.length / expected.size).toBeGreaterThan(0.98);
  });

  it('do not pair vectors of zeros, which are like nothing', () => {
    const nothing = new Float32Array(512);
    const one = heaps(1, 1, 0)[0] ?? nothing;
    expect(listed(cosinePairs([nothing, one, nothing, one], 0.5))).toEqual(['1-3']);
  });
});

describe('thinning out pairs', () => {
  it('keeps the same groups at every threshold, and each member’s strongest pairs', () => {
    const similarities = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 45, maxLength: 45 });
    fc.assert(
      fc.property(similarities, fc.integer({ min: 1, max: 3 }), (values, each) => {
        const pairs = allPairs(values);
        const kept = strongestPairs(pairs, 10, each);
        expect(listed(pairs)).toEqual(expect.arrayContaining(listed(kept)));
        for (let threshold = 0; threshold <= 20; threshold++)
          expect(groupsAt(kept, threshold)).toEqual(groupsAt(pairs, threshold));
        for (let member = 0; member < 10; member++)
          expect(strengthsOf(kept, member).slice(0, each)).toEqual(strengthsOf(pairs, member).slice(0, each));
      }),
      { numRuns: 60 },
    );
  });
});

/** Every two of ten members, with the given similarities. */
function allPairs(values: readonly number[]): Pairs {
  const places = Array.from({ length: 10 }, (_, a) =>
    Array.from({ length: 9 - a }, (_, at) => [a, a + 1 + at] as const),
  );
  const all = places.flat();
  return {
    count: all.length,
    a: Uint32Array.from(all, ([a]) => a),
    b: Uint32Array.from(all, ([, b]) => b),
    similarity: Float64Array.from(values),
  };
}

function groupsAt({ a, b, similarity }: Pairs, threshold: number): number[][] {
  const groups = createUnionFind(10);
  for (const [at, value] of similarity.entries()) if (value >= threshold) groups.union(a[at] ?? 0, b[at] ?? 0);
  return groups.groups();
}

function strengthsOf({ a, b, similarity }: Pairs, member: number): number[] {
  return [...similarity].filter((_, at) => a[at] === member || b[at] === member).sort((x, y) => y - x);
}
