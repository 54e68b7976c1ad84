import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { pick, pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { readChat } from './shared/chat-values.ts';
import type { Chat } from './shared/chat-values.ts';
import { refuse } from './shared/items.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { restOf } from './shared/openai-content.ts';
import { errorOf, fromNanos } from './shared/otlp.ts';
import { readAttributes } from './shared/span-attributes.ts';
import type { SpanEvent } from './shared/span-attributes.ts';
import type { Span, TraceFacts } from './shared/span-model.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult } from './shared/spans.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * MLflow traces of versions 2 and 3, one a record: `info` and `data.spans`. Every attribute value is JSON text.
 * Built from the documented shape; no real file was at hand.
 */
export const mlflow: Importer = {
  ...TRACE_TEXTS,
  id: 'mlflow',
  version: 1,
  title: 'MLflow traces',
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

function spansOf(value: JsonObject): readonly JsonObject[] | null {
  const { info, data } = value;
  return isJsonObject(info) && Array.isArray(objectOf(data)['spans'])
    ? listOf(objectOf(data)['spans']).filter(isJsonObject)
    : null;
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  const spans = spansOf(record.value);
  if (spans === null) return null;
  const info = objectOf(record.value['info']);
  const isKnown = ['trace_id', 'request_id', 'trace_location', 'trace_metadata', 'request_metadata'].some((key) =>
    Object.hasOwn(info, key),
  );
  return isKnown ? { confidence: 0.97, reason: 'a trace with its info and spans' } : null;
}

function readRecord(record: JsonRaw): PiecesResult {
  const { value } = record;
  const spans = isJsonObject(value) ? spansOf(value) : null;
  if (!isJsonObject(value) || spans === null)
    return { ok: false, issue: refuse(record, 'no_spans', 'The record is no MLflow trace.') };
  const info = objectOf(value['info']);
  const traceId = pickText(info, 'trace_id', 'request_id') ?? `record ${record.position.index + 1}`;
  return {
    ok: true,
    pieces: [{ traceId, spans: spans.map(readSpan), facts: factsOf(info, objectOf(value['data'])), isWhole: true }],
  };
}

function readSpan(item: JsonObject, at: number): Span {
  const context = objectOf(item['context']);
  const attributes = withMessages(plain(objectOf(item['attributes'])));
  const events = listOf(item['events']).map((event): SpanEvent => ({
    name: pickText(objectOf(event), 'name') ?? '',
    attributes: objectOf(objectOf(event)['attributes']),
  }));
  const content = readAttributes(attributes, events);
  const name = pickText(item, 'name') ?? '';
  const status = isJsonObject(item['status'])
    ? item['status']
    : { code: pick(item, 'status_code') ?? null, message: pick(item, 'status_message') ?? null };
  const run = {
    name: pickText(attributes, 'mlflow.spanFunctionName') ?? name,
    callId: null,
    args: attributes['mlflow.spanInputs'],
    result: attributes['mlflow.spanOutputs'],
  };
  return {
    ...content,
    // A tool may be traced without its type; then its name tells.
    tool: content.kind === 'tool' || content.kind === 'other' ? run : null,
    id: pickText(item, 'span_id') ?? pickText(context, 'span_id') ?? `span ${at + 1}`,
    parentId: pickText(item, 'parent_span_id', 'parent_id'),
    name,
    start: fromNanos(pick(item, 'start_time_unix_nano', 'start_time')),
    end: fromNanos(pick(item, 'end_time_unix_nano', 'end_time')),
    error: errorOf(status, events),
  };
}

/** Takes the JSON text off each value. */
function plain(attributes: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'string' ? (parseJsonText(value) ?? value) : value,
    ]),
  );
}

/** `mlflow.chat.messages` holds the answer after the messages sent. */
function withMessages(attributes: JsonObject): JsonObject {
  const list = listOf(attributes['mlflow.chat.messages']);
  const last = list.at(-1);
  if (last === undefined || objectOf(last)['role'] !== 'assistant') return attributes;
  return { ...attributes, 'mlflow.chat.messages': list.slice(0, -1), 'gen_ai.output.messages': [last] };
}

function factsOf(info: JsonObject, data: JsonObject): Partial<TraceFacts> {
  const filled = (chat: Chat): Chat | null => (chat.messages.length === 0 ? null : chat);
  const assessments = listOf(info['assessments']).map(objectOf);
  const reward = assessments.find((one) => one['assessment_name'] === 'reward')?.['feedback'];
  const value = objectOf(reward)['value'];
  const expected = assessments.flatMap((one): [string, JsonValue][] => {
    const name = pickText(one, 'assessment_name');
    const expectation = objectOf(one['expectation']);
    return name === null || expectation['value'] === undefined ? [] : [[name, expectation['value']]];
  });
  return {
    ...(typeof value === 'number' ? { reward: value } : {}),
    reference: Object.fromEntries(expected),
    extras: { info: restOf(info, ['trace_id', 'request_id', 'request_preview', 'response_preview']) ?? {} },
    input: filled(readChat(data['request'], 'user')),
    output: filled(readChat(data['response'], 'assistant')),
  };
}
