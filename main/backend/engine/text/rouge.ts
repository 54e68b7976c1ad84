import { internTokens, lcsLength, lcsRowIndexes } from './lcs.ts';
import { countNgrams, ngramTotal, sharedNgrams } from './ngrams.ts';

/** pltrdy/rouge adds this to the sum of precision and recall, so that it never divides by 0. */
const PLTRDY_EPSILON = 1e-8;

/**
 * ROUGE-N F1, 0 to 1, as google's rouge-score 0.1.2: every n-gram counts as often as both texts have it.
 * Source: C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries" (2004).
 */
export function googleRougeN(candidate: readonly string[], reference: readonly string[], order: number): number {
  const shared = sharedNgrams(countNgrams(candidate, order), countNgrams(reference, order));
  return harmonicMean(
    shared / Math.max(1, ngramTotal(candidate.length, order)),
    shared / Math.max(1, ngramTotal(reference.length, order)),
    0,
  );
}

/** ROUGE-L F1, 0 to 1, as google's rouge-score 0.1.2: by the longest common subsequence of the two word lists. */
export function googleRougeL(candidate: readonly string[], reference: readonly string[]): number {
  if (candidate.length === 0 || reference.length === 0) return 0;
  const { left, right } = internTokens(candidate, reference);
  const common = lcsLength(left, right);
  return harmonicMean(common / candidate.length, common / reference.length, 0);
}

type Sentences = readonly (readonly string[])[];

/**
 * ROUGE-N F, 0 to 1, as pltrdy/rouge 1.0.1: every different n-gram counts once. Takes the sentences of each text;
 * undefined when either has none, where the library raises an error.
 */
export function pltrdyRougeN(candidate: Sentences, reference: Sentences, order: number): number | undefined {
  if (candidate.length === 0 || reference.length === 0) return undefined;
  const inCandidate = new Set(countNgrams(candidate.flat(), order).keys());
  const inReference = new Set(countNgrams(reference.flat(), order).keys());
  const shared = [...inCandidate].filter((ngram) => inReference.has(ngram)).length;
  return harmonicMean(
    inCandidate.size === 0 ? 0 : shared / inCandidate.size,
    inReference.size === 0 ? 0 : shared / inReference.size,
    PLTRDY_EPSILON,
  );
}

/**
 * ROUGE-L F, 0 to 1, as pltrdy/rouge 1.0.1, which takes the summary level: the different words of the longest common
 * subsequences of each reference sentence with each candidate sentence, over the different words of each text.
 * Undefined when either text has no sentence, where the library raises an error.
 */
export function pltrdyRougeL(candidate: Sentences, reference: Sentences): number | undefined {
  if (candidate.length === 0 || reference.length === 0) return undefined;
  const candidateWords = new Set(candidate.flat());
  const candidateSentences = candidate.map((words) => ({ words, vocabulary: new Set(words) }));
  const common = new Set<string>();
  for (const sentence of reference) {
    // Only words not yet found can change the result, so most pairs of sentences of a long text need no comparison.
    const missing = new Set(sentence.filter((word) => candidateWords.has(word) && !common.has(word)));
    for (const { words, vocabulary } of candidateSentences) {
      if (Array.from(missing).some((word) => vocabulary.has(word))) {
        for (const word of commonWords(sentence, words)) {
          common.add(word);
          missing.delete(word);
        }
      }
    }
  }
  const referenceCount = new Set(reference.flat()).size;
  return harmonicMean(common.size / candidateWords.size, common.size / referenceCount, PLTRDY_EPSILON);
}

function commonWords(reference: readonly string[], candidate: readonly string[]): readonly string[] {
  const { left, right } = internTokens(reference, candidate);
  return lcsRowIndexes(left, right).map((index) => reference[index] ?? '');
}

function harmonicMean(precision: number, recall: number, epsilon: number): number {
  const sum = precision + recall + epsilon;
  return sum === 0 ? 0 : (2 * precision * recall) / sum;
}
