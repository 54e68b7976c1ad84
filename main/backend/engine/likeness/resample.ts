import { createRandom, type Random } from '../prng.ts';
import { multinomial } from './draw.ts';
import { jensenShannonDivergence } from './distance.ts';

/**
 * Samples of both sets by a facet. A pattern is the set of values that a sample has, as positions; counts are of samples by
 * pattern. Samples that are in both sets are counted in `both` alone.
 */
export type PatternTable = {
  readonly values: number;
  readonly patterns: readonly (readonly number[])[];
  readonly production: ArrayLike<number>;
  readonly curated: ArrayLike<number>;
  readonly both: ArrayLike<number>;
};

export type Compared = {
  readonly distance: number;
  readonly low: number;
  readonly high: number;
  readonly pValue: number;
};

/** What lies beyond each end of a 95 % interval, and how many standard deviations that is. */
const TAIL = 0.025;
const Z = 1.959963984540054;
/** What rounding may take from a distance that is equal. */
const ROUNDING = 1e-12;

/**
 * The distance of two mixes with a 95 % bootstrap interval and a permutation test.
 *
 * Values of a sample stay together when samples are drawn. Divergences of drawn sets come out larger than the one they are
 * drawn from, more so the smaller the sets, so both ends correct for that: the lower one by the basic interval,
 * `2 d - quantile`, the upper one by the mean excess, plus 1.96 standard deviations, since a quantile is too low near 0. Square
 * roots of these are the ends, widened to hold the distance itself. The interval then holds the true distance in 91 to 99 of
 * 100 sets of 25 to 500 samples. The p-value deals the samples of both
 * sets out anew, as many to each set and to both as there are; it counts the real division as one of them, so it is never 0.
 *
 * @param resamples how many sets are drawn, and how many divisions
 * @returns null when a set has no value; otherwise the same for the same seed
 * @see B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 13 and 15
 */
export function compareMixes(table: PatternTable, resamples: number, seed: number): Compared | null {
  const production = sums(table.production, table.both);
  const curated = sums(table.curated, table.both);
  const counter = createCounter(table);
  const divergence = counter(production, curated);
  if (divergence === null) return null;
  const random = createRandom(seed);
  const drawn = bootstrap({ production, curated }, counter, resamples, random);
  const distance = Math.sqrt(divergence);
  const upperQuantile = drawn[Math.min(drawn.length - 1, Math.floor((1 - TAIL) * drawn.length))] ?? 0;
  const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
  const spread = Math.sqrt(drawn.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, drawn.length - 1));
  const corrected = Math.max(0, 2 * divergence - mean);
  return {
    distance,
    low: Math.min(distance, rootOf(2 * divergence - upperQuantile)),
    high: Math.max(distance, rootOf(corrected + Z * spread)),
    pValue: permute(table, divergence, counter, resamples, random),
  };
}

function rootOf(divergence: number): number {
  return Math.sqrt(Math.min(1, Math.max(0, divergence)));
}

type Counter = (production: ArrayLike<number>, curated: ArrayLike<number>) => number | null;

/** @returns the divergence of two lists of counts by pattern */
function createCounter({ patterns, values }: PatternTable): Counter {
  const a = new Float64Array(values);
  const b = new Float64Array(values);
  const spread = (counts: ArrayLike<number>, into: Float64Array): void => {
    into.fill(0);
    for (const [pattern, members] of patterns.entries()) {
      const count = counts[pattern] ?? 0;
      if (count > 0) for (const value of members) into[value] = (into[value] ?? 0) + count;
    }
  };
  return (production, curated) => {
    spread(production, a);
    spread(curated, b);
    return jensenShannonDivergence(a, b);
  };
}

function sums(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: a.length }, (_, at) => (a[at] ?? 0) + (b[at] ?? 0));
}

function totalOf(counts: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < counts.length; at += 1) total += counts[at] ?? 0;
  return total;
}

type Sets = { readonly production: Float64Array; readonly curated: Float64Array };

/** @returns divergences of sets drawn with replacement, ascending */
function bootstrap({ production, curated }: Sets, counter: Counter, resamples: number, random: Random): Float64Array {
  const ofProduction = totalOf(production);
  const ofCurated = totalOf(curated);
  const a = new Float64Array(production.length);
  const b = new Float64Array(curated.length);
  const drawn = new Float64Array(resamples);
  for (let round = 0; round < resamples; round += 1) {
    multinomial(random, ofProduction, production, ofProduction, a);
    multinomial(random, ofCurated, curated, ofCurated, b);
    drawn[round] = counter(a, b) ?? 0;
  }
  return drawn.toSorted();
}

function permute(table: PatternTable, observed: number, counter: Counter, resamples: number, random: Random): number {
  const pooled = sums(sums(table.production, table.curated), table.both);
  const deck = createDeck(pooled);
  const ofCurated = totalOf(table.curated);
  const ofBoth = totalOf(table.both);
  const ofProduction = totalOf(table.production);
  const length = pooled.length;
  let atLeast = 1;
  for (let round = 0; round < resamples; round += 1) {
    // Dealing the smaller side is enough: the other has the rest.
    const both = deck.deal(random, 0, ofBoth, length);
    const few = Math.min(ofCurated, ofProduction);
    const dealt = deck.deal(random, ofBoth, few, length);
    const rest = Float64Array.from(pooled, (count, at) => count - (dealt[at] ?? 0) - (both[at] ?? 0));
    const [production, curated] = ofCurated <= ofProduction ? [rest, dealt] : [dealt, rest];
    if ((counter(sums(production, both), sums(curated, both)) ?? 0) >= observed - ROUNDING) atLeast += 1;
  }
  return atLeast / (resamples + 1);
}

/** Every sample by its pattern, shuffled as far as samples are dealt. */
function createDeck(pooled: ArrayLike<number>) {
  const cards = new Int32Array(totalOf(pooled));
  let filled = 0;
  for (let pattern = 0; pattern < pooled.length; pattern += 1) {
    cards.fill(pattern, filled, filled + (pooled[pattern] ?? 0));
    filled += pooled[pattern] ?? 0;
  }
  return {
    /** @returns counts by pattern of the cards at `from` to `from + count`, drawn from those behind `from` */
    deal(random: Random, from: number, count: number, patterns: number): Float64Array {
      const counts = new Float64Array(patterns);
      for (let at = from; at < from + count; at += 1) {
        const other = at + Math.floor(random() * (cards.length - at));
        const card = cards[other] ?? 0;
        cards[other] = cards[at] ?? 0;
        cards[at] = card;
        counts[card] = (counts[card] ?? 0) + 1;
      }
      return counts;
    },
  };
}
