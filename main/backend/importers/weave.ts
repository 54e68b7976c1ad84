import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { readChat } from './shared/chat-values.ts';
import type { Chat } from './shared/chat-values.ts';
import { note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import type { Span } from './shared/span-model.ts';
import { parseSpanTime } from './shared/span-time.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult } from './shared/spans.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * Calls of W&B Weave, one a record. Model calls are known by the name of their operation only. A value may be a reference
 * to an object kept elsewhere; such content is missing, and said to be.
 * Built from the documented shape; no real file was at hand.
 */
export const weave: Importer = {
  ...TRACE_TEXTS,
  id: 'weave',
  version: 1,
  title: 'Weave calls',
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  const { value } = record;
  const isCall =
    typeof value['op_name'] === 'string' && ['started_at', 'inputs'].every((key) => Object.hasOwn(value, key));
  return isCall ? { confidence: 0.98, reason: 'operations with their inputs and outputs' } : null;
}

const MODEL_CALL =
  /(?:chat\.completions|completions?|responses|messages|generate_content|converse|invoke_model)(?:\.\w+)*\.?(?:create|parse|stream|completion|acompletion|generate_content)?$/i;

function readRecord(record: JsonRaw): PiecesResult {
  const { value } = record;
  if (!isJsonObject(value) || typeof value['op_name'] !== 'string')
    return { ok: false, issue: refuse(record, 'no_call', 'The record is no call of Weave.') };
  const id = pickText(value, 'id');
  if (id === null) return { ok: false, issue: refuse(record, 'no_call_id', 'The call has no id.') };
  const inputs = withoutRefs(value['inputs']);
  const output = withoutRefs(value['output']);
  const span = readSpan(value, id, inputs.value, output.value);
  const hasContent = span.kind === 'llm' && (inputs.refs > 0 || output.refs > 0);
  return {
    ok: true,
    pieces: [{ traceId: pickText(value, 'trace_id') ?? id, spans: [span] }],
    notes: hasContent
      ? [note(record, 'reference', 'A part of the call is a reference to an object that is not in the file.', true)]
      : [],
  };
}

/** `weave:///entity/project/op/openai.chat.completions.create:hash` */
function opName(value: JsonObject): string {
  const name = pickText(value, 'op_name') ?? '';
  return /\/op\/([^/:]+)/.exec(name)?.[1] ?? name;
}

function readSpan(value: JsonObject, id: string, inputs: JsonValue, output: JsonValue): Span {
  const name = opName(value);
  const kind = kindOf(value, name);
  const summary = objectOf(value['summary']);
  const usage = Object.values(objectOf(summary['usage'])).map(objectOf);
  const filled = (chat: Chat): Chat | null => (chat.messages.length === 0 ? null : chat);
  return {
    id,
    parentId: pickText(value, 'parent_id'),
    name: pickText(value, 'display_name') ?? name,
    start: parseSpanTime(value['started_at']),
    end: parseSpanTime(value['ended_at']),
    error: pickText(value, 'exception'),
    kind,
    model: kind === 'llm' ? (pickText(objectOf(output), 'model') ?? pickText(objectOf(inputs), 'model')) : null,
    input: filled(readChat(inputs, 'user')),
    output: filled(readChat(output, 'assistant')),
    tools: [],
    ...(kind === 'llm' ? usageOf(usage) : { tokens: null, outputTokens: null }),
    tool:
      kind === 'tool' || kind === 'other'
        ? { name: shortName(name), callId: null, args: argsOf(inputs), result: output ?? undefined }
        : null,
    extras: restOf(value, [
      'id',
      'project_id',
      'op_name',
      'display_name',
      'trace_id',
      'parent_id',
      'started_at',
      'ended_at',
      'inputs',
      'output',
      'exception',
    ]),
  };
}

function usageOf(usage: readonly JsonObject[]): Pick<Span, 'tokens' | 'outputTokens'> {
  const asked = sum(usage, 'prompt_tokens') ?? sum(usage, 'input_tokens');
  const answer = sum(usage, 'completion_tokens') ?? sum(usage, 'output_tokens');
  const both = asked === null && answer === null ? null : (asked ?? 0) + (answer ?? 0);
  return { tokens: sum(usage, 'total_tokens') ?? both, outputTokens: answer };
}

function sum(usage: readonly JsonObject[], key: string): number | null {
  const numbers = usage.map((one) => one[key]).filter((value) => typeof value === 'number');
  return numbers.length === 0 ? null : numbers.reduce((total, value) => total + value, 0);
}

function kindOf(value: JsonObject, name: string): Span['kind'] {
  const attributes = objectOf(value['attributes']);
  const said = pickText(attributes, 'kind') ?? pickText(objectOf(attributes['weave']), 'kind');
  if (said === 'llm' || said === 'tool' || said === 'agent') return said;
  return MODEL_CALL.test(name) ? 'llm' : 'other';
}

/** Methods are named with their class. */
function shortName(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function argsOf(inputs: JsonValue): JsonValue | undefined {
  return isJsonObject(inputs) ? (restOf(inputs, ['self']) ?? {}) : inputs;
}

/** References stand for content kept elsewhere: they are no messages. `self` is one always, and says nothing. */
function withoutRefs(value: JsonValue | undefined): { readonly value: JsonValue; readonly refs: number } {
  let refs = 0;
  const walk = (one: JsonValue, depth: number): JsonValue => {
    if (typeof one === 'string' && one.startsWith('weave:///')) {
      refs += 1;
      return null;
    }
    if (depth > 8 || one === null || typeof one !== 'object') return one;
    if (Array.isArray(one)) return listOf(one).map((item) => walk(item, depth + 1));
    return Object.fromEntries(
      Object.entries(one).flatMap(([key, item]): [string, JsonValue][] =>
        depth === 0 && key === 'self' ? [] : [[key, walk(item, depth + 1)]],
      ),
    );
  };
  return { value: walk(value ?? null, 0), refs };
}
