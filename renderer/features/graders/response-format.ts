import { z } from 'zod';
import { JsonRecord, type JsonObject } from '../../../shared/model/json.ts';

const Name = z
  .string()
  .regex(/^[\w-]{1,64}$/u, 'Use up to 64 letters, digits, - and _.')
  .describe('Name of the format: letters, digits, - and _.');
const Schema = JsonRecord.describe('JSON Schema of the answer.');

/** What trainers take as `response_format`: nested as OpenAI has it. */
export const ResponseFormat = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('json_schema').describe('Answers follow a JSON Schema.'),
    json_schema: z
      .object({
        name: Name,
        strict: z.boolean().describe('Answers must follow the schema exactly.').optional(),
        description: z.string().optional(),
        schema: Schema,
      })
      .describe('The schema and its name.'),
  }),
  z.object({ type: z.literal('json_object').describe('Answers are JSON of any shape.') }),
  z.object({ type: z.literal('text').describe('Answers are plain text.') }),
]);

export type FormatCheck =
  | { readonly ok: true; readonly value: JsonObject | null }
  | { readonly ok: false; readonly kind: 'notJson' | 'notValid'; readonly path: string; readonly reason: string };

/** Reads a response format. The empty text is none. Keys beyond those known are kept. */
export function readResponseFormat(text: string): FormatCheck {
  if (text.trim() === '') return { ok: true, value: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, kind: 'notJson', path: '', reason: error instanceof Error ? error.message : '' };
  }
  const parsed = ResponseFormat.safeParse(value);
  const object = JsonRecord.safeParse(value);
  if (parsed.success && object.success) return { ok: true, value: object.data };
  const issue = parsed.error?.issues[0];
  const path = issue === undefined || issue.path.length === 0 ? 'response_format' : issue.path.join('.');
  return { ok: false, kind: 'notValid', path, reason: issue?.message ?? '' };
}

/** JSON Schema of the above for the editor. */
export function responseFormatSchema(): object {
  return z.toJSONSchema(ResponseFormat, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
}

export const EXAMPLE_FORMAT: JsonObject = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    strict: true,
    schema: {
      type: 'object',
      properties: { decision: { type: 'string' }, amount: { type: 'number' } },
      required: ['decision', 'amount'],
      additionalProperties: false,
    },
  },
};
