import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { pick, pickText } from './chat-blocks.ts';
import { listOf, objectOf } from './fields.ts';
import { parseJsonText } from './json-parse.ts';
import { errorOf, fromNanos, nameTool, otlpAttributes } from './otlp.ts';
import { isSpanAttributes, readAttributes } from './span-attributes.ts';
import type { SpanEvent } from './span-attributes.ts';
import type { TracePiece } from './spans.ts';
import { parseSpanTime } from './span-time.ts';

/** @returns whose attributes a record holds that is one span or one attribute map, null when it is neither */
export function isSpanDump(value: JsonObject): 'openinference' | 'gen_ai' | null {
  return isSpanAttributes(attributesOf(value));
}

/** Attributes of a span: in a field, in columns of a data frame (`attributes.llm.model_name`), or the record itself. */
function attributesOf(value: JsonObject): JsonObject {
  const columns = Object.entries(value).flatMap(([key, cell]): [string, JsonValue][] =>
    key.startsWith('attributes.') ? [[key.slice('attributes.'.length), cell]] : [],
  );
  const field = pick(value, 'attributes', 'SpanAttributes', 'span_attributes');
  const own = typeof field === 'string' ? parseJsonText(field) : field;
  if (columns.length > 0) return { ...Object.fromEntries(columns), ...kindColumn(value) };
  return own === undefined ? value : { ...otlpAttributes(own), ...kindColumn(value) };
}

/** Phoenix keeps the kind in a column of its own. */
function kindColumn(value: JsonObject): JsonObject {
  const kind = value['span_kind'];
  return typeof kind === 'string' &&
    /^(?:LLM|TOOL|AGENT|CHAIN|RETRIEVER|EMBEDDING|RERANKER|GUARDRAIL|EVALUATOR|UNKNOWN)$/.test(kind)
    ? { 'openinference.span.kind': kind }
    : {};
}

/** Reads one span as exporters print it and data frames hold it. Without a trace id it is a trace of its own. */
export function readDump(value: JsonObject, index: number): TracePiece {
  const context = objectOf(value['context']);
  const events = listOf(typeof value['events'] === 'string' ? parseJsonText(value['events']) : value['events']).flatMap(
    (event): SpanEvent[] => {
      if (!isJsonObject(event)) return [];
      return [{ name: pickText(event, 'name') ?? '', attributes: otlpAttributes(event['attributes']) }];
    },
  );
  const attributes = attributesOf(value);
  const content = readAttributes(attributes, events);
  const traceId =
    pickText(context, 'trace_id', 'traceId') ?? pickText(value, 'context.trace_id', 'traceId', 'trace_id', 'TraceId');
  const id =
    pickText(context, 'span_id', 'spanId') ?? pickText(value, 'context.span_id', 'spanId', 'span_id', 'SpanId', 'id');
  const name = pickText(value, 'name', 'SpanName') ?? '';
  const status = isJsonObject(value['status'])
    ? value['status']
    : {
        code: pick(value, 'status_code', 'statusCode', 'StatusCode') ?? null,
        message: pick(value, 'status_message', 'StatusMessage') ?? null,
      };
  return {
    traceId: traceId ?? `record ${index + 1}`,
    spans: [
      {
        ...content,
        tool: nameTool(content.tool, name),
        id: id ?? `record ${index + 1}`,
        parentId: pickText(value, 'parent_id', 'parentId', 'parentSpanId', 'parent_span_id', 'ParentSpanId'),
        name,
        start: timeOf(pick(value, 'start_time', 'startTime', 'startTimeUnixNano', 'start_time_unix_nano', 'Timestamp')),
        end: timeOf(pick(value, 'end_time', 'endTime', 'endTimeUnixNano', 'end_time_unix_nano')),
        error: errorOf(status, events),
      },
    ],
    ...(traceId === null ? { isWhole: true } : {}),
  };
}

function timeOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value > 1e16 ? fromNanos(value) : parseSpanTime(value);
}
