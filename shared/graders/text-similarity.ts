import { z } from 'zod';
import { namedEnum, passThreshold, templateText } from './fields.ts';

/** Metrics allowed in a reinforcement grader. `cosine` exists for evals only: it needs an embedding model. */
export const SIMILARITY_METRICS = [
  'fuzzy_match',
  'bleu',
  'gleu',
  'meteor',
  'rouge_1',
  'rouge_2',
  'rouge_3',
  'rouge_4',
  'rouge_5',
  'rouge_l',
] as const;
export type SimilarityMetric = (typeof SIMILARITY_METRICS)[number];

/** Scores how alike two texts are, 0 to 1 (OpenAI, guide "Graders", and the published API schema). */
export const TextSimilarity = z
  .object({
    type: z.literal('text_similarity').describe('Scores how alike two texts are, from 0 to 1.'),
    name: z
      .string()
      .min(1)
      .describe('Name of the grader in reports.')
      .meta({ examples: ['summary'] }),
    input: templateText('The text that is graded, usually the answer.', ['{{ sample.output_text }}']),
    reference: templateText('The text it should be like.', ['{{ item.reference_answer }}']),
    evaluation_metric: namedEnum(
      SIMILARITY_METRICS,
      'How likeness is measured. The platform names the metric but not its options, so local scores are estimates.',
      {
        fuzzy_match: 'Edit similarity by rapidfuzz. Forgives word order and typing errors.',
        bleu: 'Shared runs of 1 to 4 words, counted from the answer, shortness penalised.',
        gleu: 'Shared runs of 1 to 4 words, counted from both sides. Made for single sentences.',
        meteor: 'Shared words by form, stem or synonym, with a penalty for broken order.',
        rouge_1: 'Shared single words.',
        rouge_2: 'Shared runs of 2 words.',
        rouge_3: 'Shared runs of 3 words.',
        rouge_4: 'Shared runs of 4 words.',
        rouge_5: 'Shared runs of 5 words.',
        rouge_l: 'Longest common run of words, gaps allowed.',
      },
    ),
    pass_threshold: passThreshold(),
  })
  .describe('Scores how alike two texts are, from 0 to 1.');
export type TextSimilarity = z.infer<typeof TextSimilarity>;
