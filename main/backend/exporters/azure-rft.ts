import { toOpenAiLine } from './openai-line.ts';
import type { Exporter } from './types.ts';
import { validateRftLine } from './validate-line.ts';

/** Azure OpenAI reinforcement fine-tuning: as OpenAI's, with the differences of `spec/rft.md` 1.5. */
export const azureRft: Exporter = {
  id: 'azure-rft',
  version: 1,
  title: 'Azure RFT',
  description: 'As OpenAI RFT, text only; templates without blanks.',
  files: ['train.jsonl', 'validation.jsonl', 'grader.json', 'manifest.json', 'README.md'],
  limits: { train: 50_000, validation: 1_000, recommendedTrain: 10 },
  toLine: toOpenAiLine,
  validateLine: (line, context) => validateRftLine(line, context, { images: false }),
  toGrader: tightenTemplates,
  instructions: [
    'Upload `train.jsonl` and `validation.jsonl` with the purpose `fine-tune`.',
    'Give `grader.json` as the grader of the job; Azure takes one grader a job.',
    'A response format is a setting of the job in the flat shape that Azure documents: `response_format.json`.',
  ],
};

/** Blanks inside the braces of templates are taken out: a Microsoft text says Azure does not accept them. */
function tightenTemplates<T>(value: T, key?: string): T {
  if (typeof value === 'string' && key !== 'source')
    // Only the blanks around the path go; the text stays a text.
    return value.replaceAll(/\{\{([^{}]*)\}\}/gu, (_, path: string) => `{{${path.trim()}}}`) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => tightenTemplates(item)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, tightenTemplates(member, name)]),
    ) as T;
  return value;
}
