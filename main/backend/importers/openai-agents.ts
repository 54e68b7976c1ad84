import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { count } from '../../../shared/text/plural.ts';
import { pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { readChat, toolsOf } from './shared/chat-values.ts';
import { note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { NO_CONTENT } from './shared/span-model.ts';
import type { Span, SpanContent } from './shared/span-model.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult, TracePiece } from './shared/spans.ts';
import { parseSpanTime } from './shared/span-time.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * Traces of the OpenAI Agents SDK: batches as posted to the ingest endpoint, or one trace or span a record. Spans of one
 * trace lie in several batches, children before parents. Calls of the Responses API leave only the id of the answer in a
 * trace, so the steps of such agents are rebuilt from their tools.
 */
export const openaiAgents: Importer = {
  ...TRACE_TEXTS,
  id: 'openai-agents',
  version: 1,
  title: 'OpenAI Agents SDK traces',
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

/** Traces and spans of a record. */
function itemsOf(value: JsonObject): readonly JsonObject[] {
  const isItem = (item: JsonObject): boolean =>
    item['object'] === 'trace.span' || (item['object'] === 'trace' && Object.hasOwn(item, 'workflow_name'));
  return isItem(value) ? [value] : listOf(value['data']).map(objectOf).filter(isItem);
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  return itemsOf(record.value).length > 0
    ? { confidence: 0.98, reason: 'spans of agents, their calls and tools' }
    : null;
}

function readRecord(record: JsonRaw): PiecesResult {
  const items = isJsonObject(record.value) ? itemsOf(record.value) : [];
  if (items.length === 0)
    return { ok: false, issue: refuse(record, 'no_spans', 'The record holds no trace or span of the Agents SDK.') };
  const pieces: TracePiece[] = [];
  let unnamed = 0;
  for (const item of items) {
    const piece = item['object'] === 'trace' ? readTrace(item) : readSpan(item);
    if (piece === null) unnamed += 1;
    else pieces.push(piece);
  }
  const others = listOf(objectOf(record.value)['data']).length - items.length;
  return {
    ok: true,
    pieces,
    notes: [
      ...(unnamed > 0
        ? [note(record, 'span_without_id', `${count(unnamed, 'span')} without an id could not be joined.`, true)]
        : []),
      ...(others > 0
        ? [note(record, 'not_a_span', `${count(others, 'entry', 'entries')} of the batch are no spans.`, true)]
        : []),
    ],
  };
}

function readTrace(item: JsonObject): TracePiece | null {
  const traceId = pickText(item, 'id');
  if (traceId === null) return null;
  return { traceId, spans: [], facts: { extras: { trace: restOf(item, ['id', 'object']) ?? {} } } };
}

function readSpan(item: JsonObject): TracePiece | null {
  const traceId = pickText(item, 'trace_id');
  const id = pickText(item, 'id');
  if (traceId === null || id === null) return null;
  const data = objectOf(item['span_data']);
  const error = objectOf(item['error']);
  const span: Span = {
    ...contentOf(data),
    id,
    parentId: pickText(item, 'parent_id'),
    name: pickText(data, 'name') ?? pickText(data, 'type') ?? 'span',
    start: parseSpanTime(item['started_at']),
    end: parseSpanTime(item['ended_at']),
    error: Object.keys(error).length === 0 ? null : (pickText(error, 'message') ?? 'error'),
  };
  const handoffs = data['type'] === 'handoff' ? { [`handoff ${id}`]: restOf(data, ['type']) ?? {} } : {};
  return { traceId, spans: [span], facts: { extras: handoffs } };
}

function contentOf(data: JsonObject): SpanContent {
  const usage = objectOf(data['usage']);
  const number = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null);
  const input = number(usage['input_tokens'] ?? usage['prompt_tokens']);
  const output = number(usage['output_tokens'] ?? usage['completion_tokens']);
  const sum = input === null && output === null ? null : (input ?? 0) + (output ?? 0);
  switch (data['type']) {
    case 'generation':
    case 'response':
      return {
        ...NO_CONTENT,
        kind: 'llm',
        model: pickText(data, 'model'),
        input: readChat(data['input'], 'user'),
        output: readChat(data['output'] ?? data['response'], 'assistant'),
        tools: toolsOf(objectOf(data['model_config'])['tools']),
        tokens: number(usage['total_tokens']) ?? sum,
        outputTokens: output,
        extras: restOf(data, ['type', 'input', 'output', 'model', 'response']),
      };
    case 'function':
      return {
        ...NO_CONTENT,
        kind: 'tool',
        tool: {
          name: pickText(data, 'name') ?? 'unknown',
          callId: null,
          args: data['input'],
          result: data['output'] ?? undefined,
        },
        extras: restOf(data, ['type', 'name', 'input', 'output']),
      };
    case 'agent':
      return {
        ...NO_CONTENT,
        kind: 'agent',
        tools: toolsOf(namedTools(data['tools'])),
        extras: restOf(data, ['type', 'name']),
      };
    default:
      return { ...NO_CONTENT, extras: data };
  }
}

/** An agent's span names its tools only. */
function namedTools(value: JsonValue | undefined): readonly JsonValue[] {
  return listOf(value).flatMap((name) => (typeof name === 'string' ? [{ type: 'function', function: { name } }] : []));
}
