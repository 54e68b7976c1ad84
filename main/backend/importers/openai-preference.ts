import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { plainAttempt } from './shared/conversation.ts';
import { isMessageList } from './shared/exchange.ts';
import { objectOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readTools } from './shared/openai-tools.ts';
import type { DetectResult, Importer, ParsedAttempt, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/**
 * Preference rows for OpenAI fine-tuning (DPO): `input.messages` with a preferred and another output. Built from the
 * documented shape; no real file was at hand.
 */
export const openaiPreference: Importer = {
  id: 'openai-preference',
  version: 1,
  title: 'OpenAI preference rows',
  extensions: ['.jsonl'],
  per: ['conversation'],
  answer:
    'Both outputs are attempts, the preferred one first. Neither has a reward, since the row says only which is better.',
  sample: 'One sample per row: the prompt is the input.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record) => (record.kind === 'json' ? parseRow(record) : []),
};

const OUTPUTS = ['preferred_output', 'non_preferred_output'] as const;

function detect(record: RawRecord): DetectResult | null {
  const row = valueOf(record);
  if (row === null || !OUTPUTS.every((key) => Object.hasOwn(row, key))) return null;
  return isMessageList(inputOf(row)['messages'])
    ? { confidence: 0.97, reason: 'an input with a preferred and another output' }
    : null;
}

/** The input is an object; some write its messages without one. */
function inputOf(row: JsonObject): JsonObject {
  const { input } = row;
  return input !== undefined && isMessageList(input) ? { messages: input } : objectOf(input);
}

function parseRow(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const row = valueOf(record) ?? {};
  const input = inputOf(row);
  const prompt = readMessages(input['messages']);
  if (!prompt.ok) return [refuse(record, prompt.problem.code, `Input: ${prompt.problem.message}`)];
  const tools = readTools(input['tools'] ?? row['tools']);
  if (!tools.ok) return [refuse(record, tools.problem.code, tools.problem.message)];
  const attempts: ParsedAttempt[] = [];
  for (const key of OUTPUTS) {
    const output = readMessages(asList(row[key]), prompt.ledger.copy());
    if (!output.ok) return [refuse(record, output.problem.code, `${WORDS[key]}: ${output.problem.message}`)];
    attempts.push({ ...plainAttempt(output.messages), extras: { preferred: key === 'preferred_output' } });
  }
  return [
    {
      kind: 'sample',
      position: record.position,
      sub: 0,
      taskKey: null,
      title: null,
      prompt: prompt.messages,
      tools: tools.tools,
      reference: {},
      attempts,
      extras: compact({
        input: restOf(input, ['messages', 'tools']),
        ...restOf(row, ['input', 'tools', ...OUTPUTS]),
        wrapper: record.outer,
      }),
      sourceRef: null,
      tags: [],
    },
  ];
}

const WORDS = { preferred_output: 'Preferred output', non_preferred_output: 'Other output' } as const;

/** One message may stand without a list. */
function asList(value: JsonValue | undefined): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? [value] : value;
}
