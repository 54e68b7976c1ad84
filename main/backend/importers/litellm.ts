import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { anthropicForm } from './shared/anthropic-form.ts';
import { parseChatExchange } from './shared/chat-exchange.ts';
import { findExchange, isMessageList } from './shared/exchange.ts';
import { listOf, numberOf, objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { note, refuse } from './shared/items.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { restOf } from './shared/openai-content.ts';
import { requestLog } from './shared/prefix-groups.ts';
import { parseProviderExchange } from './shared/provider-exchange.ts';
import { responsesForm } from './shared/responses-form.ts';
import { parseTime } from './shared/time.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, ParseOptions, RawRecord } from './types.ts';

/**
 * Logs of LiteLLM: what clients dump of each completion, and the standard logging payload and spend logs of the proxy.
 * The latter two are built from the documented shape; no real file was at hand.
 */
export const litellm: Importer = {
  id: 'litellm',
  version: 1,
  title: 'LiteLLM logs',
  extensions: ['.json', '.jsonl', '.ndjson'],
  per: ['call', 'conversation', 'turn'],
  answer:
    'The answer is what the model sent back: each choice is one attempt, and a call that failed is one that failed.',
  sample:
    'One sample per logged call: the prompt is all messages sent. Per conversation, calls that send the history of an earlier one again are joined; per user turn only moves where the prompt ends.',
  takes: 'json',
  mappable: false,
  detect,
  ...requestLog((record, per) => parseCall(record, { per })),
};

function isPayload(value: JsonObject): boolean {
  return (
    typeof value['call_type'] === 'string' &&
    ['standard_logging_object', 'response_cost', 'spend', 'startTime'].some((key) => Object.hasOwn(value, key))
  );
}

function isDump(value: JsonObject): boolean {
  return (
    Object.hasOwn(value, 'latency_sec') &&
    (Object.hasOwn(value, 'kwargs') || Object.hasOwn(value, 'cost')) &&
    (isMessageList(value['messages']) || isJsonObject(value['response'] ?? null))
  );
}

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  if (isPayload(value)) return { confidence: 0.98, reason: 'call type and cost of LiteLLM' };
  return isDump(value) ? { confidence: 0.98, reason: 'messages, arguments, cost and latency of LiteLLM' } : null;
}

function parseCall(record: JsonRaw, { per }: Pick<ParseOptions, 'per'>): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record);
  if (value === null) return [refuse(record, 'not_object', 'A row must be an object.')];
  const isProxy = isPayload(value);
  if (!isProxy && !isDump(value))
    return [refuse(record, 'not_litellm', 'The record has neither the call type nor the latency of a LiteLLM log.')];
  const opened = isProxy ? openPayload(value) : openDump(value);
  const items = parseOpened({ ...record, value: opened }, per);
  const startedAt = isProxy ? null : beginOf(value);
  const read = items.map((item) =>
    item.kind === 'issue'
      ? item
      : {
          ...item,
          sourceRef: item.sourceRef ?? refOf(value),
          attempts: item.attempts.map((attempt) => ({ ...attempt, startedAt: startedAt ?? attempt.startedAt })),
        },
  );
  const isRedacted = record.text.includes('redacted-by-litellm');
  return isRedacted && read.some(({ kind }) => kind === 'sample')
    ? [note(record, 'redacted', 'LiteLLM took the content out of this record before it was written.'), ...read]
    : read;
}

function parseOpened(record: JsonRaw, per: ParseOptions['per']): readonly (ParsedSample | ParsedIssue)[] {
  const response = objectOf(objectOf(record.value)['response']);
  if (response['object'] === 'response') return parseProviderExchange(record, responsesForm, per);
  if (response['type'] === 'message' && Array.isArray(response['content']))
    return parseProviderExchange(record, anthropicForm, per);
  if (findExchange(objectOf(record.value)) === null)
    return [
      refuse(
        record,
        'not_stored',
        'The log holds neither messages nor an answer: the proxy was not told to store prompts.',
      ),
    ];
  return parseChatExchange(record, per);
}

/** A dump is written when the answer has come: the call began that much earlier. */
function beginOf(value: JsonObject): number | null {
  const written = parseTime(value['timestamp']);
  const seconds = numberOf(value['latency_sec']);
  return written === null || seconds === null ? null : written - seconds * 1000;
}

function refOf(value: JsonObject): string | null {
  return textOf(value['request_id']) ?? textOf(value['id']);
}

function openDump(value: JsonObject): JsonObject {
  const kwargs = objectOf(value['kwargs']);
  // Tools given as arguments stand in the record once more.
  const isTwice = JSON.stringify(kwargs['tools'] ?? null) === JSON.stringify(value['tools'] ?? null);
  const tools = isTwice ? {} : { tools: value['tools'] ?? kwargs['tools'] ?? null };
  return {
    ...restOf(value, ['kwargs', 'tools', 'messages']),
    request: {
      messages: value['messages'] ?? null,
      ...restOf(isTwice ? kwargs : (restOf(kwargs, ['tools']) ?? {}), []),
      ...restOf(tools, []),
    },
  };
}

/** JSON kept as text in the rows of a database. */
function open(value: JsonValue | undefined): JsonValue {
  if (typeof value !== 'string') return value ?? null;
  return /^\s*[[{]/.test(value) ? (parseJsonText(value) ?? value) : value;
}

/** Puts the request together: messages, or the body the proxy got, and the parameters that stand beside them. */
function openPayload(value: JsonObject): JsonObject {
  const sent = objectOf(open(value['proxy_server_request']));
  const body = isJsonObject(sent['body'] ?? null) ? objectOf(sent['body']) : sent;
  const parameters = objectOf(open(value['model_parameters']) ?? open(value['optional_params']));
  const asked = askedOf(open(value['messages']), value, body);
  const error = value['error_information'] ?? value['error_str'];
  return {
    ...restOf(value, [
      'messages',
      'response',
      'model_parameters',
      'optional_params',
      'proxy_server_request',
      'error_str',
      'error_information',
      'model',
    ]),
    request: {
      ...restOf(body, []),
      ...restOf(parameters, []),
      model: value['model'] ?? body['model'] ?? null,
      ...asked,
    },
    response: readable(open(value['response'])),
    ...(value['status'] === 'failure' && error !== undefined ? { error } : null),
  };
}

/** What was asked: a list of messages or items, one text, or the arguments of the call. */
function askedOf(messages: JsonValue, value: JsonObject, body: JsonObject): JsonObject {
  const isResponses = textOf(value['call_type'])?.includes('responses') === true;
  if (isResponses && listOf(messages).length > 0 && !Object.hasOwn(body, 'input')) return { input: messages };
  if (isMessageList(messages)) return { messages };
  if (typeof messages === 'string' && messages !== '') return { messages: [{ role: 'user', content: messages }] };
  const nested = objectOf(messages)['messages'];
  return isMessageList(nested) ? { messages: nested ?? null } : {};
}

/** An empty answer is none. */
function readable(response: JsonValue): JsonValue {
  return isJsonObject(response) && Object.keys(response).length === 0 ? null : response;
}
