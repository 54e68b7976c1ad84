import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { pick, pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { readChat, toolsOf } from './shared/chat-values.ts';
import type { Chat } from './shared/chat-values.ts';
import { refuse } from './shared/items.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { nameTool } from './shared/otlp.ts';
import { restOf } from './shared/openai-content.ts';
import { readAttributes } from './shared/span-attributes.ts';
import { NO_CONTENT } from './shared/span-model.ts';
import type { Span, SpanContent, TraceFacts } from './shared/span-model.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult } from './shared/spans.ts';
import { parseSpanTime } from './shared/span-time.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * Langfuse: traces with their observations as the API gives them (camel case), and observations, traces and scores as the
 * blob storage export writes them, one a record (snake case). Input and output are whatever the SDK sent; where they say
 * nothing, the attributes in the metadata may. An observation that comes again stands as it was written last. Exports and
 * tables are built from the documented shape; no real file was at hand.
 */
export const langfuse: Importer = {
  ...TRACE_TEXTS,
  id: 'langfuse',
  version: 1,
  title: 'Langfuse traces',
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

const TYPES: Readonly<Record<string, Span['kind']>> = {
  GENERATION: 'llm',
  TOOL: 'tool',
  AGENT: 'agent',
  SPAN: 'other',
  EVENT: 'other',
  CHAIN: 'other',
  RETRIEVER: 'other',
  EVALUATOR: 'other',
  EMBEDDING: 'other',
  GUARDRAIL: 'other',
};

type Shape = 'trace' | 'observation' | 'bare trace' | 'score';

function shapeOf(value: JsonObject): Shape | null {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(value, key));
  const isOfTrace = has('traceId', 'trace_id');
  const isTrace = isJsonObject(value['trace']) || has('timestamp', 'sessionId', 'scores');
  if (Array.isArray(value['observations']) && isTrace) return 'trace';
  if (isOfTrace && Object.hasOwn(TYPES, typeOf(value)) && has('startTime', 'start_time')) return 'observation';
  if (isOfTrace && has('dataType', 'data_type') && has('value') && has('source')) return 'score';
  return isBareTrace(has) ? 'bare trace' : null;
}

function isBareTrace(has: (...keys: readonly string[]) => boolean): boolean {
  const isTrace = has('user_id', 'userId') && has('session_id', 'sessionId') && has('timestamp');
  return isTrace && has('public', 'environment', 'release', 'bookmarked') && has('input', 'output');
}

/** The table of generations leaves their type out. */
function typeOf(value: JsonObject): string {
  const isGeneration = !Object.hasOwn(value, 'type') && Object.hasOwn(value, 'model') && Object.hasOwn(value, 'input');
  return isGeneration ? 'GENERATION' : textOf(value['type']);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  const shape = shapeOf(record.value);
  if (shape === null) return null;
  const reason = shape === 'trace' ? 'a trace with its observations' : `${shape}s of a trace`;
  return { confidence: 0.97, reason };
}

function readRecord(record: JsonRaw): PiecesResult {
  const { value } = record;
  const shape = isJsonObject(value) ? shapeOf(value) : null;
  if (!isJsonObject(value) || shape === null)
    return {
      ok: false,
      issue: refuse(record, 'no_observation', 'The record is no trace, observation or score of Langfuse.'),
    };
  if (shape === 'trace') {
    const trace = isJsonObject(value['trace']) ? value['trace'] : value;
    const observations = listOf(value['observations']).flatMap((item, at) =>
      isJsonObject(item) ? [readObservation(item, at)] : [],
    );
    const scores = [...listOf(trace['scores']), ...(trace === value ? [] : listOf(value['scores']))];
    const traceId = pickText(trace, 'id') ?? `record ${record.position.index + 1}`;
    return { ok: true, pieces: [{ traceId, spans: observations, facts: factsOf(trace, scores), isWhole: true }] };
  }
  const traceId = pickText(value, ...(shape === 'bare trace' ? ['id'] : ['traceId', 'trace_id']));
  if (traceId === null) return { ok: false, issue: refuse(record, 'no_trace_id', 'The record names no trace.') };
  if (shape === 'score') return { ok: true, pieces: [{ traceId, spans: [], facts: scoreFacts([value]) }] };
  if (shape === 'bare trace') return { ok: true, pieces: [{ traceId, spans: [], facts: factsOf(value, []) }] };
  return { ok: true, pieces: [{ traceId, spans: [readObservation(value, record.position.index)] }] };
}

function readObservation(item: JsonObject, at: number): Span {
  const metadata = mapOf(item['metadata']);
  const attributes = mapOf(metadata['attributes']);
  const told = Object.keys(attributes).length === 0 ? NO_CONTENT : readAttributes(attributes);
  const kind = kindOf(item, told);
  const name = pickText(item, 'name') ?? '';
  const level = pickText(item, 'level');
  const usage = mapOf(pick(item, 'usageDetails', 'usage_details', 'usage'));
  const output = pick(usage, 'output') ?? item['completionTokens'];
  const total = pick(usage, 'total') ?? pick(item, 'totalTokens');
  const extras = restOf(item, READ);
  return {
    id: pickText(item, 'id') ?? `observation ${at + 1}`,
    parentId: pickText(item, 'parentObservationId', 'parent_observation_id'),
    name,
    start: parseSpanTime(pick(item, 'startTime', 'start_time')),
    end: parseSpanTime(pick(item, 'endTime', 'end_time')),
    error: level === 'ERROR' ? (pickText(item, 'statusMessage', 'status_message') ?? 'error') : null,
    kind,
    model: pickText(item, 'model', 'providedModelName', 'provided_model_name') ?? told.model,
    input: better(readChat(item['input'], 'user'), told.input),
    output: better(readChat(item['output'], 'assistant'), told.output),
    tools: firstFilled([
      toolsOf(pick(item, 'toolDefinitions', 'tool_definitions')),
      told.tools,
      toolsOf(metadata['tools']),
    ]),
    tokens: typeof total === 'number' ? total : told.tokens,
    outputTokens: typeof output === 'number' ? output : told.outputTokens,
    tool: kind === 'tool' ? toolOf(item, told, name) : null,
    extras:
      Object.keys(attributes).length === 0
        ? withMetadata(extras, metadata)
        : withMetadata(extras, { ...metadata, attributes: told.extras ?? {} }),
  };
}

/** Instrumentations through OpenTelemetry give all but generations the type SPAN; the attributes know better. */
function kindOf(item: JsonObject, told: SpanContent): Span['kind'] {
  const type = TYPES[typeOf(item)] ?? 'other';
  return type === 'other' && (told.kind === 'tool' || told.kind === 'agent') ? told.kind : type;
}

function toolOf(item: JsonObject, told: SpanContent, name: string): Span['tool'] {
  const run = told.tool ?? { name: '', callId: null, args: undefined, result: undefined };
  const named = nameTool(run, name) ?? run;
  return {
    ...named,
    callId: run.callId ?? pickText(mapOf(objectOf(mapOf(item['metadata'])['attributes'])), 'ai.toolCall.id'),
    args: item['input'] ?? run.args,
    result: run.result ?? parsedOutput(item['output']),
  };
}

function parsedOutput(value: JsonValue | undefined): JsonValue | undefined {
  const output = typeof value === 'string' ? parseJsonText(value) : value;
  // Blocks of content are read as such; any other JSON stays the text the model saw.
  const isBlocks = Array.isArray(objectOf(output)['content']) || typeof output === 'string';
  return (isBlocks ? output : value) ?? undefined;
}

function better(own: Chat, told: Chat | null): Chat | null {
  if (own.structured && own.messages.length > 0) return own;
  if (told?.structured === true && told.messages.length > 0) return told;
  return own.messages.length > 0 ? own : told;
}

function firstFilled(lists: readonly (readonly JsonValue[])[]): readonly JsonValue[] {
  return lists.find((list) => list.length > 0) ?? [];
}

function withMetadata(extras: JsonObject | null, metadata: JsonObject): JsonObject | null {
  return Object.keys(metadata).length === 0 ? extras : { ...extras, metadata };
}

function mapOf(value: JsonValue | undefined): JsonObject {
  return objectOf(typeof value === 'string' ? parseJsonText(value) : value);
}

const READ = [
  'id',
  'traceId',
  'trace_id',
  'parentObservationId',
  'parent_observation_id',
  'name',
  'type',
  'startTime',
  'start_time',
  'endTime',
  'end_time',
  'input',
  'output',
  'metadata',
  'model',
  'statusMessage',
  'status_message',
  'toolDefinitions',
  'tool_definitions',
  'projectId',
  'project_id',
];

function factsOf(trace: JsonObject, scores: readonly JsonValue[]): Partial<TraceFacts> {
  const input = readChat(trace['input'], 'user');
  const output = readChat(trace['output'], 'assistant');
  const score = scoreFacts(scores);
  const tags = typeof trace['tags'] === 'string' ? parseJsonText(trace['tags']) : trace['tags'];
  return {
    ...score,
    tags: listOf(tags).filter((tag) => typeof tag === 'string'),
    extras: {
      ...score.extras,
      trace: restOf(trace, ['id', 'input', 'output', 'scores', 'observations', 'tags']) ?? {},
    },
    input: input.messages.length > 0 ? input : null,
    output: output.messages.length > 0 ? output : null,
  };
}

/** Scores keep their scale and what they hang on. Only one that is called a reward is taken for one. */
function scoreFacts(scores: readonly JsonValue[]): { readonly reward?: number; readonly extras: JsonObject } {
  const reward = scores
    .map(objectOf)
    .find((score) => textOf(score['name']).toLowerCase() === 'reward' && typeof score['value'] === 'number');
  const kept = scores.map((score) => restOf(objectOf(score), ['projectId', 'project_id', 'traceId', 'trace_id']) ?? {});
  return {
    ...(typeof reward?.['value'] === 'number' ? { reward: reward['value'] } : {}),
    extras: Object.fromEntries(
      kept.map((score, at) => [
        `score ${pickText(score, 'name') ?? at + 1}${at === kept.findIndex((one) => one['name'] === score['name']) ? '' : ` ${at + 1}`}`,
        score,
      ]),
    ),
  };
}
