import { countNgrams, ngramTotal, sharedNgrams, type NgramCounts } from './ngrams.ts';

/** What to do when the candidate shares no n-gram of some length; named as in NLTK's `SmoothingFunction`. */
export type BleuSmoothing = 'none' | 'method1' | 'method2' | 'method4';

type Precision = { readonly hits: number; readonly total: number };

/** NLTK's epsilon and k for `method1` and `method4`. */
const METHOD1_EPSILON = 0.1;
const METHOD4_K = 5;
const MAX_ORDER = 4;

/**
 * BLEU of one sentence, 0 to 1, as NLTK 3.8's `sentence_bleu`: the geometric mean of the clipped n-gram precisions
 * of 1 to `maxOrder` words in equal weights, times exp(1 - reference length / candidate length) for a candidate
 * shorter than the closest reference. 0 when no single word matches. Source: K. Papineni et al., "BLEU: a method
 * for automatic evaluation of machine translation" (2002); smoothing: B. Chen and C. Cherry (2014).
 */
export function sentenceBleu(
  candidate: readonly string[],
  references: readonly (readonly string[])[],
  options: { readonly smoothing: BleuSmoothing; readonly maxOrder?: number },
): number {
  const maxOrder = options.maxOrder ?? MAX_ORDER;
  const precisions = clippedPrecisions(candidate, references, maxOrder);
  if ((precisions[0]?.hits ?? 0) === 0) return 0;
  const smoothed = smooth(precisions, options.smoothing, candidate.length);
  // NLTK leaves out what is still 0 after smoothing, and unsmoothed it takes the smallest float, which comes to 0.
  if (options.smoothing === 'none' && smoothed.includes(0)) return 0;
  const logSum = smoothed.filter((value) => value > 0).reduce((sum, value) => sum + Math.log(value), 0);
  return brevityPenalty(candidate.length, references) * Math.exp(logSum / maxOrder);
}

/**
 * BLEU of one sentence, 0 to 1, as sacrebleu 2's `sentence_bleu` divided by 100: the same precisions, but only of the
 * lengths the candidate has, and the i-th empty precision counted as half of the one before ("exp" smoothing).
 */
export function sacreSentenceBleu(candidate: readonly string[], references: readonly (readonly string[])[]): number {
  const precisions = clippedPrecisions(candidate, references, MAX_ORDER);
  if (precisions.every(({ hits }) => hits === 0)) return 0;
  const orders = Math.min(MAX_ORDER, candidate.length);
  let divisor = 1;
  let logSum = 0;
  for (const { hits, total } of precisions.slice(0, orders)) {
    if (hits === 0) divisor *= 2;
    logSum += Math.log(hits === 0 ? 1 / (divisor * total) : hits / total);
  }
  return brevityPenalty(candidate.length, references) * Math.exp(logSum / orders);
}

/** For 1 to `maxOrder` words: n-grams shared with the references (the best of them for each n-gram), and all. */
function clippedPrecisions(
  candidate: readonly string[],
  references: readonly (readonly string[])[],
  maxOrder: number,
): readonly Precision[] {
  return Array.from({ length: maxOrder }, (_, index) => {
    const order = index + 1;
    const allowed = highestCounts(references.map((reference) => countNgrams(reference, order)));
    return {
      hits: sharedNgrams(countNgrams(candidate, order), allowed),
      total: Math.max(1, ngramTotal(candidate.length, order)),
    };
  });
}

function highestCounts(counts: readonly NgramCounts[]): NgramCounts {
  const highest = new Map<string, number>();
  for (const each of counts) {
    for (const [key, count] of each) highest.set(key, Math.max(count, highest.get(key) ?? 0));
  }
  return highest;
}

function smooth(precisions: readonly Precision[], smoothing: BleuSmoothing, length: number): readonly number[] {
  let empty = 0;
  return precisions.map(({ hits, total }, index) => {
    if (smoothing === 'method2' && index > 0) return (hits + 1) / (total + 1);
    if (hits > 0) return hits / total;
    if (smoothing === 'method1') return METHOD1_EPSILON / total;
    if (smoothing === 'method4' && length > 1) {
      empty += 1;
      return Math.log(length) / (2 ** empty * METHOD4_K) / total;
    }
    return 0;
  });
}

/** 1 for a candidate longer than the reference closest in length (the shorter of two equally close), else below. */
function brevityPenalty(length: number, references: readonly (readonly string[])[]): number {
  const closest = references
    .map((reference) => reference.length)
    .toSorted((left, right) => Math.abs(left - length) - Math.abs(right - length) || left - right)[0];
  if (closest === undefined || length > closest) return 1;
  return length === 0 ? 0 : Math.exp(1 - closest / length);
}
