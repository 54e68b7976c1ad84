import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { isMessageList } from './exchange.ts';
import { listOf, objectOf } from './fields.ts';
import { isEventStream } from './openai-stream.ts';

/** A form known by sight, so that a record of it is not taken for a chat. `test` looks at one record. */
type Rule = {
  readonly name: string;
  readonly test: (record: JsonObject, halves: readonly JsonObject[]) => boolean;
  /** Holds for records with chat messages too; the other rules go by field names, which a training row may use freely. */
  readonly withMessages?: true;
  /** An importer reads it. */
  readonly isRead?: true;
};

function has(record: JsonObject, ...keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(record, key));
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Content items only Anthropic's form has. */
const BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use']);

function hasBlocks(messages: JsonValue | undefined): boolean {
  return listOf(messages).some((message) =>
    listOf(objectOf(message)['content']).some((item) => BLOCKS.has(textOf(objectOf(item)['type']))),
  );
}

function isAnthropic(half: JsonObject): boolean {
  if (half['type'] === 'message' && Array.isArray(half['content']) && has(half, 'stop_reason')) return true;
  return (
    hasBlocks(half['messages']) ||
    (has(half, 'system', 'messages') && listOf(half['tools']).some((tool) => has(objectOf(tool), 'input_schema')))
  );
}

function isResponses(half: JsonObject): boolean {
  const items = [...listOf(half['output']), ...listOf(half['input'])].map(objectOf);
  return (
    half['object'] === 'response' ||
    items.some((item) =>
      /^(?:function_call|function_call_output|reasoning|web_search_call)$/.test(textOf(item['type'])),
    )
  );
}

function streamType(half: JsonValue | undefined): string {
  if (typeof half === 'string' && isEventStream(half))
    return /"type":\s*"(message_start|response\.created)"/.exec(half)?.[1] ?? '';
  return (
    listOf(half)
      .map((item) => textOf(objectOf(item)['type']))
      .find((type) => /^(?:message_start|response\.created)$/.test(type)) ?? ''
  );
}

function onHalves(test: (half: JsonObject) => boolean): Rule['test'] {
  return (_record, halves) => halves.some(test);
}

const HALVES = [
  'request',
  'response',
  'req',
  'res',
  'input',
  'output',
  'body',
  'params',
  'result',
  'modelInput',
  'modelOutput',
];

/** The record and the objects in it that may be a half of an exchange. Most records have none of the fields. */
function halvesOf(record: JsonObject): readonly JsonObject[] {
  const parts = HALVES.map((key) => record[key]).filter(isObject);
  return [record, ...parts, ...parts.flatMap((part) => [part['body'], part['message']].filter(isObject))];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}

// In the order of strength: later rules are weaker.
const RULES: readonly Rule[] = [
  {
    name: 'OpenTelemetry traces (OTLP)',
    isRead: true,
    test: (r) =>
      has(r, 'resourceSpans') ||
      has(r, 'resourceLogs') ||
      listOf(r['batches']).some(
        (item) => has(objectOf(item), 'scopeSpans') || has(objectOf(item), 'instrumentationLibrarySpans'),
      ),
  },
  { name: 'Jaeger traces', isRead: true, test: (r) => has(r, 'spans', 'processes') },
  {
    name: 'OpenAI Agents SDK traces',
    isRead: true,
    test: (r) =>
      r['object'] === 'trace.span' ||
      r['object'] === 'trace' ||
      listOf(r['data']).some((item) => objectOf(item)['object'] === 'trace.span'),
  },
  { name: 'MLflow traces', isRead: true, test: (r) => has(r, 'info', 'data') && has(objectOf(r['data']), 'spans') },
  {
    name: 'Langfuse traces',
    isRead: true,
    test: (r) => Array.isArray(r['observations']) || (has(r, 'type') && has(r, 'traceId') && has(r, 'usageDetails')),
  },
  {
    name: 'LangSmith runs',
    isRead: true,
    test: (r) =>
      (has(r, 'run_type') && (has(r, 'dotted_order') || has(r, 'trace_id') || has(r, 'parent_run_id'))) ||
      (has(r, 'post') && Array.isArray(r['post'])) ||
      (has(r, 'patch') && Array.isArray(r['patch'])),
  },
  { name: 'Weave calls', isRead: true, test: (r) => has(r, 'op_name', 'started_at') },
  { name: 'Braintrust logs', isRead: true, test: (r) => has(r, 'span_attributes', 'root_span_id') },
  {
    name: 'OpenInference spans',
    isRead: true,
    test: (r) =>
      has(objectOf(r['attributes']), 'openinference.span.kind') ||
      Object.keys(r).some((key) => key.startsWith('llm.input_messages')),
  },
  {
    name: 'OpenTelemetry GenAI attributes',
    isRead: true,
    test: (r) =>
      [r, objectOf(r['attributes'])].some((part) => Object.keys(part).some((key) => key.startsWith('gen_ai.'))),
  },
  {
    name: 'Gemini',
    isRead: true,
    test: onHalves(
      (half) =>
        listOf(half['contents']).some((item) => has(objectOf(item), 'parts')) || Array.isArray(half['candidates']),
    ),
  },
  {
    name: 'Bedrock Converse',
    isRead: true,
    test: onHalves((half) => has(half, 'stopReason') && has(objectOf(half['output']), 'message')),
  },
  {
    name: 'Anthropic Messages',
    isRead: true,
    withMessages: true,
    test: (r, halves) => streamType(r['response']) === 'message_start' || halves.some(isAnthropic),
  },
  {
    name: 'OpenAI Responses',
    isRead: true,
    test: (r, halves) => streamType(r['response']) === 'response.created' || halves.some(isResponses),
  },
  { name: 'OpenAI preference pairs (DPO)', isRead: true, test: (r) => has(r, 'preferred_output') },
];

/**
 * Names a form that is not a chat of OpenAI's, whether or not there is an importer for it.
 *
 * @returns the form's name, or null
 */
export function foreignForm(record: JsonValue): string | null {
  return findRule(record)?.name ?? null;
}

/**
 * Names a form that this version knows by sight only, so that a refusal can say what a file is instead of what it is not.
 *
 * @returns the form's name, or null
 */
export function unreadForm(record: JsonValue): string | null {
  const rule = findRule(record);
  return rule === undefined || rule.isRead === true ? null : rule.name;
}

function findRule(record: JsonValue): Rule | undefined {
  if (!isJsonObject(record)) return undefined;
  const isChat = isMessageList(record['messages']);
  const halves = halvesOf(record);
  return RULES.find(({ test, withMessages }) => (withMessages === true || !isChat) && test(record, halves));
}
