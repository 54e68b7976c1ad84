import { murmurHash } from './murmur.ts';
import { normalise } from './unit.ts';

/** Lengths of the pieces of words that are counted. */
const SHORTEST = 2;
const LONGEST = 4;
/** Numbers in a vector: as many as a sentence's have, so that users of vectors see one shape. */
export const VECTOR_SIZE = 512;
/** Characters of a text that count; a book adds nothing to what its first pages say of its topic. */
const TEXT_LIMIT = 20_000;

/**
 * The pieces of 2 to 4 characters of each word, blanks around it counted as its first and last character; a word shorter
 * than a piece is one itself. In scripts without blanks a sentence is a word.
 *
 * @returns how often each piece comes, letters in lower case and Unicode's compatibility form
 * @see scikit-learn, `CountVectorizer(analyzer="char_wb", ngram_range=(2, 4))`
 */
export function wordParts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const plain = text.slice(0, TEXT_LIMIT).normalize('NFKC').toLowerCase();
  for (const word of plain.split(/\s+/u)) {
    if (word === '') continue;
    const letters = [' ', ...Array.from(word), ' '];
    for (let size = SHORTEST; size <= LONGEST; size++) {
      for (let at = 0; at === 0 || at + size <= letters.length; at++) {
        const part = letters.slice(at, at + size).join('');
        counts.set(part, (counts.get(part) ?? 0) + 1);
      }
      if (size >= letters.length) break;
    }
  }
  return counts;
}

/** Weighs the parts of texts by how few of the texts hold them. */
export type PartWeights = {
  /** @returns the weight of each part of a text, their squares summing to 1; parts no text had weigh as those of one text */
  readonly weigh: (text: string) => Map<string, number>;
};

/**
 * Weights of word parts over a set of texts: (1 + ln count) × (ln((1 + texts) / (1 + texts with it)) + 1), brought to unit
 * length.
 *
 * @see scikit-learn, `TfidfTransformer(sublinear_tf=True, smooth_idf=True, norm="l2")`
 */
export function partWeights(texts: readonly string[]): PartWeights {
  const holders = new Map<string, number>();
  for (const text of texts) for (const part of wordParts(text).keys()) holders.set(part, (holders.get(part) ?? 0) + 1);
  return {
    weigh(text) {
      const weights = wordParts(text);
      let squares = 0;
      for (const [part, count] of weights) {
        const rarity = Math.log((1 + texts.length) / (1 + (holders.get(part) ?? 1))) + 1;
        const weight = (1 + Math.log(count)) * rarity;
        weights.set(part, weight);
        squares += weight * weight;
      }
      const length = Math.sqrt(squares);
      for (const [part, weight] of weights) weights.set(part, weight / length);
      return weights;
    },
  };
}

/**
 * Folds weights into a vector of 512 numbers: each part is added to, or taken from, the place its hash names, so that the
 * product of two vectors is on average that of the weights.
 *
 * @returns a vector of unit length, or zeros for a text without parts
 * @see K. Weinberger et al., "Feature hashing for large scale multitask learning", 2009
 */
export function foldWeights(weights: ReadonlyMap<string, number>): Float32Array {
  const sums = new Float64Array(VECTOR_SIZE);
  for (const [part, weight] of weights) {
    const hash = murmurHash(part);
    const place = Math.abs(hash) % VECTOR_SIZE;
    sums[place] = (sums[place] ?? 0) + (hash >= 0 ? weight : -weight);
  }
  return normalise(sums);
}

/** @returns a vector of unit length for each text; see `partWeights` and `foldWeights` */
export function tfidfVectors(texts: readonly string[]): Float32Array[] {
  const { weigh } = partWeights(texts);
  return texts.map((text) => foldWeights(weigh(text)));
}
