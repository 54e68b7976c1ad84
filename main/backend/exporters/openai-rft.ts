import { toOpenAiLine } from './openai-line.ts';
import type { Exporter } from './types.ts';
import { validateRftLine } from './validate-line.ts';

/** OpenAI reinforcement fine-tuning: `spec/rft.md` 1.1 and 1.2. */
export const openAiRft: Exporter = {
  id: 'openai-rft',
  version: 1,
  title: 'OpenAI RFT',
  description: 'Messages, tools and reference fields a line; the grader inlined.',
  files: ['train.jsonl', 'validation.jsonl', 'grader.json', 'manifest.json', 'README.md'],
  limits: { train: 50_000, validation: 1_000, recommendedTrain: 10 },
  toLine: toOpenAiLine,
  validateLine: (line, context) => validateRftLine(line, context, { images: true }),
  toGrader: (definition) => definition,
  instructions: [
    'Upload `train.jsonl` and `validation.jsonl` with the purpose `fine-tune`.',
    'Give `grader.json` as `method.reinforcement.grader` of the job.',
    'A response format is a setting of the job: give `response_format.json`, when it is here, as `method.reinforcement.response_format`.',
  ],
};
