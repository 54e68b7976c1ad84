import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { parseJsonText } from './json-parse.ts';
import { asChatChunk, assembleChunks, isEventStream, readEvents } from './openai-stream.ts';

/** The answer half of a logged exchange. */
export type Answer =
  | { readonly kind: 'completion'; readonly body: JsonObject; readonly streamed: boolean; readonly complete: boolean }
  | { readonly kind: 'message'; readonly message: JsonObject }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly error: JsonValue; readonly rest: JsonObject };

export type Exchange = {
  /** The messages sent, as they stand; undefined when the record does not hold them. */
  readonly messages: JsonValue | undefined;
  /** The rest of the request: model, tools, sampling fields. */
  readonly request: JsonObject;
  readonly answer: Answer | null;
  /** What stands around the two halves: time, status, feedback. */
  readonly wrapper: JsonObject;
};

/** Fields in which logs keep the request, and the answer. */
export const REQUEST_FIELDS = [
  'request',
  'req',
  'request_body',
  'requestBody',
  'input',
  'inputs',
  'kwargs',
  'body',
  'payload',
  'prompt',
];
export const ANSWER_FIELDS = [
  'response',
  'res',
  'response_body',
  'responseBody',
  'output',
  'outputs',
  'response_obj',
  'completion',
  'result',
  'answer',
];
/** Fields in which an HTTP log keeps the body of a half. */
const BODY_FIELDS = ['body', 'json', 'data', 'payload', 'content', 'text', 'inputBodyJson', 'outputBodyJson'];

/**
 * Finds the two halves of a logged exchange, whatever the log calls them. A half may be JSON text, may stand in the body
 * of an HTTP message, or be the record itself.
 *
 * @returns null when the record holds neither chat messages nor a chat answer
 */
export function findExchange(record: JsonObject): Exchange | null {
  const request = findRequest(record);
  const answer = findAnswer(record, request?.field ?? null);
  if (request === null && answer?.answer.kind !== 'completion') return null;
  return {
    messages: request?.messages,
    request: request?.rest ?? storedTools(record, answer),
    answer: answer?.answer ?? null,
    wrapper: { ...wrapperOf(record, request, answer), ...around('request', request), ...around('response', answer) },
  };
}

/** A stored completion holds the tools of its request, but not the messages. */
function storedTools(record: JsonObject, answer: FoundAnswer | null): JsonObject {
  const tools = answer?.field === null ? record['tools'] : undefined;
  return tools === undefined ? {} : { tools };
}

function around(name: string, half: { readonly around: JsonObject | null } | null): JsonObject {
  const fields = half?.around ?? {};
  return Object.keys(fields).length === 0 ? {} : { [name]: fields };
}

/** What stands beside the halves. A record that is the answer itself keeps all its fields there. */
function wrapperOf(record: JsonObject, request: Request | null, answer: FoundAnswer | null): JsonObject {
  if (answer?.field === null) return {};
  const isOwn = (key: string): boolean =>
    request?.field === null && (key === 'messages' || REQUEST_PARAMETERS.has(key));
  return without(record, (key) => key === request?.field || key === answer?.field || isOwn(key));
}

/** Fields a request has and a training row hardly ever. */
const SAMPLING = ['temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'stream'];

/** @returns whether a record with messages of its own is the body of a request, and not a row of a training set */
export function isLoggedRequest(record: JsonObject): boolean {
  if (SAMPLING.some((key) => Object.hasOwn(record, key))) return true;
  const isParameter = (key: string): boolean => key === 'messages' || REQUEST_PARAMETERS.has(key);
  return Object.hasOwn(record, 'model') && Object.keys(record).every(isParameter);
}

function without(record: JsonObject, drop: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !drop(key)));
}

/** Parameters of a chat request. */
const REQUEST_PARAMETERS: ReadonlySet<string> = new Set([
  'model',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'parallel_tool_calls',
  'temperature',
  'top_p',
  'top_k',
  'n',
  'stream',
  'stream_options',
  'stop',
  'seed',
  'max_tokens',
  'max_completion_tokens',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'response_format',
  'reasoning_effort',
  'reasoning',
  'service_tier',
  'store',
  'user',
  'modalities',
  'prediction',
]);

type Request = {
  readonly field: string | null;
  readonly messages: JsonValue;
  readonly rest: JsonObject;
  readonly around: JsonObject | null;
};

function findRequest(record: JsonObject): Request | null {
  for (const field of REQUEST_FIELDS) {
    const half = openHalf(
      record[field],
      (value) => isMessageList(value) || (isJsonObject(value) && isMessageList(value['messages'])),
    );
    if (half === null) continue;
    if (Array.isArray(half.value)) return { field, messages: half.value, rest: {}, around: half.around };
    if (isJsonObject(half.value))
      return {
        field,
        messages: half.value['messages'] ?? [],
        rest: without(half.value, (key) => key === 'messages'),
        around: half.around,
      };
  }
  const own = record['messages'];
  return own !== undefined && isMessageList(own)
    ? { field: null, messages: own, rest: without(record, (key) => !REQUEST_PARAMETERS.has(key)), around: null }
    : null;
}

