import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { pick, pickText } from './chat-blocks.ts';
import { listOf, objectOf } from './fields.ts';
import { readChat, systemMessage, toolsOf } from './chat-values.ts';
import type { Chat } from './chat-values.ts';
import { parseJsonText } from './json-parse.ts';
import { flatAttributes, listAttribute } from './span-keys.ts';
import type { SpanContent, ToolRun } from './span-model.ts';

export type SpanEvent = { readonly name: string; readonly attributes: JsonObject };

/**
 * Reads what a span's attributes say: OpenInference (flat, half folded, nested), the four generations of OpenTelemetry
 * GenAI (numbered keys, JSON texts, events per message, structured messages), and the attributes of Traceloop, Google ADK,
 * the Vercel AI SDK, pydantic-ai and MLflow.
 */
export function readAttributes(raw: JsonObject, events: readonly SpanEvent[] = []): SpanContent {
  const attributes = flatAttributes(raw);
  const kind = kindOf(attributes);
  const isAgent = kind === 'agent';
  const input = best(inputs(attributes, events, isAgent));
  const output = best(outputs(attributes, events));
  const system = systemMessage(parsed(pick(attributes, 'gen_ai.system_instructions', 'gen_ai.system.instructions')));
  const hasSystem = input?.messages.some(({ role }) => role === 'system') === true;
  const { tokens, outputTokens } = usageOf(attributes);
  return {
    kind,
    model: pickText(
      attributes,
      'gen_ai.response.model',
      'llm.model_name',
      'ai.response.model',
      'gen_ai.request.model',
      'ai.model.id',
      'llm.request.model',
    ),
    input: input === null || hasSystem ? input : { ...input, messages: [...system, ...input.messages] },
    output,
    tools: toolsIn(attributes),
    tokens,
    outputTokens,
    tool: kind === 'tool' ? toolRun(attributes) : null,
    extras: restOfAttributes(attributes),
  };
}

/** @returns whether a map has keys that only spans of model calls have */
export function isSpanAttributes(map: JsonObject): 'openinference' | 'gen_ai' | null {
  const keys = Object.keys(map);
  if (
    keys.some(
      (key) =>
        key === 'openinference.span.kind' ||
        key.startsWith('llm.input_messages') ||
        key.startsWith('llm.output_messages'),
    )
  )
    return 'openinference';
  if (isJsonObject(map['openinference']) || Array.isArray(objectOf(map['llm'])['input_messages']))
    return 'openinference';
  return keys.some((key) => key.startsWith('gen_ai.')) ? 'gen_ai' : null;
}

const KINDS: Readonly<Record<string, SpanContent['kind']>> = {
  llm: 'llm',
  chat_model: 'llm',
  chat: 'llm',
  completion: 'llm',
  generate_content: 'llm',
  text_completion: 'llm',
  tool: 'tool',
  execute_tool: 'tool',
  agent: 'agent',
  invoke_agent: 'agent',
};

function kindOf(attributes: JsonObject): SpanContent['kind'] {
  // BeeAI makes a span of every event of its emitter, of the kind of what sent it.
  if (pickText(attributes, 'target') !== null && pickText(attributes, 'traceId') !== null) return eventKind(attributes);
  for (const key of [
    'openinference.span.kind',
    'gen_ai.operation.name',
    'traceloop.span.kind',
    'mlflow.spanType',
    'llm.request.type',
  ]) {
    const word = pickText(attributes, key)?.replaceAll('"', '').toLowerCase() ?? '';
    const known = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined;
    if (known !== undefined) return known;
    if (key === 'openinference.span.kind' && word !== '') return 'other';
  }
  return kindByContent(attributes);
}

/** Instrumentations that name no kind are told by what only such a span has. */
function kindByContent(attributes: JsonObject): SpanContent['kind'] {
  const operation = pickText(attributes, 'ai.operationId') ?? '';
  if (operation === 'ai.toolCall' || pickText(attributes, 'gen_ai.tool.name') !== null) return 'tool';
  if (/^ai\.(?:generate|stream)(?:Text|Object)/.test(operation)) return 'llm';
  const request = parsed(attributes['gcp.vertex.agent.llm_request']);
  const hasMessages = Object.keys(attributes).some((key) => MESSAGES.test(key));
  if (hasMessages || Object.keys(objectOf(request)).length > 0) return 'llm';
  return pick(attributes, 'pydantic_ai.all_messages', 'all_messages_events', 'gen_ai.agent.name') === undefined
    ? 'other'
    : 'agent';
}

const MESSAGES = /^gen_ai\.(?:prompt|completion|input\.messages|output\.messages)(?:\.\d|$)/;

function eventKind(attributes: JsonObject): SpanContent['kind'] {
  return attributes['openinference.span.kind'] === 'LLM' ? 'llm' : 'other';
}

