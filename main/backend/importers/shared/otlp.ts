import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { pick, pickText } from './chat-blocks.ts';
import { listOf, objectOf } from './fields.ts';
import { readAttributes } from './span-attributes.ts';
import type { SpanEvent } from './span-attributes.ts';
import type { Span } from './span-model.ts';

export type TracedSpan = { readonly traceId: string; readonly span: Span; readonly events: readonly SpanEvent[] };

/** @returns a typed value of OTLP/JSON as plain JSON; snake case is read too, and a plain value stands for itself */
export function otlpValue(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const number = pick(value, 'intValue', 'int_value', 'doubleValue', 'double_value');
  if (number !== undefined) return typeof number === 'string' ? safeNumber(number) : number;
  const list = pick(value, 'arrayValue', 'array_value');
  if (list !== undefined) return listOf(objectOf(list)['values']).map(otlpValue);
  const map = pick(value, 'kvlistValue', 'kvlist_value');
  if (map !== undefined) return otlpAttributes(objectOf(map)['values']);
  return pick(value, 'stringValue', 'string_value', 'boolValue', 'bool_value', 'bytesValue', 'bytes_value') ?? null;
}

/** Numbers beyond what JavaScript holds exactly stay text. */
function safeNumber(text: string): JsonValue {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** @returns attributes as a map; a list of keys and values, or a map as it is */
export function otlpAttributes(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  return Object.fromEntries(
    listOf(value).flatMap((item): [string, JsonValue][] => {
      const key = objectOf(item)['key'];
      return typeof key === 'string' ? [[key, otlpValue(objectOf(item)['value'])]] : [];
    }),
  );
}

/** @returns epoch ms with fractions, from nanoseconds as text or number; null for none and 0 */
export function fromNanos(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number / 1e6 : null;
}

function resourcesOf(doc: JsonObject): readonly JsonObject[] {
  // Tempo wraps a trace, Jaeger's newer interface an answer.
  const inner = isJsonObject(doc['trace'] ?? null) ? objectOf(doc['trace']) : objectOf(doc['result']);
  return listOf(
    pick(doc, 'resourceSpans', 'resource_spans', 'batches') ??
      pick(inner, 'resourceSpans', 'resource_spans', 'batches'),
  ).map(objectOf);
}

/** @returns whether a record is an OTLP/JSON request or a Tempo trace */
export function isOtlp(doc: JsonObject): boolean {
  if (['resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs'].some((key) => Array.isArray(doc[key])))
    return true;
  return resourcesOf(doc).some((resource) =>
    ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'].some((key) => Array.isArray(resource[key])),
  );
}

/** @returns the spans of an OTLP/JSON request or a Tempo trace, in their order; those without ids are left out and counted */
export function otlpSpans(doc: JsonObject): { readonly spans: readonly TracedSpan[]; readonly unnamed: number } {
  const raw = resourcesOf(doc).flatMap((resource) =>
    listOf(pick(resource, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans')).flatMap((scope) =>
      listOf(objectOf(scope)['spans']),
    ),
  );
  const spans = raw.flatMap((item) => readSpan(objectOf(item)) ?? []);
  return { spans, unnamed: raw.length - spans.length };
}

function readSpan(item: JsonObject): TracedSpan | null {
  const traceId = pickText(item, 'traceId', 'trace_id');
  const id = pickText(item, 'spanId', 'span_id');
  if (traceId === null || id === null) return null;
  const events = listOf(item['events']).map((event): SpanEvent => {
    const { name, attributes } = objectOf(event);
    return { name: typeof name === 'string' ? name : '', attributes: otlpAttributes(attributes) };
  });
  const content = readAttributes(otlpAttributes(item['attributes']), events);
  const name = pickText(item, 'name') ?? '';
  const span: Span = {
    ...content,
    tool: nameTool(content.tool, name),
    id,
    parentId: pickText(item, 'parentSpanId', 'parent_span_id'),
    name,
    start: fromNanos(pick(item, 'startTimeUnixNano', 'start_time_unix_nano')),
    end: fromNanos(pick(item, 'endTimeUnixNano', 'end_time_unix_nano')),
    error: errorOf(objectOf(item['status']), events),
  };
  return { traceId, span, events };
}

/** A tool's span may name the tool only in its own name: `execute_tool weigh`. */
export function nameTool(tool: Span['tool'], name: string): Span['tool'] {
  return tool?.name === '' ? { ...tool, name: name.replace(/^(?:execute_tool|running tool:?) /, '') } : tool;
}

/** @returns why a span failed, in the words of its status or exception; null when it did not */
export function errorOf(status: JsonObject, events: readonly SpanEvent[]): string | null {
  const code = pick(status, 'code', 'status_code', 'statusCode');
  const failed = code === 2 || (typeof code === 'string' && /(?:^|_)ERROR$/i.test(code));
  if (!failed) return null;
  const exception = events.find(({ name }) => name === 'exception')?.attributes ?? {};
  return (
    pickText(status, 'message', 'description') ?? pickText(exception, 'exception.message', 'exception.type') ?? 'error'
  );
}

/**
 * @returns messages that stand in log records rather than on spans, as spans inside the ones they belong to; `unnamed`
 * counts the log records that belong to no span
 */
export function otlpLogs(
  doc: JsonObject,
  tag: string,
): { readonly spans: readonly TracedSpan[]; readonly unnamed: number } {
  const bySpan = new Map<string, { traceId: string; spanId: string; events: SpanEvent[] }>();
  let unnamed = 0;
  for (const resource of listOf(pick(doc, 'resourceLogs', 'resource_logs'))) {
    for (const scope of listOf(pick(objectOf(resource), 'scopeLogs', 'scope_logs'))) {
      for (const item of listOf(pick(objectOf(scope), 'logRecords', 'log_records')).map(objectOf)) {
        const traceId = pickText(item, 'traceId', 'trace_id');
        const spanId = pickText(item, 'spanId', 'span_id');
        if (traceId === null || spanId === null) {
          unnamed += 1;
          continue;
        }
        const attributes = otlpAttributes(item['attributes']);
        const body = otlpValue(item['body']);
        const name = pickText(item, 'eventName', 'event_name') ?? pickText(attributes, 'event.name') ?? '';
        const known = bySpan.get(spanId) ?? { traceId, spanId, events: [] };
        known.events.push({ name, attributes: { ...attributes, ...(isJsonObject(body) ? body : {}) } });
        bySpan.set(spanId, known);
      }
    }
  }
  const spans = [...bySpan.values()].map(({ traceId, spanId, events }): TracedSpan => {
    const content = readAttributes({}, events);
    return {
      traceId,
      events,
      span: {
        ...content,
        kind: 'llm',
        id: `${spanId}/${tag}`,
        parentId: spanId,
        name: 'log records',
        start: null,
        end: null,
        error: null,
      },
    };
  });
  return { spans, unnamed };
}

/** @returns the spans as pieces of their traces, in the order the traces are met */
export function byTrace(spans: readonly TracedSpan[]): readonly {
  readonly traceId: string;
  readonly spans: readonly Span[];
  readonly facts: { readonly extras: JsonObject };
}[] {
  const traces = new Map<string, { spans: Span[]; evaluations: JsonValue[] }>();
  for (const { traceId, span, events } of spans) {
    const trace = traces.get(traceId) ?? { spans: [], evaluations: [] };
    traces.set(traceId, trace);
    trace.spans.push(span);
    for (const { name, attributes } of events)
      if (name === 'gen_ai.evaluation.result') trace.evaluations.push(attributes);
  }
  return [...traces].map(([traceId, { spans: own, evaluations }]) => ({
    traceId,
    spans: own,
    facts: { extras: evaluations.length === 0 ? {} : { evaluations } },
  }));
}
