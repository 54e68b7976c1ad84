import { z } from 'zod';
import { passThreshold } from './fields.ts';

/** Posts the answer to a server that replies with a score (agent preview; not in the published API schema). */
export const EndpointGrader = z
  .object({
    type: z.literal('endpoint').describe('Sends the answer to your server, which replies {"score": number}.'),
    name: z.string().min(1).describe('Name of the grader in reports.').optional(),
    url: z
      .string()
      .min(1)
      .describe('https address that is posted to.')
      .meta({ examples: ['https://example.com/grade'] }),
    headers: z.record(z.string(), z.string()).describe('Headers sent along, such as a key.').optional(),
    rate_limit: z
      .number()
      .positive()
      .describe('Most requests a second.')
      .meta({ examples: [50] })
      .optional(),
    pass_threshold: passThreshold(),
  })
  .describe('Sends the answer to your server, which replies with a score.');
export type EndpointGrader = z.infer<typeof EndpointGrader>;