/** @returns the value of a JSON text, else the value itself */
function parsed(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && /^\s*[[{"]/.test(value) ? (parseJsonText(value) ?? value) : value;
}

/** The first candidate with messages that are known to be messages, else the first with any. */
function best(candidates: readonly Chat[]): Chat | null {
  return (
    candidates.find((chat) => chat.structured && chat.messages.length > 0) ??
    candidates.find((chat) => chat.messages.length > 0) ??
    null
  );
}

function inputs(attributes: JsonObject, events: readonly SpanEvent[], isAgent: boolean): readonly Chat[] {
  const values: readonly (JsonValue | undefined)[] = [
    openInference(attributes, 'llm.input_messages'),
    attributes['gen_ai.input.messages'],
    numbered(attributes, 'gen_ai.prompt'),
    attributes['gen_ai.prompt'],
    eventField(events, 'gen_ai.input.messages', 'gen_ai.prompt'),
    messageEvents(events, false),
    attributes['gcp.vertex.agent.llm_request'],
    attributes['mlflow.chat.messages'],
    attributes['ai.prompt.messages'],
    attributes['ai.prompt'],
    isAgent ? undefined : pick(attributes, 'events', 'request_data'),
    pick(attributes, 'mlflow.spanInputs', 'input.value', 'traceloop.entity.input', 'input'),
  ];
  return values.map((value) => readChat(value, 'user'));
}

function outputs(attributes: JsonObject, events: readonly SpanEvent[]): readonly Chat[] {
  const finish = pick(attributes, 'ai.response.finishReason');
  const vercel = pick(attributes, 'ai.response.toolCalls', 'ai.response.text', 'ai.response.object');
  const values: readonly (JsonValue | undefined)[] = [
    openInference(attributes, 'llm.output_messages'),
    attributes['gen_ai.output.messages'],
    numbered(attributes, 'gen_ai.completion'),
    attributes['gen_ai.completion'],
    eventField(events, 'gen_ai.output.messages', 'gen_ai.completion'),
    messageEvents(events, true),
    attributes['gcp.vertex.agent.llm_response'],
    vercel === undefined ? undefined : vercelAnswer(attributes, finish),
    attributes['response_data'],
    pick(attributes, 'mlflow.spanOutputs', 'output.value', 'traceloop.entity.output', 'output'),
  ];
  return values.map((value) => readChat(value, 'assistant'));
}

function vercelAnswer(attributes: JsonObject, finish: JsonValue | undefined): JsonValue {
  const calls = listOf(parsed(attributes['ai.response.toolCalls']));
  return {
    role: 'assistant',
    content: pick(attributes, 'ai.response.text', 'ai.response.object') ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(typeof finish === 'string' ? { finish_reason: finish } : {}),
  };
}

function openInference(attributes: JsonObject, prefix: string): JsonValue | undefined {
  const items = listAttribute(attributes, prefix);
  if (items.length === 0) return undefined;
  return items.map((item) => {
    const message = objectOf(item['message']);
    const contents = listOf(message['contents']).map((part) => objectOf(part)['message_content'] ?? part);
    const { contents: _, function_call_name: name, function_call_arguments_json: args, ...rest } = message;
    return {
      ...rest,
      ...(contents.length > 0 ? { content: contents } : {}),
      ...(typeof name === 'string' ? { function_call: { name, arguments: args ?? '' } } : {}),
    };
  });
}

/** `gen_ai.prompt.0.role` and so on. Content blocks stand there as JSON text. */
function numbered(attributes: JsonObject, prefix: string): JsonValue | undefined {
  const items = listAttribute(attributes, prefix);
  if (items.length === 0) return undefined;
  return items.map((item) => {
    const content = item['content'];
    const blocks =
      typeof content === 'string' && /^\s*\[\s*\{\s*"type"/.test(content) ? parseJsonText(content) : undefined;
    const role = prefix === 'gen_ai.completion' && item['role'] === undefined ? { role: 'assistant' } : {};
    return { ...role, ...item, ...(Array.isArray(blocks) ? { content: blocks } : {}) };
  });
}

function eventField(events: readonly SpanEvent[], ...keys: readonly string[]): JsonValue | undefined {
  for (const { attributes } of events) {
    const value = pick(attributes, ...keys);
    if (value !== undefined) return value;
  }
  return undefined;
}

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;

/** Events of one message each, with its fields as attributes or in the body of a log record. */
function messageEvents(events: readonly SpanEvent[], isAnswer: boolean): JsonValue | undefined {
  const found = events.flatMap(({ name, attributes }): readonly JsonObject[] => {
    const role = MESSAGE_EVENT.exec(name)?.[1];
    if (role === undefined ? name !== 'gen_ai.choice' || !isAnswer : isAnswer) return [];
    const body = Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [
        key.replace(/^gen_ai\.event\./, ''),
        key === 'content' ? value : (parsed(value) ?? value),
      ]),
    );
    const message = isJsonObject(body['message']) ? body['message'] : body;
    const id = role === 'tool' ? pick(body, 'id', 'tool_call_id') : undefined;
    return [
      {
        role: role ?? 'assistant',
        content: message['content'] ?? null,
        ...(Array.isArray(message['tool_calls']) ? { tool_calls: message['tool_calls'] } : {}),
        ...(id === undefined ? {} : { tool_call_id: id }),
        ...(typeof body['finish_reason'] === 'string' ? { finish_reason: body['finish_reason'] } : {}),
      },
    ];
  });
  return found.length === 0 ? undefined : found;
}

function toolsIn(attributes: JsonObject): readonly JsonValue[] {
  const offered = listAttribute(attributes, 'llm.tools').map(
    (item) => objectOf(item['tool'])['json_schema'] ?? item['json_schema'] ?? null,
  );
  if (offered.length > 0) return toolsOf(offered);
  const functions = listAttribute(attributes, 'llm.request.functions');
  if (functions.length > 0)
    return functions.map((item) => ({
      ...item,
      ...(typeof item['parameters'] === 'string' ? { parameters: parsed(item['parameters']) ?? null } : {}),
    }));
  const direct = pick(attributes, 'gen_ai.tool.definitions', 'ai.prompt.tools', 'mlflow.chat.tools', 'llm.tools');
  if (direct !== undefined) return toolsOf(direct);
  const request = objectOf(
    parsed(pick(attributes, 'gcp.vertex.agent.llm_request', 'llm.invocation_parameters', 'model_request_parameters')),
  );
  return toolsOf(pick(request, 'tools', 'function_tools') ?? objectOf(request['config'])['tools']);
}

function toolRun(attributes: JsonObject): ToolRun | null {
  const name = pickText(
    attributes,
    'gen_ai.tool.name',
    'tool.name',
    'ai.toolCall.name',
    'tool_call.function.name',
    'traceloop.entity.name',
    'mlflow.spanFunctionName',
  );
  const id = pick(attributes, 'gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id', 'tool.id');
  const lastId = Array.isArray(id) ? listOf(id).at(-1) : id;
  // Google ADK writes {} where it captured nothing.
  const filled = (key: string): JsonValue | undefined => {
    const value = attributes[key];
    return value === '{}' || value === '' ? undefined : value;
  };
  return {
    name: name ?? '',
    callId: typeof lastId === 'string' ? lastId : null,
    args:
      pick(
        attributes,
        'gen_ai.tool.call.arguments',
        'tool_arguments',
        'ai.toolCall.args',
        'tool_call.function.arguments',
      ) ??
      filled('gcp.vertex.agent.tool_call_args') ??
      pick(attributes, 'mlflow.spanInputs', 'input.value', 'traceloop.entity.input', 'input'),
    result:
      pick(attributes, 'gen_ai.tool.call.result', 'tool_response', 'ai.toolCall.result') ??
      parsed(filled('gcp.vertex.agent.tool_response')) ??
      pick(attributes, 'mlflow.spanOutputs', 'output.value', 'traceloop.entity.output', 'output'),
  };
}

function usageOf(attributes: JsonObject): { readonly tokens: number | null; readonly outputTokens: number | null } {
  const number = (...keys: readonly string[]): number | null => {
    const value = Number(pick(attributes, ...keys) ?? NaN);
    return Number.isFinite(value) ? value : null;
  };
  const chat = objectOf(parsed(attributes['mlflow.chat.tokenUsage']));
  const inTokens = number(
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.promptTokens',
  );
  const outTokens = number(
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.completionTokens',
  );
  const own = number('llm.usage.total_tokens', 'llm.token_count.total', 'gen_ai.usage.total_tokens');
  const mlflow = typeof chat['total_tokens'] === 'number' ? chat['total_tokens'] : null;
  const sum = inTokens === null && outTokens === null ? null : (inTokens ?? 0) + (outTokens ?? 0);
  return {
    tokens: own ?? mlflow ?? sum,
    outputTokens: outTokens ?? (typeof chat['output_tokens'] === 'number' ? chat['output_tokens'] : null),
  };
}

/** Keys whose content went into messages, tools and tool runs. */
const CONTENT =
  /^(?:llm\.(?:input_messages|output_messages|tools|request\.functions)|gen_ai\.(?:prompt|completion|input\.messages|output\.messages|system_instructions|tool\.(?:definitions|call\.arguments|call\.result))|gcp\.vertex\.agent\.(?:llm_request|llm_response|tool_call_args|tool_response)|ai\.(?:prompt|response\.(?:text|toolCalls|object)|toolCall\.(?:args|result))|mlflow\.(?:spanInputs|spanOutputs|chat\.messages|chat\.tools)|(?:input|output)(?:\.value|\.mime_type)?$|traceloop\.entity\.(?:input|output)|pydantic_ai\.all_messages|all_messages_events|events$|request_data|response_data|tool_arguments|tool_response|logfire\.json_schema)/;

function restOfAttributes(attributes: JsonObject): JsonObject | null {
  const rest = Object.entries(attributes).filter(([key, value]) => value !== null && !CONTENT.test(key));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}
