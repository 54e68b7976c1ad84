import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { anthropicForm } from './shared/anthropic-form.ts';
import { objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { FoundHalf, Halves } from './shared/halves.ts';
import { joinHalves } from './shared/joined-halves.ts';
import type { HalfRecord } from './shared/joined-halves.ts';
import { refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { parseHalves } from './shared/provider-exchange.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, ParseOptions, RawRecord } from './types.ts';

const RESULTS = /^(?:succeeded|errored|canceled|expired)$/;

/** Requests and results of Anthropic's Message Batches. A results file holds no prompts. */
export const anthropicBatch: Importer = {
  id: 'anthropic-batch',
  version: 2,
  title: 'Anthropic message batches',
  extensions: ['.jsonl', '.json'],
  per: ['call', 'conversation', 'turn'],
  answer:
    'The answer is the message of a result; a result that is an error, was canceled or expired is an attempt that failed. Requests have none.',
  sample:
    'One sample per custom id: requests and results in one archive are joined by it. Alone, a results file holds no prompts.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, options) => (record.kind === 'json' ? parseBatch(record, options) : []),
  assemble: (options) => joinHalves(halfOf, (record) => parseBatch(record, options)),
};

function halfOf(value: JsonObject): HalfRecord | null {
  const key = textOf(value['custom_id']);
  const isRequest = isJsonObject(value['params'] ?? null);
  const isResult = isJsonObject(value['result'] ?? null);
  return key === null || isRequest === isResult ? null : { key, half: isRequest ? 'request' : 'answer' };
}

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null || !Object.hasOwn(value, 'custom_id')) return null;
  if (Array.isArray(objectOf(value['params'])['messages']))
    return { confidence: 0.98, reason: 'custom ids and request parameters' };
  return RESULTS.test(textOf(objectOf(value['result'])['type']) ?? '')
    ? { confidence: 0.98, reason: 'custom ids and results of a batch' }
    : null;
}

function parseBatch(record: JsonRaw, { per }: ParseOptions): readonly (ParsedSample | ParsedIssue)[] {
  const { value } = record;
  if (!isJsonObject(value)) return [refuse(record, 'not_object', 'A row must be an object.')];
  const params = value['params'];
  const result = objectOf(value['result']);
  const type = textOf(result['type']);
  const request =
    params !== undefined && isJsonObject(params) ? { field: 'params', value: params, around: null } : null;
  if (request === null && (type === null || !RESULTS.test(type)))
    return [refuse(record, 'not_a_batch', 'The record has neither request parameters nor the result of a batch.')];
  const { message } = result;
  const answer: FoundHalf | null =
    type === 'succeeded' && message !== undefined ? { field: 'result', value: message, around: null } : null;
  if (type === 'succeeded' && !isJsonObject(message))
    return [refuse(record, 'no_message', 'The result says that it succeeded but holds no message.')];
  const halves: Halves = {
    request,
    answer,
    instead: answer === null && type !== null ? { kind: 'error', error: result['error'] ?? type, rest: null } : null,
    wrapper: { ...restOf(value, ['params', 'result']), ...around(restOf(result, ['message', 'error', 'type'])) },
  };
  return parseHalves(record, anthropicForm, per, halves);
}

function around(rest: ReturnType<typeof restOf>) {
  return rest === null ? {} : { result: rest };
}
