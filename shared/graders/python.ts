import { z } from 'zod';
import { passThreshold } from './fields.ts';

/** Runs `grade(sample, item)` (OpenAI, guide "Graders", and the published API schema). */
export const PythonGrader = z
  .object({
    type: z.literal('python').describe('Runs a Python function that returns the score.'),
    name: z
      .string()
      .min(1)
      .describe('Name of the grader in reports. Without one the platform makes one up.')
      .meta({ examples: ['amount'] })
      .optional(),
    source: z
      .string()
      .min(1)
      .describe(
        'Python code that defines grade(sample, item) with exactly two parameters and returns a float from 0 to 1. @name.py means the file beside grader.json; its text is put in place on export. Under 256 kB, no network, 2 minutes. Templates are not filled in here.',
      )
      .meta({ examples: ['@grade.py'] }),
    image_tag: z
      .string()
      .describe('Version of the Python image on the platform. The only published one is 2025-05-08.')
      .meta({ examples: ['2025-05-08'] })
      .optional(),
    pass_threshold: passThreshold(),
  })
  .describe('Runs a Python function that returns the score.');
export type PythonGrader = z.infer<typeof PythonGrader>;
