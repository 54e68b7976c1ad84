import { z } from 'zod';
import { JudgeInput } from './judge-input.ts';

/** Asks a model for a label (published API schema). In practice for evals only. */
export const LabelModel = z
  .object({
    type: z.literal('label_model').describe('Asks a model for a label. Made for evals, not for reinforcement jobs.'),
    name: z.string().min(1).describe('Name of the grader in reports.'),
    model: z.string().min(1).describe('Model that judges, with its date.'),
    input: JudgeInput,
    labels: z.array(z.string()).min(1).describe('Labels the model chooses from.'),
    passing_labels: z.array(z.string()).min(1).describe('Labels that score 1, each one of labels.'),
  })
  .describe('Asks a model for a label. Made for evals, not for reinforcement jobs.');
export type LabelModel = z.infer<typeof LabelModel>;
