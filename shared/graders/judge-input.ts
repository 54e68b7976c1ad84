import { z } from 'zod';
import { templateText } from './fields.ts';

const ContentItem = z.union([
  z.string(),
  z.object({
    type: z.enum(['input_text', 'output_text']),
    text: templateText('Text shown to the judge.', ['{{ sample.output_text }}']),
  }),
  z.looseObject({ type: z.enum(['input_image', 'input_audio']) }),
]);

/** Messages a judge model is sent. A content that is `@name.md` alone means the file beside grader.json. */
export const JudgeInput = z
  .array(
    z.object({
      role: z.enum(['user', 'assistant', 'system', 'developer']).describe('Who says it.'),
      content: z
        .union([
          templateText('Text shown to the judge.', ['{{ sample.output_text }}']),
          ContentItem,
          z.array(ContentItem),
        ])
        .describe('Text shown to the judge; @name.md means the file beside grader.json.'),
      type: z.literal('message').optional(),
    }),
  )
  .min(1)
  .describe('Messages the judge is sent. May hold {{ item.… }} and {{ sample.… }}.');
