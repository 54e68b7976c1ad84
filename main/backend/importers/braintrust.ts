import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { readChat, toolsOf } from './shared/chat-values.ts';
import type { Chat } from './shared/chat-values.ts';
import { refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import type { Span, TraceFacts } from './shared/span-model.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult } from './shared/spans.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * Logs of Braintrust, one span a record; a summary row of a trace is a span without children. Rows that only add scores or
 * edits to a span (`_is_merge`) add them to its trace.
 * Built from the documented shape; no real file was at hand.
 */
export const braintrust: Importer = {
  ...TRACE_TEXTS,
  id: 'braintrust',
  version: 1,
  title: 'Braintrust logs',
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

function isRow(value: JsonObject): boolean {
  return (
    typeof value['root_span_id'] === 'string' &&
    (isJsonObject(value['span_attributes']) || typeof value['span_id'] === 'string')
  );
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  return isRow(record.value) ? { confidence: 0.98, reason: 'spans with their root and scores' } : null;
}

function readRecord(record: JsonRaw): PiecesResult {
  const { value } = record;
  if (!isJsonObject(value) || !isRow(value))
    return { ok: false, issue: refuse(record, 'no_spans', 'The record is no span of Braintrust.') };
  const traceId = pickText(value, 'root_span_id');
  const id = pickText(value, 'span_id', 'id');
  if (traceId === null || id === null) return { ok: false, issue: refuse(record, 'no_span_id', 'The span has no id.') };
  const spans = value['_is_merge'] === true ? [] : [readSpan(value, id)];
  return { ok: true, pieces: [{ traceId, spans, facts: factsOf(value, id === traceId || value['is_root'] === true) }] };
}

const KINDS: Readonly<Record<string, Span['kind']>> = { llm: 'llm', tool: 'tool' };

function filled(chat: Chat): Chat | null {
  return chat.messages.length === 0 ? null : chat;
}

function readSpan(value: JsonObject, id: string): Span {
  const attributes = objectOf(value['span_attributes']);
  const metadata = objectOf(value['metadata']);
  const metrics = objectOf(value['metrics']);
  const number = (key: string): number | null => (typeof metrics[key] === 'number' ? metrics[key] : null);
  const name = pickText(attributes, 'name') ?? '';
  const kind = KINDS[pickText(attributes, 'type') ?? ''] ?? 'other';
  const choices = listOf(value['output']);
  const isChoices = choices.length > 0 && choices.every((choice) => isJsonObject(objectOf(choice)['message']));
  const start = number('start');
  const end = number('end');
  return {
    id,
    parentId: pickText({ parent: listOf(value['span_parents'])[0] ?? null }, 'parent'),
    name,
    // Seconds, with fractions.
    start: start === null ? null : start * 1000,
    end: end === null ? null : end * 1000,
    error: errorText(value['error']),
    kind,
    model: pickText(metadata, 'model'),
    input: filled(readChat(value['input'], 'user')),
    output: filled(readChat(isChoices ? { choices } : value['output'], 'assistant')),
    tools: toolsOf(metadata['tools']),
    tokens: kind === 'llm' ? number('tokens') : null,
    outputTokens: kind === 'llm' ? number('completion_tokens') : null,
    tool:
      kind === 'llm'
        ? null
        : {
            name,
            callId: pickText(metadata, 'tool_call_id'),
            args: value['input'],
            result: value['output'] ?? undefined,
          },
    extras: restOf(value, [
      'id',
      'span_id',
      'root_span_id',
      'span_parents',
      'input',
      'output',
      'error',
      'expected',
      'scores',
      'tags',
      '_xact_id',
      'project_id',
      'log_id',
      'is_root',
    ]),
  };
}

function errorText(error: JsonValue | undefined): string | null {
  if (error === undefined || error === null) return null;
  return typeof error === 'string' ? error : JSON.stringify(error);
}

/** Scores and what was expected belong to the trace; those of an inner span say which. */
function factsOf(value: JsonObject, isRoot: boolean): Partial<TraceFacts> {
  const scores = restOf(objectOf(value['scores']), []);
  const name = pickText(objectOf(value['span_attributes']), 'name') ?? pickText(value, 'span_id') ?? 'span';
  const key = isRoot ? 'scores' : `scores of ${name}`;
  const inner = { extras: scores === null ? {} : { [key]: scores } };
  if (!isRoot) return inner;
  const expected: JsonValue = value['expected'] ?? null;
  const reward = objectOf(value['scores'])['reward'];
  const tags = listOf(value['tags']).filter((tag) => typeof tag === 'string');
  return {
    ...inner,
    ...(typeof reward === 'number' ? { reward } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    reference: expected === null ? {} : { expected },
    input: filled(readChat(value['input'], 'user')),
    output: filled(readChat(value['output'], 'assistant')),
  };
}
