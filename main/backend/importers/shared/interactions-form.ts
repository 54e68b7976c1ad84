import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf } from './fields.ts';
import { streamPayloads } from './halves.ts';
import { isTyped, readContents, readOutputs } from './interactions-contents.ts';
import { restOf } from './openai-content.ts';
import { readTools } from './openai-tools.ts';
import { sumOf } from './provider-exchange.ts';
import type { AnswerRead, ProviderForm, RequestRead } from './provider-exchange.ts';
import { parseTime } from './time.ts';
import { textBlock } from './turns.ts';
import type { Turn } from './turns.ts';

/**
 * Gemini's Interactions API (`/v1beta/interactions`): `input` and `outputs` (later `steps`) of typed entries, whole and
 * streamed. Built from the documented shape; no real file was at hand.
 */
export const interactionsForm: ProviderForm = {
  name: 'the Gemini Interactions API',
  isRequest: (value) =>
    Object.hasOwn(value, 'input') && (typeof value['model'] === 'string' || typeof value['agent'] === 'string'),
  isAnswer,
  readRequest,
  readAnswer,
  requestOf: (answer) => {
    const body = isJsonObject(answer) ? answer : {};
    const isTold = ['input', 'system_instruction', 'tools'].some((key) => Object.hasOwn(body, key));
    return isTold || inputSteps(body).length > 0 ? readRequest(body) : null;
  },
  ownKeys: [
    'model',
    'agent',
    'input',
    'system_instruction',
    'tools',
    'generation_config',
    'agent_config',
    'response_format',
    'response_mime_type',
    'response_modalities',
    'previous_interaction_id',
    'stream',
    'store',
    'background',
  ],
};

/** @returns whether a request has a field that only this form has */
export function isInteractionRequest(request: JsonObject): boolean {
  const own = ['system_instruction', 'generation_config', 'agent_config', 'previous_interaction_id', 'agent'];
  return own.some((key) => Object.hasOwn(request, key));
}

function isBody(value: JsonObject): boolean {
  if (value['object'] === 'interaction') return true;
  const isListed = isTyped(value['outputs'] ?? null) || isTyped(value['steps'] ?? null);
  return isListed && typeof value['status'] === 'string' && typeof (value['model'] ?? value['agent']) === 'string';
}

function isEvent(value: JsonObject): boolean {
  return /^(?:interaction|content|step)\./.test(textOf(value['event_type']) ?? '');
}

function isAnswer(value: JsonValue): boolean {
  if (isJsonObject(value)) return isBody(value);
  if (typeof value === 'string' && !value.includes('"event_type"')) return false;
  return streamPayloads(value)?.some(isEvent) === true;
}

/** What was sent stands before the first step of the model. */
function inputSteps(body: JsonObject): readonly JsonObject[] {
  const steps = objectsOf(body['steps']);
  const end = steps.findIndex(({ type }) => type !== 'user_input' && type !== 'function_result');
  return steps.slice(0, end === -1 ? steps.length : end);
}

function readRequest(request: JsonObject): RequestRead {
  const read = readContents(request['input'] ?? [...inputSteps(request)]);
  if (!read.ok) return read;
  const system = textOf(request['system_instruction']);
  const first: readonly Turn[] =
    system === null || system === '' ? [] : [{ role: 'system', blocks: [textBlock(system)] }];
  const tools = readTools(request['tools']);
  // An answer that names its own request keeps its other fields as the answer's.
  const isOwn = isBody(request);
  return {
    ok: true,
    turns: [...first, ...read.turns],
    tools: tools.ok ? tools : { ok: false, tools: [] },
    model: textOf(request['model']) ?? textOf(request['agent']),
    rest: isOwn
      ? null
      : restOf(request, ['input', ...(system === null ? [] : ['system_instruction']), ...(tools.ok ? ['tools'] : [])]),
  };
}

type Joined = { readonly body: JsonObject; readonly complete: boolean };

/** Adds up the events of a stream: each entry begins, grows by pieces and ends; the last event has all but the entries. */
function joinEvents(events: readonly JsonObject[]): Joined {
  const entries = new Map<number, JsonObject>();
  let body: JsonObject = {};
  let complete = false;
  for (const event of events) {
    const type = textOf(event['event_type']) ?? '';
    if (type.startsWith('interaction.')) {
      body = { ...body, ...restOf(objectOf(event['interaction']), []) };
      complete ||= type.includes('complete');
      if (typeof event['status'] === 'string') body = { ...body, status: event['status'] };
    }
    const index = numberOf(event['index']);
    if (index === null) continue;
    const begun = objectOf(event['content'] ?? event['step']);
    entries.set(index, grow({ ...entries.get(index), ...begun }, objectOf(event['delta'])));
  }
  const outputs = [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  const isWhole = listOf(body['outputs'] ?? body['steps']).length > 0;
  return { body: isWhole || outputs.length === 0 ? body : { ...body, outputs }, complete };
}

function grow(entry: JsonObject, delta: JsonObject): JsonObject {
  const type = textOf(delta['type']);
  if (type === 'thought_summary')
    return { type: 'thought', ...entry, summary: [...listOf(entry['summary']), delta['content'] ?? null] };
  if (type === 'thought_signature') return { type: 'thought', ...entry, signature: delta['signature'] ?? null };
  const grown: { [key: string]: JsonValue } = { ...entry };
  for (const [key, value] of Object.entries(delta)) {
    const before = grown[key];
    const isPiece = (key === 'text' || key === 'arguments' || key === 'data') && typeof value === 'string';
    if (key === 'type') grown['type'] = before ?? value;
    else grown[key] = isPiece && typeof before === 'string' ? before + value : value;
  }
  return grown;
}

function readAnswer(value: JsonValue): AnswerRead {
  const isStream = !isJsonObject(value);
  const joined = isJsonObject(value) ? { body: value, complete: true } : joinEvents(streamPayloads(value) ?? []);
  const { body } = joined;
  const field = Array.isArray(body['steps']) ? 'steps' : 'outputs';
  const blocks = readOutputs(listOf(body[field]).slice(field === 'steps' ? inputSteps(body).length : 0));
  const usage = objectOf(body['usage']);
  const status = textOf(body['status']);
  const failed = status === 'failed' || status === 'cancelled';
  const turn: Turn = {
    role: 'assistant',
    blocks,
    finish: status,
    tokens: sumOf(usage['total_output_tokens'], usage['total_thought_tokens']),
  };
  return {
    kind: 'answer',
    choices: blocks.length === 0 && status !== 'completed' ? [] : [{ turns: [turn], rest: null }],
    model: textOf(body['model']) ?? textOf(body['agent']),
    id: textOf(body['id']),
    tokens: numberOf(usage['total_tokens']),
    startedAt: parseTime(body['created']),
    latencyMs: null,
    failed,
    complete: !isStream || joined.complete,
    rest: { ...restOf(body, REPEATED), ...(isStream ? { streamed: true } : null) },
  };
}

const REPEATED = ['object', 'outputs', 'steps', 'model', 'agent', 'role', 'input', 'system_instruction', 'tools'];
