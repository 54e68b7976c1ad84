import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { areaUnderCurve } from './auc.ts';
import { jensenShannon } from './distance.ts';
import { binomial } from './draw.ts';
import { fitLogistic } from './logistic.ts';
import { decileEdges, quantile, stabilityIndex, tally } from './numbers.ts';
import { createRandom } from '../prng.ts';

// Written by main/tooling/oracles/likeness_oracle.py from scipy, numpy and scikit-learn.
const Numbers = z.array(z.number());
const oracle = z
  .object({
    distances: z.array(z.object({ a: Numbers, b: Numbers, distance: z.number() })).min(10),
    stabilities: z
      .array(
        z.object({
          expected: Numbers,
          actual: Numbers,
          edges: Numbers,
          p50: z.number(),
          p95: z.number(),
          index: z.number(),
        }),
      )
      .min(5),
    areas: z.array(z.object({ labels: Numbers, scores: Numbers, auc: z.number(), variance: z.number() })).min(5),
    models: z
      .array(
        z.object({
          vectors: z.array(Numbers),
          labels: Numbers,
          c: z.number(),
          loss: z.number(),
          weights: Numbers,
          intercept: z.number(),
        }),
      )
      .min(3),
    binomials: z.array(z.object({ n: z.int(), p: z.number(), shares: Numbers })).min(3),
  })
  .parse(JSON.parse(readFileSync(new URL('likeness.oracle.json', import.meta.url), 'utf8')));

/** Digits behind the point that agree: to 5e-10. */
const DIGITS = 9;

describe('measures of likeness', () => {
  it.each(oracle.distances)('give the Jensen-Shannon distance that scipy gives: $distance', ({ a, b, distance }) => {
    expect(jensenShannon(a, b)).toBeCloseTo(distance, DIGITS);
  });

  it.each(oracle.stabilities)('give the stability index and quantiles that numpy gives: $index', (one) => {
    const expected = tally(one.expected);
    expect(decileEdges(expected).length).toBe(one.edges.length);
    for (const [at, edge] of decileEdges(expected).entries()) expect(edge).toBeCloseTo(one.edges[at] ?? NaN, DIGITS);
    expect(quantile(expected, 0.5)).toBeCloseTo(one.p50, DIGITS);
    expect(quantile(expected, 0.95)).toBeCloseTo(one.p95, DIGITS);
    expect(stabilityIndex(expected, tally(one.actual))).toBeCloseTo(one.index, DIGITS);
  });

  it.each(oracle.areas)(
    'give the area under the curve that scikit-learn gives: $auc',
    ({ labels, scores, ...area }) => {
      const found = areaUnderCurve(scores, labels);
      expect(found?.auc).toBeCloseTo(area.auc, DIGITS);
      expect(found?.variance).toBeCloseTo(area.variance, DIGITS);
    },
  );

  // Both stop a little above the minimum: the loss agrees to 1e-9 of itself, weights to 1e-5.
  it.each(oracle.models)('find the logistic regression that scikit-learn finds: $loss', (model) => {
    const found = fitLogistic(model.vectors, model.labels, { c: model.c, tolerance: 1e-9, maxIterations: 500 });
    expect(Math.abs(found.loss - model.loss) / model.loss).toBeLessThan(1e-9);
    for (const [at, weight] of model.weights.entries()) expect(found.weights[at]).toBeCloseTo(weight, 5);
    expect(found.intercept).toBeCloseTo(model.intercept, 5);
  });

  it.each(oracle.binomials)('draw from the binomial distribution: $n at $p', ({ n, p, shares }) => {
    const random = createRandom(7);
    const draws = 40_000;
    const counts = Array.from({ length: n + 1 }, () => 0);
    for (let round = 0; round < draws; round += 1) {
      const k = binomial(random, n, p);
      counts[k] = (counts[k] ?? 0) + 1;
    }
    // Chi-square over the outcomes expected ten times or more; its mean is their number, its spread the root of twice that.
    let chi = 0;
    let cells = 0;
    for (const [k, share] of shares.entries()) {
      const wanted = share * draws;
      if (wanted < 10) continue;
      cells += 1;
      chi += ((counts[k] ?? 0) - wanted) ** 2 / wanted;
    }
    expect(chi).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
  });
});
