import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { pick, pickText } from '../importers/shared/chat-blocks.ts';
import { listOf, objectOf } from '../importers/shared/fields.ts';
import type { NewLiveRecord } from '../store/live.ts';
import type { Arrival, Unfit } from './buffer.ts';

export type Threads = Arrival & {
  /** Spans or log records of the request, and how many of them belong to no trace. */
  readonly items: number;
  readonly unnamed: number;
};

/** What is taken: spans, and the log records in which some instrumentations send what was said. */
export type Signal = 'traces' | 'logs';

type Names = { readonly resources: string; readonly scopes: string; readonly items: string };
const NAMES: Readonly<Record<Signal, readonly [Names, Names]>> = {
  traces: [
    { resources: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' },
    { resources: 'resource_spans', scopes: 'scope_spans', items: 'spans' },
  ],
  logs: [
    { resources: 'resourceLogs', scopes: 'scopeLogs', items: 'logRecords' },
    { resources: 'resource_logs', scopes: 'scope_logs', items: 'log_records' },
  ],
};

/** Items of one trace under the resources and scopes they came with. */
type Part = Map<JsonValue, Map<JsonValue, JsonValue[]>>;

/**
 * Parts a request by trace: each record holds what belongs to one, with its resources and scopes, in the form of OTLP/JSON.
 * What has no trace and no span can be part of nothing; it is given apart.
 *
 * @param receivedAt epoch ms
 */
export function threadsOf(signal: Signal, request: JsonObject, receivedAt: number): Threads {
  const [camel, snake] = NAMES[signal];
  const traces = new Map<string, Part>();
  const unnamed: JsonValue[] = [];
  let items = 0;
  for (const resource of listOf(pick(request, camel.resources, snake.resources)))
    for (const scope of listOf(pick(objectOf(resource), camel.scopes, snake.scopes)))
      for (const item of listOf(pick(objectOf(scope), camel.items, snake.items))) {
        const traceId = traceOf(item);
        if (traceId === null) unnamed.push(item);
        else addTo(traces, traceId, resource, scope).push(item);
        items += 1;
      }
  const records = [...traces].map(([thread, part]): NewLiveRecord => ({
    kind: 'spans',
    thread,
    ref: null,
    receivedAt,
    body: bodyOf(part, camel),
  }));
  return {
    records,
    unfit: signal === 'traces' ? unnamed.map(unfitSpan) : unfitLogs(unnamed),
    items,
    unnamed: unnamed.length,
  };
}

function unfitSpan(span: JsonValue): Unfit {
  const message = 'A span came without a trace and an id, so it belongs to no conversation.';
  return { kind: 'spans', code: 'span_without_id', message, raw: JSON.stringify(span) };
}

/** Programs log much that has nothing to do with a model: one entry a request. */
function unfitLogs(records: readonly JsonValue[]): readonly Unfit[] {
  if (records.length === 0) return [];
  const message = 'Log records came without a trace and a span, so they belong to no conversation.';
  return [{ kind: 'spans', code: 'log_without_span', message, raw: JSON.stringify(records) }];
}

function addTo(traces: Map<string, Part>, traceId: string, resource: JsonValue, scope: JsonValue): JsonValue[] {
  const trace: Part = traces.get(traceId) ?? new Map<JsonValue, Map<JsonValue, JsonValue[]>>();
  traces.set(traceId, trace);
  const scopes = trace.get(resource) ?? new Map<JsonValue, JsonValue[]>();
  trace.set(resource, scopes);
  const items = scopes.get(scope) ?? [];
  scopes.set(scope, items);
  return items;
}

/** Ids of nothing but zeros are none, says the protocol. */
function traceOf(item: JsonValue): string | null {
  if (!isJsonObject(item)) return null;
  const traceId = pickText(item, 'traceId', 'trace_id');
  const spanId = pickText(item, 'spanId', 'span_id');
  const isId = (id: string | null): boolean => id !== null && id.length <= 64 && /[^0]/.test(id);
  return isId(traceId) && isId(spanId) ? (traceId?.toLowerCase() ?? null) : null;
}

function bodyOf(part: Part, names: Names): string {
  const resources = [...part].map(([resource, scopes]) => ({
    ...withoutItems(resource),
    [names.scopes]: [...scopes].map(([scope, items]) => ({ ...withoutItems(scope), [names.items]: items })),
  }));
  return JSON.stringify({ [names.resources]: resources });
}

const LISTS: ReadonlySet<string> = new Set(
  [...NAMES.traces, ...NAMES.logs].flatMap(({ scopes, items }) => [scopes, items]),
);

function withoutItems(value: JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(value)).filter(([key]) => !LISTS.has(key)));
}
