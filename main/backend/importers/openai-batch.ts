import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { plainAttempt } from './shared/conversation.ts';
import { parseChatExchange } from './shared/chat-exchange.ts';
import { findExchange } from './shared/exchange.ts';
import { objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { findHalves } from './shared/halves.ts';
import { joinHalves } from './shared/joined-halves.ts';
import type { HalfRecord } from './shared/joined-halves.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { parseProviderExchange } from './shared/provider-exchange.ts';
import { responsesForm } from './shared/responses-form.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, ParseOptions, RawRecord } from './types.ts';

/** Input, output and error files of the OpenAI Batch API, for chat completions and responses; Azure's are the same. */
export const openaiBatch: Importer = {
  id: 'openai-batch',
  version: 2,
  title: 'OpenAI batch files',
  extensions: ['.jsonl'],
  per: ['call', 'conversation', 'turn'],
  answer:
    'The answer is the body of a response; a request that failed is an attempt that failed. Input lines have none.',
  sample:
    'One sample per custom id: lines of an input and an output file in one archive are joined by it. Alone, an input file has no answers and an output file no prompts.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, options) => (record.kind === 'json' ? parseLine(record, options) : []),
  assemble: (options) => joinHalves(halfOf, (record) => parseLine(record, options)),
};

function halfOf(value: JsonObject): HalfRecord | null {
  const key = textOf(value['custom_id']);
  if (key === null || (isInput(value) && isOutput(value))) return null;
  return isInput(value) ? { key, half: 'request' } : isOutput(value) ? { key, half: 'answer' } : null;
}

function isInput(value: JsonObject): boolean {
  return isJsonObject(value['body'] ?? null) && typeof value['url'] === 'string';
}

function isOutput(value: JsonObject): boolean {
  const response = objectOf(value['response']);
  return Object.hasOwn(response, 'body') || (Object.hasOwn(value, 'response') && isJsonObject(value['error'] ?? null));
}

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null || !Object.hasOwn(value, 'custom_id')) return null;
  if (isInput(value)) return { confidence: 0.98, reason: 'custom ids, addresses and request bodies' };
  return isOutput(value) ? { confidence: 0.98, reason: 'custom ids and response bodies' } : null;
}

function parseLine(record: JsonRaw, { per }: ParseOptions): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record);
  if (value === null) return [refuse(record, 'not_object', 'A row must be an object.')];
  if (!isInput(value) && !isOutput(value))
    return [refuse(record, 'not_a_batch', 'The record has neither a request body nor the response of a batch.')];
  const failed = failureOf(value);
  if (failed !== null) return [note(record, 'prompt_missing', NO_PROMPT), failedSample(record, value, failed)];
  if (findExchange(value) !== null) return parseChatExchange(record, per);
  const { request, answer } = findHalves(value, responsesForm);
  if (request !== null || answer !== null) return parseProviderExchange(record, responsesForm, per);
  return [
    refuse(record, 'other_endpoint', 'The line is not a chat completion or a response, but another kind of request.'),
  ];
}

const NO_PROMPT = 'The record holds an answer but not the messages sent.';

/** @returns what went wrong with a line of an output or error file; null when it has an answer, or is a request */
function failureOf(value: JsonObject): JsonObject | null {
  if (isInput(value)) return null;
  const response = objectOf(value['response']);
  const body = objectOf(response['body']);
  const error = value['error'] ?? body['error'] ?? null;
  if (error === null || Array.isArray(body['choices']) || body['object'] === 'response') return null;
  return { error, ...(Object.keys(response).length === 0 ? null : { response: restOf(response, []) }) };
}

function failedSample(record: JsonRaw, value: JsonObject, failure: JsonObject): ParsedSample {
  return {
    kind: 'sample',
    position: record.position,
    sub: 0,
    taskKey: null,
    title: null,
    prompt: [],
    tools: [],
    reference: {},
    attempts: [{ ...plainAttempt([]), outcome: 'error', extras: failure }],
    extras: compact({ wrapper: { ...record.outer, ...restOf(value, ['response', 'error']) } }),
    sourceRef: textOf(value['custom_id']),
    tags: [],
  };
}
