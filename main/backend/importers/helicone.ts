import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { pick, pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { readChat } from './shared/chat-values.ts';
import type { Chat } from './shared/chat-values.ts';
import { refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { asChatChunk, assembleChunks } from './shared/openai-stream.ts';
import { parseJsonText } from './shared/json-parse.ts';
import type { Span, TraceFacts } from './shared/span-model.ts';
import { parseSpanTime } from './shared/span-time.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult } from './shared/spans.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * Requests logged by Helicone, of any provider. Requests of one session are joined by their histories; any other is a
 * conversation of its own. The raw bodies come first, `llmSchema` where they are missing.
 * Built from the documented shape; no real file was at hand.
 */
export const helicone: Importer = {
  ...TRACE_TEXTS,
  id: 'helicone',
  version: 1,
  title: 'Helicone requests',
  answer: 'The answer is what the model sent back and, in a session, what followed it.',
  sample: 'One sample per request; the requests of a session that repeat each other are one conversation.',
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

function isRequest(value: JsonObject): boolean {
  const has = (key: string): boolean => Object.hasOwn(value, key);
  return (
    (has('request_id') &&
      (has('request_body') || has('response_body') || has('signed_body_url')) &&
      has('request_created_at')) ||
    (isJsonObject(value['llmSchema']) && has('request_id'))
  );
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  return isRequest(record.value) ? { confidence: 0.97, reason: 'requests and answers with Helicone fields' } : null;
}

function readRecord(record: JsonRaw): PiecesResult {
  const { value } = record;
  if (!isJsonObject(value) || !isRequest(value))
    return { ok: false, issue: refuse(record, 'no_request', 'The record is no request of Helicone.') };
  const id = pickText(value, 'request_id') ?? `record ${record.position.index + 1}`;
  const span = readSpan(value, id);
  if (span.input === null && span.output === null) {
    const isLinked = typeof value['signed_body_url'] === 'string';
    const why = isLinked
      ? 'The record holds a link to its bodies in place of them. Export again with bodies included.'
      : 'The record holds neither messages sent nor an answer.';
    return { ok: false, issue: refuse(record, 'no_bodies', why) };
  }
  const session = sessionOf(value);
  return {
    ok: true,
    pieces: [
      {
        traceId: session ?? id,
        spans: [span],
        facts: factsOf(value, session),
        ...(session === null ? { isWhole: true } : {}),
      },
    ],
  };
}

function propertiesOf(value: JsonObject): JsonObject {
  return objectOf(pick(value, 'request_properties', 'properties'));
}

function sessionOf(value: JsonObject): string | null {
  const properties = propertiesOf(value);
  const key = Object.keys(properties).find((name) => name.toLowerCase() === 'helicone-session-id');
  return key === undefined ? null : pickText(properties, key);
}

function bodyOf(value: JsonValue | undefined): JsonValue | undefined {
  const body = typeof value === 'string' ? (parseJsonText(value) ?? value) : value;
  const pieces = listOf(objectOf(body)['streamed_data']);
  const chunks = pieces.map(asChatChunk).filter((chunk) => chunk !== null);
  return chunks.length > 0 ? assembleChunks(chunks, true).body : body;
}

function first(...chats: readonly Chat[]): Chat | null {
  return chats.find(({ messages }) => messages.length > 0) ?? null;
}

function readSpan(value: JsonObject, id: string): Span {
  const schema = objectOf(value['llmSchema']);
  const request = bodyOf(value['request_body']);
  const response = bodyOf(value['response_body']);
  const number = (key: string): number | null => (typeof value[key] === 'number' ? value[key] : null);
  const error = errorOf(value, response);
  const start = parseSpanTime(value['request_created_at']);
  const end = parseSpanTime(value['response_created_at']);
  const delay = number('delay_ms');
  const answer = error === null ? readChat(response, 'assistant') : { messages: [], tools: [], structured: false };
  return {
    id,
    parentId: null,
    name: pickText(value, 'request_path') ?? 'request',
    start,
    end: start !== null && delay !== null ? start + delay : end,
    error,
    kind: 'llm',
    model: pickText(value, 'response_model', 'model_override', 'request_model') ?? pickText(objectOf(request), 'model'),
    input: first(readChat(request, 'user'), readChat(schema['request'], 'user')),
    output: first(answer, readChat(schemaAnswer(schema), 'assistant')),
    tools: [],
    tokens: number('total_tokens'),
    outputTokens: number('completion_tokens'),
    tool: null,
    extras: restOf(value, [
      'request_id',
      'request_body',
      'response_body',
      'llmSchema',
      'request_created_at',
      'response_created_at',
      'delay_ms',
      'signed_body_url',
      'scores',
      'feedback_rating',
    ]),
  };
}

function schemaAnswer(schema: JsonObject): JsonValue | undefined {
  const response = objectOf(schema['response']);
  return pick(response, 'messages', 'responses');
}

/** Helicone gives requests that were cancelled or timed out a status below 0. */
function errorOf(value: JsonObject, response: JsonValue | undefined): string | null {
  const status = value['response_status'];
  const failed = typeof status === 'number' && (status < 0 || status >= 400);
  const error = objectOf(response)['error'];
  if (!failed && (error === undefined || error === null)) return null;
  return (
    pickText(objectOf(error), 'message') ??
    (typeof error === 'string' ? error : `status ${typeof status === 'number' ? status : 'unknown'}`)
  );
}

function factsOf(value: JsonObject, session: string | null): Partial<TraceFacts> {
  const scores = objectOf(value['scores']);
  const reward = scores['reward'];
  const of = session === null ? '' : ` of ${pickText(value, 'request_id') ?? 'request'}`;
  const rating = value['feedback_rating'];
  return {
    ...(typeof reward === 'number' ? { reward } : {}),
    extras: {
      ...(Object.keys(scores).length > 0 ? { [`scores${of}`]: scores } : {}),
      ...(rating === undefined || rating === null ? {} : { [`feedback_rating${of}`]: rating }),
    },
  };
}
