import { z } from 'zod';
import { JudgeInput } from './judge-input.ts';
import { passThreshold } from './fields.ts';

/** Asks a model for a number (OpenAI, guide "Graders", and the published API schema). */
export const ScoreModel = z
  .object({
    type: z.literal('score_model').describe('Asks a model for a score.'),
    name: z
      .string()
      .min(1)
      .describe('Name of the grader in reports.')
      .meta({ examples: ['rationale'] }),
    model: z
      .string()
      .min(1)
      .describe('Model that judges, with its date.')
      .meta({ examples: ['o4-mini-2025-04-16', 'gpt-4.1-2025-04-14'] }),
    input: JudgeInput,
    range: z
      .tuple([z.number(), z.number()])
      .describe('Lowest and highest score. The number of the model is cut to it. 0 to 1 when absent.')
      .meta({ default: [0, 1], examples: [[0, 1]] })
      .optional(),
    sampling_params: z
      .looseObject({
        seed: z.int().nullable().describe('Seed of the judge.').optional(),
        top_p: z.number().describe('Share of probability that is sampled from. 1 when absent.').optional(),
        temperature: z.number().describe('Not for reasoning models.').optional(),
        max_completions_tokens: z.int().min(1).describe('Longest reply. Mind the spelling: completions.').optional(),
        reasoning_effort: z.string().describe('Only for reasoning models.').optional(),
      })
      .describe('How the judge samples.')
      .optional(),
    pass_threshold: passThreshold(),
  })
  .describe('Asks a model for a score.');
export type ScoreModel = z.infer<typeof ScoreModel>;
