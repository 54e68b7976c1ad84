import { z } from 'zod';
import { JsonRecord, type JsonObject } from '../../../shared/model/json.ts';

/** Why a text is no response format: the key of a text of the settings, and what the JSON parser said. */
export type FormatProblem = {
  readonly key: 'notJson' | 'notObject' | 'badType' | 'noSchema' | 'badName';
  readonly reason: string;
};
export type FormatCheck =
  | { readonly value: JsonObject | null; readonly problem: null }
  | { readonly value: null; readonly problem: FormatProblem };

const Type = z.enum(['json_schema', 'json_object', 'text']);
const Named = z.object({ json_schema: z.object({ name: z.string(), schema: JsonRecord }) });
const NAME = /^[\w-]{1,64}$/;

/** Checks the shape trainers take. The empty text is no response format. */
export function checkResponseFormat(text: string): FormatCheck {
  if (text.trim() === '') return { value: null, problem: null };
  const parsed = parse(text);
  if (parsed.problem !== null) return parsed;
  const object = JsonRecord.safeParse(parsed.value);
  if (!object.success) return failed('notObject');
  const type = Type.safeParse(object.data.type);
  if (!type.success) return failed('badType');
  if (type.data !== 'json_schema') return { value: object.data, problem: null };
  const named = Named.safeParse(object.data);
  if (!named.success) return failed('noSchema');
  if (!NAME.test(named.data.json_schema.name)) return failed('badName');
  return { value: object.data, problem: null };
}

function parse(text: string): { readonly value: unknown; readonly problem: null } | ReturnType<typeof failed> {
  try {
    return { value: JSON.parse(text), problem: null };
  } catch (error) {
    return failed('notJson', error instanceof Error ? error.message : '');
  }
}

function failed(key: FormatProblem['key'], reason = '') {
  return { value: null, problem: { key, reason } } as const;
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
