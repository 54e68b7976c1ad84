import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { count } from '../../../shared/text/plural.ts';
import { pick, pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { readChat, toolsOf } from './shared/chat-values.ts';
import type { Chat } from './shared/chat-values.ts';
import { note, refuse } from './shared/items.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { restOf } from './shared/openai-content.ts';
import { parsePythonLiteral } from './shared/python-literal.ts';
import type { Span, TraceFacts } from './shared/span-model.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult, TracePiece } from './shared/spans.ts';
import { parseSpanTime } from './shared/span-time.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { Assembler, DetectResult, Importer, ParseOptions, RawRecord } from './types.ts';

/**
 * LangSmith: runs as the API and the export give them, one a record, batches in the wire form (`post` holds the inputs of a
 * run and `patch` its outputs: they are merged by id), and feedback records. All but the wire form are built from the
 * documented shape; no real file was at hand.
 */
export const langsmith: Importer = {
  ...TRACE_TEXTS,
  id: 'langsmith',
  version: 1,
  title: 'LangSmith runs',
  detect,
  assemble: createAssembler,
};

const RUN_TYPES = /^(?:llm|chain|tool|retriever|embedding|prompt|parser)$/;

function isRun(value: JsonObject): boolean {
  return (
    RUN_TYPES.test(pickText(value, 'run_type') ?? '') &&
    ['dotted_order', 'trace_id', 'parent_run_id', 'child_run_ids', 'inputs'].some((key) => Object.hasOwn(value, key))
  );
}

/** Runs of a batch. A patch may say nothing but the id and what is new. */
function batchOf(value: JsonObject): readonly JsonObject[] | null {
  const runs = [...listOf(value['post']), ...listOf(value['patch'])].map(objectOf);
  return runs.some((run) => isRun(run) || (Object.hasOwn(run, 'dotted_order') && Object.hasOwn(run, 'trace_id')))
    ? runs
    : null;
}

function isFeedback(value: JsonObject): boolean {
  return (
    Object.hasOwn(value, 'key') &&
    Object.hasOwn(value, 'run_id') &&
    (Object.hasOwn(value, 'score') || Object.hasOwn(value, 'feedback_source'))
  );
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  const { value } = record;
  if (isRun(value)) return { confidence: 0.97, reason: 'runs of a trace' };
  if (batchOf(value) !== null) return { confidence: 0.98, reason: 'batches of runs as posted to LangSmith' };
  return isFeedback(value) ? { confidence: 0.9, reason: 'feedback on runs' } : null;
}

/** A run may come in two records, so what is known of each is kept until its trace is complete. */
function createAssembler(options: ParseOptions): Assembler {
  const runs = new Map<string, JsonObject>();
  const read = (record: JsonRaw): PiecesResult => {
    const { value } = record;
    const batch = isJsonObject(value) ? (isRun(value) ? [value] : batchOf(value)) : null;
    if (isJsonObject(value) && batch === null && isFeedback(value)) return feedback(record, value);
    if (batch === null)
      return { ok: false, issue: refuse(record, 'no_run', 'The record is no run, batch or feedback of LangSmith.') };
    const merged = batch.flatMap((run) => {
      const id = pickText(run, 'id', 'run_id');
      if (id === null) return [];
      const whole = mergeRun(runs.get(id) ?? {}, run);
      // A run with both halves is complete; holding more would hold the file.
      if (Object.keys(objectOf(whole['outputs'])).length > 0 || whole['end_time'] !== undefined) runs.delete(id);
      else runs.set(id, whole);
      return [toPiece(whole, id)];
    });
    if (merged.length === 0) return { ok: false, issue: refuse(record, 'no_run_id', 'The run has no id.') };
    const lost = batch.length - merged.length;
    return {
      ok: true,
      pieces: merged,
      notes:
        lost === 0
          ? []
          : [note(record, 'span_without_id', `${count(lost, 'run')} without an id could not be joined.`, true)],
    };
  };
  return assembleSpans(options, read);
}

/** What is filled wins over what is empty; the later over the earlier. */
function mergeRun(known: JsonObject, more: JsonObject): JsonObject {
  const isEmpty = (value: JsonValue): boolean =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  const filled = Object.entries(more).filter(([key, value]) => !isEmpty(value) || !Object.hasOwn(known, key));
  return { ...known, ...Object.fromEntries(filled) };
}

function feedback(record: JsonRaw, value: JsonObject): PiecesResult {
  const traceId = pickText(value, 'trace_id') ?? pickText(value, 'run_id');
  if (traceId === null) return { ok: false, issue: refuse(record, 'no_trace_id', 'The feedback names no run.') };
  const key = pickText(value, 'key') ?? 'feedback';
  const score = value['score'];
  const reward = key === 'reward' && typeof score === 'number' ? { reward: score } : {};
  return {
    ok: true,
    pieces: [
      {
        traceId,
        spans: [],
        facts: {
          ...reward,
          extras: {
            [`feedback ${key} ${pickText(value, 'id') ?? record.position.index}`]:
              restOf(value, ['key', 'trace_id']) ?? {},
          },
        },
      },
    ],
  };
}

function mapOf(value: JsonValue | undefined): JsonObject {
  return objectOf(typeof value === 'string' ? parseJsonText(value) : value);
}

function toPiece(run: JsonObject, id: string): TracePiece {
  const order = pickText(run, 'dotted_order')?.split('.') ?? [];
  const idOf = (step: string | undefined): string | null => step?.split('Z')[1] ?? null;
  const parentId = pickText(run, 'parent_run_id') ?? idOf(order.at(-2));
  const traceId = pickText(run, 'trace_id') ?? idOf(order[0]) ?? parentId ?? id;
  const facts: Partial<TraceFacts> = parentId === null ? rootFacts(run) : {};
  return { traceId, spans: [toSpan(run, id, parentId)], facts };
}

function rootFacts(run: JsonObject): Partial<TraceFacts> {
  const stats = mapOf(run['feedback_stats']);
  const tags = listOf(run['tags']).filter((tag) => typeof tag === 'string');
  return {
    tags,
    extras:
      restOf(
        {
          name: run['name'] ?? null,
          session: pick(run, 'session_id', 'session_name') ?? null,
          reference_example_id: run['reference_example_id'] ?? null,
          feedback_stats: stats,
        },
        [],
      ) ?? {},
  };
}

function toSpan(run: JsonObject, id: string, parentId: string | null): Span {
  const inputs = mapOf(run['inputs']);
  const outputs = mapOf(run['outputs']);
  const extra = mapOf(run['extra']);
  const parameters = objectOf(extra['invocation_params']);
  const type = pickText(run, 'run_type');
  const name = pickText(run, 'name') ?? '';
  const usage = usageOf(run, outputs);
  const error = pickText(run, 'error');
  return {
    id,
    parentId,
    name,
    start: parseSpanTime(run['start_time']),
    end: parseSpanTime(run['end_time']),
    error,
    kind: type === 'llm' ? 'llm' : type === 'tool' ? 'tool' : 'other',
    model:
      pickText(outputs, 'model') ??
      pickText(objectOf(extra['metadata']), 'ls_model_name') ??
      pickText(parameters, 'model', 'model_name') ??
      pickText(inputs, 'model'),
    input: filled(readChat(inputs, 'user')),
    output: filled(readChat(outputs, 'assistant')),
    tools: toolsOf(parameters['tools'] ?? parameters['functions']),
    ...usage,
    tool: type === 'tool' ? { name, callId: callIdOf(outputs), args: argsOf(inputs), result: resultOf(outputs) } : null,
    extras: restOf(run, [
      'id',
      'run_id',
      'name',
      'run_type',
      'inputs',
      'outputs',
      'start_time',
      'end_time',
      'error',
      'trace_id',
      'parent_run_id',
      'dotted_order',
      'child_run_ids',
      'inputs_preview',
      'outputs_preview',
      'serialized',
      'tags',
      'events',
    ]),
  };
}

function filled(chat: Chat): Chat | null {
  return chat.messages.length === 0 ? null : chat;
}

function usageOf(
  run: JsonObject,
  outputs: JsonObject,
): { readonly tokens: number | null; readonly outputTokens: number | null } {
  const usage = objectOf(pick(outputs, 'usage_metadata', 'usage'));
  const total = pick(run, 'total_tokens') ?? usage['total_tokens'];
  const answer = pick(run, 'completion_tokens') ?? pick(usage, 'output_tokens', 'completion_tokens');
  const known = typeof total === 'number' && total > 0;
  return { tokens: known ? total : null, outputTokens: typeof answer === 'number' && known ? answer : null };
}

/** `inputs.input` of a tool is a Python literal: `"{'city': 'Paris'}"`. */
function argsOf(inputs: JsonObject): JsonValue | undefined {
  const only = Object.keys(inputs).length === 1 ? inputs['input'] : undefined;
  if (typeof only !== 'string') return only ?? inputs;
  return parseJsonText(only) === undefined ? (parsePythonLiteral(only) ?? only) : only;
}

/** The output of a tool is a text, or a message of LangChain. */
function messageOf(outputs: JsonObject): JsonObject {
  const output = objectOf(outputs['output']);
  return isJsonObject(output['kwargs']) ? output['kwargs'] : output;
}

function callIdOf(outputs: JsonObject): string | null {
  return pickText(messageOf(outputs), 'tool_call_id');
}

function resultOf(outputs: JsonObject): JsonValue | undefined {
  const message = messageOf(outputs);
  if (Object.hasOwn(message, 'content')) return message['content'];
  if (Object.keys(outputs).length === 0) return undefined;
  return Object.keys(outputs).length === 1 ? (outputs['output'] ?? outputs) : outputs;
}
