import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { murmurHash } from './murmur.ts';
import { foldWeights, partWeights, tfidfVectors, VECTOR_SIZE } from './tfidf.ts';
import { dot, pack, unpack } from './unit.ts';

const Numbers = z.record(z.string(), z.number());
const { rows, products } = z
  .object({
    rows: z.array(z.object({ text: z.string(), weights: Numbers, places: Numbers })),
    products: z.array(z.array(z.number())),
  })
  .parse(JSON.parse(readFileSync(new URL('./tfidf.oracle.json', import.meta.url), 'utf8')));
const texts = rows.map(({ text }) => text);

describe('TF-IDF of word parts', () => {
  it('gives the weights that scikit-learn gives, in any script', () => {
    const { weigh } = partWeights(texts);
    const all = texts.map(weigh);
    for (const [at, { weights }] of rows.entries()) {
      const own = all[at] ?? new Map<string, number>();
      expect([...own.keys()].sort()).toEqual(Object.keys(weights).sort());
      for (const [part, weight] of Object.entries(weights)) expect(own.get(part)).toBeCloseTo(weight, 10);
      for (const [other, product] of (products[at] ?? []).entries()) {
        let sum = 0;
        for (const [part, weight] of own) sum += weight * (all[other]?.get(part) ?? 0);
        expect(Math.abs(sum - product)).toBeLessThan(1e-9);
      }
    }
  });

  it('folds weights to the places that scikit-learn’s hash names', () => {
    const { weigh } = partWeights(texts);
    for (const { text, places } of rows) {
      const vector = foldWeights(weigh(text));
      expect(vector).toHaveLength(VECTOR_SIZE);
      for (const [at, value] of vector.entries()) expect(value).toBeCloseTo(places[at] ?? 0, 6);
    }
  });

  it('gives texts without words zeros, and every other a vector of length 1 that is most like itself', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 6 }), (some) => {
        const vectors = tfidfVectors(some);
        for (const [at, vector] of vectors.entries()) {
          const length = dot(vector, vector);
          if (some[at]?.normalize('NFKC').trim() === '') expect(length).toBe(0);
          // Signs may cancel each other out in a text of one or two parts.
          else if (length !== 0) expect(length).toBeCloseTo(1, 5);
          for (const other of vectors) expect(dot(vector, other)).toBeLessThanOrEqual(1 + 1e-5);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('finds the likelier pair in a language that the sentence encoder cannot read', () => {
    const [ask = new Float32Array(), again = new Float32Array(), other = new Float32Array()] = tfidfVectors([
      'Wo bleibt meine Fahrradlieferung?',
      'Wo bleibt denn die Lieferung meiner Fahrräder?',
      'Bitte stornieren Sie das Abonnement.',
    ]);
    expect(dot(ask, again)).toBeGreaterThan(dot(ask, other) + 0.2);
  });
});

describe('vectors as they are kept', () => {
  it('come back as unit vectors off by less than a ten-thousandth, and the same the second time', () => {
    const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 512, maxLength: 512 });
    fc.assert(
      fc.property(numbers, (values) => {
        const once = unpack(pack(unpack(Int16Array.from(values, (value) => Math.round(value * 32_767)))));
        const length = dot(once, once);
        if (length === 0) return;
        expect(length).toBeCloseTo(1, 5);
        const twice = unpack(pack(once));
        for (const [at, value] of twice.entries()) expect(Math.abs(value - (once[at] ?? 0))).toBeLessThan(1e-4);
        expect(unpack(pack(once))).toEqual(twice);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the hash of a part', () => {
  // From the published test vectors of MurmurHash3 for seed 0.
  it.each([
    ['', 0],
    ['test', 0xba6bd213],
    ['Hello, world!', 0xc0363e43],
    ['The quick brown fox jumps over the lazy dog', 0x2e4ff723],
  ])('of %j is the published one', (text, hash) => {
    expect(murmurHash(text) >>> 0).toBe(hash);
  });
});
