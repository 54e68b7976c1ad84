import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { pick, pickText } from '../importers/shared/chat-blocks.ts';
import { listOf, objectOf } from '../importers/shared/fields.ts';
import type { NewLiveRecord } from '../store/live.ts';
import type { Arrival } from './buffer.ts';

export type Threads = Arrival & { readonly spans: number; readonly unnamed: number };

/** Spans of one trace under the resources and scopes they came with. */
type Part = Map<JsonValue, Map<JsonValue, JsonValue[]>>;

/**
 * Parts a request by trace: each record holds the spans of one, with their resources and scopes, in the form of OTLP/JSON.
 * Spans without a trace and an id can be part of nothing; they are given apart.
 *
 * @param receivedAt epoch ms
 */
export function threadsOf(request: JsonObject, receivedAt: number): Threads {
  const traces = new Map<string, Part>();
  const unnamed: JsonValue[] = [];
  let spans = 0;
  for (const resource of listOf(pick(request, 'resourceSpans', 'resource_spans')))
    for (const scope of listOf(pick(objectOf(resource), 'scopeSpans', 'scope_spans')))
      for (const span of listOf(objectOf(scope)['spans'])) {
        const traceId = traceOf(span);
        if (traceId === null) unnamed.push(span);
        else addTo(traces, traceId, resource, scope).push(span);
        spans += 1;
      }
  const records = [...traces].map(([thread, part]): NewLiveRecord => ({
    kind: 'spans',
    thread,
    ref: null,
    receivedAt,
    body: bodyOf(part),
  }));
  const unfit = unnamed.map((span) => ({
    kind: 'spans' as const,
    code: 'span_without_id',
    message: 'A span came without a trace and an id, so it belongs to no conversation.',
    raw: JSON.stringify(span),
  }));
  return { records, unfit, spans, unnamed: unnamed.length };
}

function addTo(traces: Map<string, Part>, traceId: string, resource: JsonValue, scope: JsonValue): JsonValue[] {
  const trace: Part = traces.get(traceId) ?? new Map<JsonValue, Map<JsonValue, JsonValue[]>>();
  traces.set(traceId, trace);
  const scopes = trace.get(resource) ?? new Map<JsonValue, JsonValue[]>();
  trace.set(resource, scopes);
  const spans = scopes.get(scope) ?? [];
  scopes.set(scope, spans);
  return spans;
}

/** Ids of nothing but zeros are none, says the protocol. */
function traceOf(span: JsonValue): string | null {
  if (!isJsonObject(span)) return null;
  const traceId = pickText(span, 'traceId', 'trace_id');
  const spanId = pickText(span, 'spanId', 'span_id');
  const isId = (id: string | null): boolean => id !== null && id.length <= 64 && /[^0]/.test(id);
  return isId(traceId) && isId(spanId) ? (traceId?.toLowerCase() ?? null) : null;
}

function bodyOf(part: Part): string {
  const resourceSpans = [...part].map(([resource, scopes]) => ({
    ...withoutSpans(resource),
    scopeSpans: [...scopes].map(([scope, spans]) => ({ ...withoutSpans(scope), spans })),
  }));
  return JSON.stringify({ resourceSpans });
}

const SPAN_LISTS: ReadonlySet<string> = new Set(['scopeSpans', 'scope_spans', 'spans']);

function withoutSpans(value: JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(value)).filter(([key]) => !SPAN_LISTS.has(key)));
}
