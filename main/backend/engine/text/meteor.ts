import { porterStem } from './porter.ts';
import { wordnetSynonyms, type WordnetTable } from './wordnet.ts';

const ALPHA = 0.9;
const BETA = 3;
const GAMMA = 0.5;

/** A word that has no counterpart yet, with its place in its text. */
type Word = { readonly at: number; readonly text: string };
type Match = { readonly candidateAt: number; readonly referenceAt: number };
type Alignment = {
  readonly matches: readonly Match[];
  readonly candidate: readonly Word[];
  readonly reference: readonly Word[];
};

/**
 * METEOR of one sentence, 0 to 1, as NLTK 3.8's `meteor_score` (alpha 0.9, beta 3, gamma 0.5): words are lower-cased
 * and aligned when equal, then when their Porter stems are, then when the reference's stem is a WordNet synonym of
 * the candidate's; the best of several references. Without a table the last step is left out. 0 when nothing aligns.
 * Source: A. Lavie and A. Agarwal, "METEOR" (2007).
 */
export function meteorScore(
  candidate: readonly string[],
  references: readonly (readonly string[])[],
  wordnet: WordnetTable | undefined,
): number {
  return Math.max(0, ...references.map((reference) => meteorOfPair(candidate, reference, wordnet)));
}

function meteorOfPair(
  candidate: readonly string[],
  reference: readonly string[],
  wordnet: WordnetTable | undefined,
): number {
  const matches = alignWords(candidate, reference, wordnet);
  if (matches.length === 0) return 0;
  const precision = matches.length / candidate.length;
  const recall = matches.length / reference.length;
  const mean = (precision * recall) / (ALPHA * precision + (1 - ALPHA) * recall);
  return (1 - GAMMA * (countChunks(matches) / matches.length) ** BETA) * mean;
}

function alignWords(
  candidate: readonly string[],
  reference: readonly string[],
  wordnet: WordnetTable | undefined,
): readonly Match[] {
  const exact = matchWords(lowerCased(candidate), lowerCased(reference), sameWord);
  const byStem = matchWords(stemmed(exact.candidate), stemmed(exact.reference), sameWord);
  const matches = [...exact.matches, ...byStem.matches];
  if (wordnet !== undefined) {
    // As in NLTK, the words looked up here are the stems of the step before.
    matches.push(...matchWords(byStem.candidate, byStem.reference, (word) => wordnetSynonyms(wordnet, word)).matches);
  }
  return matches.toSorted((left, right) => left.candidateAt - right.candidateAt);
}

/** Pairs candidate words, the last one first, each with the last free reference word that equals one of its forms. */
function matchWords(
  candidate: readonly Word[],
  reference: readonly Word[],
  formsOf: (word: string) => Iterable<string>,
): Alignment {
  const free = Map.groupBy(reference, (word) => word.text);
  const matches: Match[] = [];
  const matched = new Set<number>();
  const unmatched: Word[] = [];
  for (const word of candidate.toReversed()) {
    const last = lastFree(free, formsOf(word.text));
    if (last === undefined) {
      unmatched.push(word);
    } else {
      free.get(last.text)?.pop();
      matched.add(last.at);
      matches.push({ candidateAt: word.at, referenceAt: last.at });
    }
  }
  return {
    matches,
    candidate: unmatched.reverse(),
    reference: reference.filter((word) => !matched.has(word.at)),
  };
}

function lastFree(free: ReadonlyMap<string, readonly Word[]>, forms: Iterable<string>): Word | undefined {
  let last: Word | undefined;
  for (const form of forms) {
    const word = free.get(form)?.at(-1);
    if (word !== undefined && word.at > (last?.at ?? -1)) last = word;
  }
  return last;
}

/** How many runs of matches stand side by side in both texts. */
function countChunks(matches: readonly Match[]): number {
  return matches.filter((match, index) => {
    const before = matches[index - 1];
    return (
      before === undefined ||
      match.candidateAt !== before.candidateAt + 1 ||
      match.referenceAt !== before.referenceAt + 1
    );
  }).length;
}

function sameWord(word: string): readonly string[] {
  return [word];
}

function lowerCased(tokens: readonly string[]): readonly Word[] {
  return tokens.map((token, at) => ({ at, text: token.toLowerCase() }));
}

function stemmed(words: readonly Word[]): readonly Word[] {
  return words.map(({ at, text }) => ({ at, text: porterStem(text) }));
}
