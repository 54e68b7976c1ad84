import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { refuse } from './shared/items.ts';
import { byTrace, errorOf, nameTool } from './shared/otlp.ts';
import type { TracedSpan } from './shared/otlp.ts';
import { readAttributes } from './shared/span-attributes.ts';
import type { SpanEvent } from './shared/span-attributes.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult } from './shared/spans.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/** Traces as the Jaeger UI and API give them, with GenAI attributes as tags. One record is one trace; times are µs. */
export const jaeger: Importer = {
  ...TRACE_TEXTS,
  id: 'jaeger',
  version: 1,
  title: 'Jaeger traces',
  extensions: ['.json'],
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

function isTrace(value: JsonObject): boolean {
  return (
    Array.isArray(value['spans']) &&
    listOf(value['spans']).some((span) => typeof objectOf(span)['operationName'] === 'string')
  );
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  return isTrace(record.value) ? { confidence: 0.98, reason: 'a trace with its spans and processes' } : null;
}

function readRecord(record: JsonRaw): PiecesResult {
  const { value } = record;
  if (!isJsonObject(value) || !isTrace(value))
    return { ok: false, issue: refuse(record, 'no_spans', 'The record is no Jaeger trace.') };
  const traceId = pickText(value, 'traceID') ?? `record ${record.position.index + 1}`;
  const spans = listOf(value['spans']).flatMap((item, at) => (isJsonObject(item) ? [readSpan(item, traceId, at)] : []));
  return { ok: true, pieces: byTrace(spans).map((piece) => ({ ...piece, isWhole: true })) };
}

function readSpan(item: JsonObject, traceId: string, at: number): TracedSpan {
  const events = listOf(item['logs']).map((log): SpanEvent => {
    const { event, ...attributes } = tagsOf(objectOf(log)['fields']);
    return { name: typeof event === 'string' ? event : '', attributes };
  });
  const tags = tagsOf(item['tags']);
  const failed = tags['error'] === true || tags['error'] === 'true' || tags['otel.status_code'] === 'ERROR';
  const start = typeof item['startTime'] === 'number' ? item['startTime'] / 1000 : null;
  const duration = typeof item['duration'] === 'number' ? item['duration'] / 1000 : null;
  const parent = listOf(item['references'])
    .map(objectOf)
    .find((reference) => reference['refType'] === 'CHILD_OF');
  const name = pickText(item, 'operationName') ?? '';
  const content = readAttributes(tags, events);
  return {
    traceId,
    events,
    span: {
      ...content,
      tool: nameTool(content.tool, name),
      id: pickText(item, 'spanID') ?? `span ${at + 1}`,
      parentId: pickText(parent ?? {}, 'spanID'),
      name,
      start,
      end: start === null || duration === null ? null : start + duration,
      error: failed ? errorOf({ code: 2, message: tags['otel.status_description'] ?? null }, events) : null,
    },
  };
}

function tagsOf(value: JsonValue | undefined): JsonObject {
  return Object.fromEntries(
    listOf(value).flatMap((tag): [string, JsonValue][] => {
      const { key, value: cell } = objectOf(tag);
      return typeof key === 'string' ? [[key, cell ?? null]] : [];
    }),
  );
}
