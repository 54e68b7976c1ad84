import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordnetReader } from '../../platform/wordnet.ts';
import { METRICS, similarity, SIMILARITY_METRICS, type SimilarityMetric } from './similarity.ts';

const loaded = await createWordnetReader(join(import.meta.dirname, '../../../../resources'))();
const wordnet = loaded.kind === 'loaded' ? { wordnet: loaded.table } : {};
const definitions = SIMILARITY_METRICS.flatMap((metric) => METRICS[metric].map(({ id }) => ({ metric, id })));

function valueOf(metric: SimilarityMetric, definition: string, candidate: string, reference: string): number {
  return similarity(metric, candidate, reference, { definition, ...wordnet }).value;
}

/** Any code points, lone surrogates too, and words that repeat between texts. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('the', 'cat', 'cats', 'The', 'Café', '北京', '😀', '.', 'a.b', '{"k":1}', 'running', '_'), {
      maxLength: 14,
    })
    .map((words) => words.join(' ')),
);
const plainWords = fc
  .array(fc.constantFrom('the', 'cat', 'sat', 'on', 'a', 'mat', 'red'), { minLength: 5, maxLength: 12 })
  .map((words) => words.join(' '));

// BLEU and METEOR treat the two sides differently by definition, and pltrdy's rouge-l breaks ties by the reference.
const symmetric = definitions.filter(
  ({ metric, id }) => metric !== 'bleu' && metric !== 'meteor' && !(metric === 'rouge_l' && id === 'pltrdy'),
);

describe('similarity', () => {
  it.each(definitions)('is between 0 and 1 for any two texts: $metric by $id', ({ metric, id }) => {
    fc.assert(
      fc.property(anyText, anyText, (candidate, reference) => {
        const value = valueOf(metric, id, candidate, reference);
        return value >= 0 && value <= 1;
      }),
    );
  });

  it.each(symmetric)('does not depend on which text is which: $metric by $id', ({ metric, id }) => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        expect(valueOf(metric, id, left, right)).toBeCloseTo(valueOf(metric, id, right, left), 12);
      }),
    );
  });

  it.each(definitions.filter(({ metric }) => metric !== 'meteor'))(
    'is 1 for equal texts of five plain words or more: $metric by $id',
    ({ metric, id }) => {
      fc.assert(
        // pltrdy/rouge adds 1e-8 to a divisor, so its best is a little below 1.
        fc.property(plainWords, (text) => {
          expect(valueOf(metric, id, text, text)).toBeCloseTo(1, 7);
        }),
      );
    },
  );

  it('scores equal texts by METEOR at 1 less half the cubed share of one chunk', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('one', 'cat', 'sat', 'on', 'mat'), { minLength: 1 }), (words) => {
        const text = words.join(' ');
        expect(valueOf('meteor', 'nltk-whitespace', text, text)).toBeCloseTo(1 - 0.5 / words.length ** 3, 12);
      }),
    );
  });

  it.each(definitions)('has a value for empty and very short texts: $metric by $id', ({ metric, id }) => {
    for (const candidate of ['', 'hi']) {
      for (const reference of ['', 'hi']) {
        expect(valueOf(metric, id, candidate, reference)).toBeGreaterThanOrEqual(0);
      }
    }
    expect(valueOf(metric, id, 'hi', '')).toBe(0);
  });

  it('takes the likeliest definition of each metric when none is named, and names it', () => {
    const defaults = SIMILARITY_METRICS.map((metric) => similarity(metric, 'a b', 'a b', wordnet).definition);
    expect(defaults).toEqual([
      'rapidfuzz 3.10.1 WRatio with default_process',
      'nltk 3.8 sentence_bleu with method4 smoothing, whitespace tokens',
      'nltk 3.8 sentence_gleu, whitespace tokens',
      'nltk 3.8 meteor_score with Porter stems and WordNet 3.0 synonyms, whitespace tokens',
      'pltrdy/rouge 1.0.1 rouge-1 F',
      'pltrdy/rouge 1.0.1 rouge-2 F',
      'pltrdy/rouge 1.0.1 rouge-3 F',
      'pltrdy/rouge 1.0.1 rouge-4 F',
      'pltrdy/rouge 1.0.1 rouge-5 F',
      'pltrdy/rouge 1.0.1 rouge-l F',
    ]);
  });

  it('marks every definition as an estimate and gives each a different id within its metric', () => {
    for (const metric of SIMILARITY_METRICS) {
      const listed = METRICS[metric];
      expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
      expect(listed.every(({ estimate, note, title }) => estimate && note !== '' && title !== '')).toBe(true);
    }
  });

  it('says so when METEOR runs without the WordNet table', () => {
    const with3 = similarity('meteor', 'a sick child', 'an ill child', wordnet);
    const without = similarity('meteor', 'a sick child', 'an ill child');
    expect(with3.value).toBeGreaterThan(without.value);
    expect(without.definition).toContain('(without synonyms because the WordNet table is missing)');
  });

  it('says so when pltrdy/rouge would refuse an empty text', () => {
    expect(similarity('rouge_1', '...', 'hi').definition).toBe(
      'pltrdy/rouge 1.0.1 rouge-1 F (0 where the library refuses an empty text)',
    );
  });

  it('refuses a definition that the metric does not have and lists those it has', () => {
    expect(() => similarity('gleu', 'a', 'a', { definition: 'nltk-letters' })).toThrow(
      'The metric "gleu" has no definition "nltk-letters". Choose one of: nltk-whitespace, nltk-wordpunct, nltk-13a.',
    );
  });
});
