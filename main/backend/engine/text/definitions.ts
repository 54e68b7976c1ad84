import { sacreSentenceBleu, sentenceBleu, type BleuSmoothing } from './bleu.ts';
import * as fuzzy from './fuzzy.ts';
import { sentenceGleu } from './gleu.ts';
import { meteorScore } from './meteor.ts';
import { defaultProcess, defaultProcessCompiled } from './normalise.ts';
import { googleRougeL, googleRougeN, pltrdyRougeL, pltrdyRougeN } from './rouge.ts';
import { asciiWordTokens, fullStopSentences, mteval13aTokens, whitespaceTokens, wordPunctTokens } from './tokens.ts';
import type { Tokenizer } from './tokens.ts';
import type { WordnetTable } from './wordnet.ts';

/** What a definition answers for one pair of texts. */
export type Scored = {
  /** 0 to 1. */
  readonly value: number;
  /** Added to the definition's title when it could not be followed to the letter. */
  readonly departure?: string;
};

/** One published way to compute a metric. */
export type Definition = {
  readonly id: string;
  /** The library, its version and the options, as one phrase. */
  readonly title: string;
  /** What the user should know before trusting it. */
  readonly note: string;
  readonly score: (candidate: string, reference: string, wordnet: WordnetTable | undefined) => Scored;
};

type StringScore = (candidate: string, reference: string) => number;

const PROCESSED = 'Ignores case and punctuation.';
const RAW = 'Case and punctuation count.';

function rapidfuzz(id: string, name: string, note: string, score: StringScore): Definition {
  return {
    id: `rapidfuzz-${id}`,
    title: `rapidfuzz 3.10.1 ${name}`,
    note,
    score: (candidate, reference) => ({ value: score(candidate, reference) / 100 }),
  };
}

function processed(score: StringScore, process: (text: string) => string = defaultProcess): StringScore {
  return (candidate, reference) => score(process(candidate), process(reference));
}

/** The readings of "fuzzy_match", the likeliest first. */
export const FUZZY_DEFINITIONS = [
  rapidfuzz('wratio-processed', 'WRatio with default_process', PROCESSED, processed(fuzzy.wRatio)),
  rapidfuzz('ratio', 'ratio', RAW, fuzzy.ratio),
  rapidfuzz(
    'token-set-ratio-processed',
    'token_set_ratio with default_process',
    `${PROCESSED} 1 when one text has every word of the other.`,
    processed(fuzzy.tokenSetRatio),
  ),
  rapidfuzz(
    'wratio-processed-compiled',
    'WRatio with default_process of the compiled build',
    `${PROCESSED} The underscore separates words, as in the compiled library but not in its Python version.`,
    processed(fuzzy.wRatio, defaultProcessCompiled),
  ),
  rapidfuzz('wratio', 'WRatio', RAW, fuzzy.wRatio),
  rapidfuzz('qratio-processed', 'QRatio with default_process', PROCESSED, processed(fuzzy.qRatio)),
  rapidfuzz('qratio', 'QRatio', RAW, fuzzy.qRatio),
  rapidfuzz('partial-ratio', 'partial_ratio', `${RAW} 1 when one text is a part of the other.`, fuzzy.partialRatio),
  rapidfuzz('token-sort-ratio', 'token_sort_ratio', `${RAW} The order of words does not.`, fuzzy.tokenSortRatio),
  rapidfuzz('token-set-ratio', 'token_set_ratio', `${RAW} The order of words does not.`, fuzzy.tokenSetRatio),
  rapidfuzz('token-ratio', 'token_ratio', `${RAW} The order of words does not.`, fuzzy.tokenRatio),
  rapidfuzz(
    'partial-token-ratio',
    'partial_token_ratio',
    '1 when the texts share a word, so rarely useful alone.',
    fuzzy.partialTokenRatio,
  ),
] as const satisfies readonly Definition[];

const TOKENIZERS = {
  whitespace: { tokenize: whitespaceTokens, name: 'whitespace tokens', note: 'Punctuation stays on its word.' },
  wordpunct: { tokenize: wordPunctTokens, name: 'wordpunct tokens', note: 'Punctuation counts as words.' },
} as const satisfies Readonly<Record<string, { tokenize: Tokenizer; name: string; note: string }>>;
type TokenizerId = keyof typeof TOKENIZERS;

const SMOOTHING_NOTES = {
  method4: 'A missing n-gram length counts a little, by the length of the text.',
  method1: 'A missing n-gram length counts 0.1.',
  method2: 'Adds 1 to the counts of 2 to 4 words.',
  none: 'A text of fewer than 4 words scores 0 even when equal.',
} as const satisfies Readonly<Record<BleuSmoothing, string>>;

