import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, numberOf, objectOf, textOf } from './fields.ts';
import { streamPayloads } from './halves.ts';
import { restOf } from './openai-content.ts';
import { readTools } from './openai-tools.ts';
import { sumOf } from './provider-exchange.ts';
import type { AnswerRead, ProviderForm, RequestRead } from './provider-exchange.ts';
import { readItems } from './responses-items.ts';
import { assembleResponse } from './responses-stream.ts';
import { parseTime } from './time.ts';
import { otherBlock, textBlock } from './turns.ts';
import type { Turn } from './turns.ts';

/** The OpenAI Responses form: requests, answers whole and streamed. */
export const responsesForm: ProviderForm = {
  name: 'the OpenAI Responses API',
  isRequest: isResponsesRequest,
  isAnswer,
  readRequest,
  readAnswer,
  requestOf,
  ownKeys: [
    'model',
    'input',
    'instructions',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'previous_response_id',
    'conversation',
    'store',
    'include',
    'reasoning',
    'text',
    'stream',
    'temperature',
    'top_p',
    'max_output_tokens',
    'max_tool_calls',
    'truncation',
    'service_tier',
    'prompt',
  ],
};

/** @returns whether an object may be a request: its input is text or items */
function isResponsesRequest(value: JsonObject): boolean {
  const { input } = value;
  if (Array.isArray(value['messages'])) return false;
  if (Array.isArray(input)) return listOf(input).every(isJsonObject);
  const isText = typeof input === 'string' || (input === undefined && isJsonObject(value['prompt'] ?? null));
  return isText && (Object.hasOwn(value, 'model') || Object.hasOwn(value, 'previous_response_id'));
}

function isAnswer(value: JsonValue): boolean {
  if (isJsonObject(value)) return value['object'] === 'response' && Array.isArray(value['output']);
  if (typeof value === 'string' && !value.includes('"response.')) return false;
  return streamPayloads(value)?.some((event) => textOf(event['type'])?.startsWith('response.') === true) === true;
}

function readRequest(request: JsonObject): RequestRead {
  const { input } = request;
  const read = typeof input === 'string' ? { ok: true as const, turns: [userTurn(input)] } : readItems(listOf(input));
  if (!read.ok) return read;
  const tools = readTools(request['tools']);
  return {
    ok: true,
    turns: [...instructionsOf(request['instructions']), ...read.turns],
    tools: tools.ok ? tools : { ok: false, tools: [] },
    model: textOf(request['model']),
    rest: restOf(request, ['input', 'instructions', ...(tools.ok ? ['tools'] : [])]),
  };
}

function userTurn(text: string): Turn {
  return {
    role: 'user',
    blocks: text === '' ? [] : [textBlock(text)],
    ...(text === '' ? { contentForm: 'text' } : {}),
  };
}

/** Instructions are text; an answer may give back those of a stored prompt as items. */
function instructionsOf(value: JsonValue | undefined): readonly Turn[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string')
    return [{ role: 'system', blocks: [textBlock(value)], extras: { instructions: true } }];
  const read = readItems(listOf(value));
  return read.ok ? read.turns : [{ role: 'system', blocks: [otherBlock('instructions', value)] }];
}

/** An answer repeats the instructions and tools of its request, but not the input. */
function requestOf(value: JsonValue): RequestRead {
  const { response } = open(value);
  const tools = readTools(response['tools']);
  return {
    ok: true,
    turns: instructionsOf(response['instructions']),
    tools: tools.ok ? tools : { ok: false, tools: [] },
    model: textOf(response['model']),
    rest: null,
  };
}

function open(value: JsonValue): {
  readonly response: JsonObject;
  readonly complete: boolean;
  readonly streamed: boolean;
} {
  if (isJsonObject(value)) return { response: value, complete: true, streamed: false };
  return { ...assembleResponse(streamPayloads(value) ?? []), streamed: true };
}

/** Fields of an answer that repeat the request, or are modelled. */
const REPEATED = ['object', 'output', 'output_text', 'model', 'instructions', 'tools'];

function readAnswer(value: JsonValue): AnswerRead {
  const { response, complete, streamed } = open(value);
  const read = readItems(listOf(response['output']));
  const usage = objectOf(response['usage']);
  const status = textOf(response['status']);
  const reason = textOf(objectOf(response['incomplete_details'])['reason']);
  const turns = read.ok ? read.turns : [];
  const last = turns.at(-1);
  const finish = reason ?? status;
  const marked =
    last === undefined ? [] : [...turns.slice(0, -1), { ...last, finish, tokens: numberOf(usage['output_tokens']) }];
  return {
    kind: 'answer',
    choices: [{ turns: marked, rest: read.ok ? null : { output: response['output'] ?? null } }],
    model: textOf(response['model']),
    id: textOf(response['id']),
    tokens: numberOf(usage['total_tokens']) ?? sumOf(usage['input_tokens'], usage['output_tokens']),
    startedAt: parseTime(response['created_at']),
    latencyMs: null,
    failed: status === 'failed' || status === 'cancelled' || (response['error'] ?? null) !== null,
    complete,
    rest: { ...restOf(response, REPEATED), ...(streamed ? { streamed: true } : null) },
  };
}