/** @returns whether a value is a list of chat messages */
export function isMessageList(value: JsonValue | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item: JsonValue) => isJsonObject(item) && typeof item['role'] === 'string')
  );
}

type FoundAnswer = { readonly field: string | null; readonly answer: Answer; readonly around: JsonObject | null };

function findAnswer(record: JsonObject, requestField: string | null): FoundAnswer | null {
  for (const field of ANSWER_FIELDS) {
    if (field === requestField) continue;
    const half = openHalf(record[field], (value) => readAnswer(value) !== null);
    const answer = half === null ? null : readAnswer(half.value);
    if (half !== null && answer !== null) return { field, answer, around: half.around };
    const text = record[field];
    if (typeof text === 'string' && requestField !== null && text.trim() !== '' && !/^\s*[[{]/.test(text)) {
      return { field, answer: { kind: 'text', text }, around: null };
    }
  }
  if (isCompletion(record)) {
    // A record that is both halves: what belongs to the request is not the answer's.
    const isRequest = (key: string): boolean => key === 'messages' || (requestField === null && key === 'tools');
    return { field: null, answer: completionOf(without(record, isRequest)), around: null };
  }
  const error = record['error'];
  if (error === undefined || error === null || error === '') return null;
  return { field: 'error', answer: { kind: 'error', error, rest: {} }, around: null };
}

/** Reads an answer of any shape: whole, error, event stream as text, or a list of its pieces. */
function readAnswer(value: JsonValue): Answer | null {
  if (typeof value === 'string') return isEventStream(value) ? fromEvents(readEvents(value)) : null;
  if (Array.isArray(value)) return fromList(value);
  if (!isJsonObject(value)) return null;
  if (asChatChunk(value) !== null) return fromEvents({ payloads: [value], done: false });
  if (isCompletion(value)) return completionOf(value);
  const error = value['error'];
  if (error !== undefined && error !== null && error !== '') {
    return { kind: 'error', error, rest: without(value, (key) => key === 'error') };
  }
  if (value['role'] === 'assistant') return { kind: 'message', message: value };
  const message = value['message'];
  return message !== undefined && isJsonObject(message) && message['role'] === 'assistant'
    ? { kind: 'message', message }
    : null;
}

function fromList(value: readonly JsonValue[]): Answer | null {
  const first = value[0];
  if (typeof first === 'string' && isEventStream(first)) {
    return fromEvents(readEvents(value.filter((item) => typeof item === 'string').join('\n\n')));
  }
  if (first !== undefined && value.some((item) => asChatChunk(item) !== null))
    return fromEvents({ payloads: value, done: false });
  if (value.length === 1 && first !== undefined && isJsonObject(first)) return readAnswer(first);
  return null;
}

function fromEvents(events: { readonly payloads: readonly JsonValue[]; readonly done: boolean }): Answer | null {
  const chunks = events.payloads.map(asChatChunk).filter((chunk) => chunk !== null);
  if (chunks.length > 0) {
    const { body, complete } = assembleChunks(chunks, events.done);
    return { kind: 'completion', body, streamed: true, complete };
  }
  for (const payload of events.payloads) {
    const error = isJsonObject(payload) ? payload['error'] : undefined;
    if (error !== undefined && error !== null) return { kind: 'error', error, rest: {} };
  }
  return null;
}

function isCompletion(value: JsonObject): boolean {
  const choices = value['choices'];
  if (!Array.isArray(choices)) return false;
  if (typeof value['object'] === 'string' && value['object'].startsWith('chat.completion')) return true;
  return choices.some(
    (choice: JsonValue) =>
      isJsonObject(choice) && (isJsonObject(choice['message']) || typeof choice['text'] === 'string'),
  );
}

function completionOf(body: JsonObject): Answer {
  return { kind: 'completion', body, streamed: false, complete: true };
}

export type Half = { readonly value: JsonValue; readonly around: JsonObject | null };

/** Steps through JSON text and HTTP bodies, at most three deep, until `test` holds. */
export function openHalf(value: JsonValue | undefined, test: (value: JsonValue) => boolean, depth = 0): Half | null {
  if (value === undefined || value === null || depth > 3) return null;
  if (test(value)) return { value, around: null };
  if (typeof value === 'string') {
    const inner = /^\s*[[{"]/.test(value) ? parseJsonText(value) : undefined;
    return inner === undefined ? null : openHalf(inner, test, depth + 1);
  }
  if (!isJsonObject(value)) return null;
  for (const field of BODY_FIELDS) {
    const half = openHalf(value[field], test, depth + 1);
    if (half === null) continue;
    return { value: half.value, around: { ...without(value, (key) => key === field), ...half.around } };
  }
  return null;
}
