import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWordnetReader } from '../../platform/wordnet.ts';
import { sentenceBleu, type BleuSmoothing } from './bleu.ts';
import * as fuzzy from './fuzzy.ts';
import { sentenceGleu } from './gleu.ts';
import { meteorScore } from './meteor.ts';
import { defaultProcess } from './normalise.ts';
import { similarity } from './similarity.ts';
import { whitespaceTokens } from './tokens.ts';

const FILE = join(import.meta.dirname, '../../../../../shared/spec/similarity-vectors.jsonl');
const present = existsSync(FILE);
if (!present) process.stdout.write('Skipped: the published similarity vectors are not beside the repository.\n');

const VECTOR = z.object({
  m: z.string(),
  c: z.string(),
  r: z.union([z.string(), z.array(z.string())]),
  chk: z.number(),
});

const RESOURCES = join(import.meta.dirname, '../../../../resources');
const loaded = await createWordnetReader(RESOURCES)();
const wordnet = loaded.kind === 'loaded' ? loaded.table : undefined;

type Score = (candidate: string, references: readonly string[]) => number;

function single(score: (candidate: string, reference: string) => number): Score {
  return (candidate, references) => score(candidate, references[0] ?? '');
}

function processed(score: (candidate: string, reference: string) => number): Score {
  return single((candidate, reference) => score(defaultProcess(candidate), defaultProcess(reference)));
}

function bleu(smoothing: BleuSmoothing, maxOrder = 4): Score {
  return (candidate, references) =>
    sentenceBleu(whitespaceTokens(candidate), references.map(whitespaceTokens), { smoothing, maxOrder });
}

function gleu(candidate: string, references: readonly string[]): number {
  return sentenceGleu(whitespaceTokens(candidate), references.map(whitespaceTokens));
}

function meteor(candidate: string, references: readonly string[]): number {
  return meteorScore(whitespaceTokens(candidate), references.map(whitespaceTokens), wordnet);
}

function googleRouge(metric: 'rouge_1' | 'rouge_2' | 'rouge_l'): Score {
  return single(
    (candidate, reference) => similarity(metric, candidate, reference, { definition: 'rouge-score' }).value,
  );
}

const SCORES: Readonly<Record<string, Score>> = {
  'rapidfuzz.ratio': single(fuzzy.ratio),
  'rapidfuzz.partial_ratio': single(fuzzy.partialRatio),
  'rapidfuzz.token_sort_ratio': single(fuzzy.tokenSortRatio),
  'rapidfuzz.token_set_ratio': single(fuzzy.tokenSetRatio),
  'rapidfuzz.partial_token_sort_ratio': single(fuzzy.partialTokenSortRatio),
  'rapidfuzz.WRatio': single(fuzzy.wRatio),
  'rapidfuzz.QRatio': single(fuzzy.qRatio),
  'rapidfuzz.WRatio+default_process': processed(fuzzy.wRatio),
  'rapidfuzz.QRatio+default_process': processed(fuzzy.qRatio),
  'rapidfuzz.WRatio+default_process /100': single((c, r) => similarity('fuzzy_match', c, r).value),
  '0.85*rapidfuzz.token_set_ratio+default_process/100 (+0.15 if equal)': single((candidate, reference) => {
    const options = { definition: 'rapidfuzz-token-set-ratio-processed' };
    return 0.85 * similarity('fuzzy_match', candidate, reference, options).value + (candidate === reference ? 0.15 : 0);
  }),
  'bleu nltk sentence_bleu method0 whitespace tokens': bleu('none'),
  'bleu nltk method0 (4-gram, 3 tokens)': bleu('none'),
  'bleu nltk method1': bleu('method1'),
  'bleu nltk method2': bleu('method2'),
  'bleu nltk method4': bleu('method4'),
  'bleu nltk 5-gram uniform weights': bleu('none', 5),
  'bleu nltk bigram weights (0.5,0.5)': bleu('none', 2),
  'gleu nltk sentence_gleu': gleu,
  'gleu (google_bleu)': gleu,
  'meteor nltk single_meteor_score (WordNet 3.0, Porter)': meteor,
  'meteor nltk meteor_score (max over refs)': meteor,
  'rouge_score rouge1 F': googleRouge('rouge_1'),
  'rouge_score rouge2 F': googleRouge('rouge_2'),
  'rouge_score rougeL F': googleRouge('rouge_l'),
};

describe.skipIf(!present)('the similarity metrics against published vectors', () => {
  const vectors = present
    ? readFileSync(FILE, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => VECTOR.parse(JSON.parse(line)))
    : [];
  // These name a line of a file of another project instead of giving its text.
  const named = vectors.filter(({ c }) => /^prediction\.txt line \d$/.test(c));
  const usable = vectors.filter((vector) => !named.includes(vector));

  it('knows every metric named there and leaves out only the six vectors that name a file', () => {
    expect(vectors.map(({ m }) => m).filter((m) => SCORES[m] === undefined)).toEqual([]);
    expect(named).toHaveLength(6);
    expect(usable.length).toBeGreaterThan(70);
  });

  it.each(usable)('agrees to 1e-6: $m of "$c"', ({ m, c, r, chk }) => {
    const value = SCORES[m]?.(c, typeof r === 'string' ? [r] : r);
    expect(Math.abs((value ?? Number.NaN) - chk)).toBeLessThanOrEqual(1e-6);
  });
});
