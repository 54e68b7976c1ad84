import { countNgrams, ngramTotal, sharedNgrams } from './ngrams.ts';

const ORDERS = [1, 2, 3, 4] as const;

/**
 * Google BLEU of one sentence, 0 to 1, as NLTK's `sentence_gleu`: the n-grams of 1 to 4 words that both texts have,
 * divided by the n-grams of the longer text; the best of several references. 0 when there is no n-gram at all.
 * Source: Y. Wu et al., "Google's neural machine translation system" (2016).
 */
export function sentenceGleu(candidate: readonly string[], references: readonly (readonly string[])[]): number {
  return Math.max(0, ...references.map((reference) => gleuOfPair(candidate, reference)));
}

function gleuOfPair(candidate: readonly string[], reference: readonly string[]): number {
  const longer = Math.max(candidate.length, reference.length);
  let shared = 0;
  let total = 0;
  for (const order of ORDERS) {
    shared += sharedNgrams(countNgrams(candidate, order), countNgrams(reference, order));
    total += ngramTotal(longer, order);
  }
  return total === 0 ? 0 : shared / total;
}
