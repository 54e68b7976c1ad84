import { z } from 'zod';
import { namedEnum, templateText } from './fields.ts';

export const STRING_OPERATIONS = ['eq', 'ne', 'like', 'ilike'] as const;
export type StringOperation = (typeof STRING_OPERATIONS)[number];

/** Compares two texts and gives 1 or 0 (OpenAI, guide "Graders", and the published API schema). */
export const StringCheck = z
  .object({
    type: z.literal('string_check').describe('Compares two texts. The score is 1 when they match, else 0.'),
    name: z
      .string()
      .min(1)
      .describe('Name of the grader in reports.')
      .meta({ examples: ['decision'] }),
    input: templateText(
      'The text that is looked at. With like and ilike it is the text that is searched, so put the answer here.',
      ['{{ sample.output_text }}', '{{ sample.output_json.answer }}'],
    ),
    reference: templateText(
      'The text it is compared with. With like and ilike it is the text to find, so it must come from the data line and not be blank.',
      ['{{ item.reference_answer }}', '{{ item.answer }}'],
    ),
    operation: namedEnum(STRING_OPERATIONS, 'How the two texts are compared.', {
      eq: 'Equal, counting case and every blank.',
      ne: 'Not equal, counting case and every blank.',
      like: 'input contains reference, counting case.',
      ilike: 'input contains reference, ignoring case.',
    }),
  })
  .describe('Compares two texts. The score is 1 when they match, else 0.');
export type StringCheck = z.infer<typeof StringCheck>;
