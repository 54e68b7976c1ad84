import { z } from 'zod';
import { PythonGrader } from './python.ts';
import { ScoreModel } from './score-model.ts';
import { LabelModel } from './label-model.ts';
import { EndpointGrader } from './endpoint.ts';
import { GRADER_SNIPPETS } from './snippets.ts';
import { StringCheck } from './string-check.ts';
import { TextSimilarity } from './text-similarity.ts';

/** A grader that may stand inside a multi: every type but multi itself. */
export const PartDefinition = z
  .discriminatedUnion('type', [StringCheck, TextSimilarity, PythonGrader, ScoreModel, LabelModel, EndpointGrader])
  .meta({ defaultSnippets: [...GRADER_SNIPPETS] });
export type PartDefinition = z.infer<typeof PartDefinition>;

/** Keys stand in the formula, so they are plain names. */
export const PART_KEY = /^[A-Z_]\w*$/iu;

/** Several graders and a formula over their scores (OpenAI, guide "Graders"; the object form is what the API takes). */
export const MultiGrader = z
  .object({
    type: z.literal('multi').describe('Runs several graders and combines their scores by a formula.'),
    name: z.string().min(1).describe('Name of the grader in reports.').optional(),
    graders: z
      .record(z.string(), PartDefinition)
      .describe('Graders by key. The key is the name the formula uses: letters, digits and _.'),
    calculate_output: z
      .string()
      .describe(
        'Formula over the keys of graders: + - * / ^, parentheses, numbers, min max abs floor ceil exp sqrt log. Example: 0.7 * answer + 0.3 * style.',
      )
      .meta({ examples: ['0.7 * answer + 0.3 * style', 'min(answer, style)'] }),
  })
  .describe('Runs several graders and combines their scores by a formula.');
export type MultiGrader = z.infer<typeof MultiGrader>;