function nltkBleu(smoothing: BleuSmoothing, tokens: TokenizerId): Definition {
  const { tokenize, name, note } = TOKENIZERS[tokens];
  const smoothingName = smoothing === 'none' ? 'without smoothing' : `with ${smoothing} smoothing`;
  return {
    id: `nltk-${smoothing}-${tokens}`,
    title: `nltk 3.8 sentence_bleu ${smoothingName}, ${name}`,
    note: `${SMOOTHING_NOTES[smoothing]} ${note}`,
    score: (candidate, reference) => ({
      value: sentenceBleu(tokenize(candidate), [tokenize(reference)], { smoothing }),
    }),
  };
}

/** The readings of "bleu", the likeliest first. */
export const BLEU_DEFINITIONS = [
  nltkBleu('method4', 'whitespace'),
  {
    id: 'sacrebleu',
    title: 'sacrebleu 2 sentence_bleu divided by 100, 13a tokens, exp smoothing',
    note: 'A text of fewer than 4 words is compared by the lengths it has.',
    score: (candidate, reference) => ({
      value: sacreSentenceBleu(mteval13aTokens(candidate), [mteval13aTokens(reference)]),
    }),
  },
  nltkBleu('method1', 'whitespace'),
  nltkBleu('method2', 'whitespace'),
  nltkBleu('none', 'whitespace'),
  nltkBleu('method4', 'wordpunct'),
  nltkBleu('method1', 'wordpunct'),
  nltkBleu('none', 'wordpunct'),
] as const satisfies readonly Definition[];

function gleu(id: string, title: string, note: string, tokenize: Tokenizer): Definition {
  return {
    id,
    title,
    note,
    score: (candidate, reference) => ({ value: sentenceGleu(tokenize(candidate), [tokenize(reference)]) }),
  };
}

/** The readings of "gleu", the likeliest first. */
export const GLEU_DEFINITIONS = [
  gleu('nltk-whitespace', 'nltk 3.8 sentence_gleu, whitespace tokens', TOKENIZERS.whitespace.note, whitespaceTokens),
  gleu('nltk-wordpunct', 'nltk 3.8 sentence_gleu, wordpunct tokens', TOKENIZERS.wordpunct.note, wordPunctTokens),
  gleu('nltk-13a', 'nltk 3.8 sentence_gleu, 13a tokens', 'As the google_bleu metric of evaluate.', mteval13aTokens),
] as const satisfies readonly Definition[];

function meteor(tokens: TokenizerId): Definition {
  const { tokenize, name, note } = TOKENIZERS[tokens];
  return {
    id: `nltk-${tokens}`,
    title: `nltk 3.8 meteor_score with Porter stems and WordNet 3.0 synonyms, ${name}`,
    note: `English only. Equal texts score below 1. ${note}`,
    score: (candidate, reference, wordnet) => {
      const value = meteorScore(tokenize(candidate), [tokenize(reference)], wordnet);
      if (wordnet === undefined) return { value, departure: 'without synonyms because the WordNet table is missing' };
      if (wordnet.version !== '3.0') return { value, departure: `with the synonyms of WordNet ${wordnet.version}` };
      return { value };
    },
  };
}

/** The readings of "meteor", the likeliest first. */
export const METEOR_DEFINITIONS = [meteor('whitespace'), meteor('wordpunct')] as const satisfies readonly Definition[];

/** The readings of "rouge_1" to "rouge_5" and "rouge_l", the likeliest first. */
export function rougeDefinitions(kind: 1 | 2 | 3 | 4 | 5 | 'l'): readonly Definition[] {
  return [
    {
      id: 'pltrdy',
      title: `pltrdy/rouge 1.0.1 rouge-${kind} F`,
      note: 'Case and punctuation count; a repeated n-gram counts once.',
      score: (candidate, reference) => {
        const [left, right] = [fullStopSentences(candidate), fullStopSentences(reference)];
        const value = kind === 'l' ? pltrdyRougeL(left, right) : pltrdyRougeN(left, right, kind);
        return value === undefined ? { value: 0, departure: '0 where the library refuses an empty text' } : { value };
      },
    },
    {
      id: 'rouge-score',
      title: `google rouge-score 0.1.2 rouge${kind === 'l' ? 'L' : kind} F1, no stemming`,
      note: 'Compares only a-z and 0-9: text in other scripts scores 0 even when equal.',
      score: (candidate, reference) => {
        const [left, right] = [asciiWordTokens(candidate), asciiWordTokens(reference)];
        return { value: kind === 'l' ? googleRougeL(left, right) : googleRougeN(left, right, kind) };
      },
    },
  ];
}
