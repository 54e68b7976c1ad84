import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { IS_ERROR, pick, pickText, readBlocks, resultContent, wireCall, wireResult } from './chat-blocks.ts';
import { listOf, objectOf } from './fields.ts';
import type { Blocks } from './chat-blocks.ts';
import { parseJsonText } from './json-parse.ts';
import { restOf } from './openai-content.ts';

const ROLES: Readonly<Record<string, string>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  aimessagechunk: 'assistant',
  model: 'assistant',
  system: 'system',
  developer: 'developer',
  tool: 'tool',
  function: 'tool',
};

/** Fields of LangChain messages that say nothing a trajectory needs twice. */
const LANGCHAIN_FIELDS = ['lc_kwargs', 'lc_namespace', 'example', 'type', 'invalid_tool_calls', 'tool_call_chunks'];

/**
 * Turns one message of any maker into messages of the OpenAI wire form: OpenAI, LangChain (constructor, dict and flat
 * dumps), Responses items, OpenTelemetry and Gemini parts, content blocks of Anthropic, Bedrock and the Vercel AI SDK.
 * Results inside a user message become tool messages before it.
 *
 * @returns null when the value is no message
 */
export function wireMessages(value: JsonValue): readonly JsonObject[] | null {
  if (!isJsonObject(value)) return null;
  const item = readItem(value);
  if (item !== null) return item;
  const body = bodyOf(value);
  if (body === null) return null;
  const { fields } = body;
  const isCall = body.role === 'tool' && textCalls(fields, null) !== null;
  const role = isCall ? 'assistant' : body.role;
  if (role === 'tool') return [toolMessage(fields)];
  const blocks = readBlocks(blocksOf(fields));
  const isResult = role !== 'assistant' && blocks.content.length === 0 && blocks.results.length > 0;
  return isResult ? blocks.results : [...blocks.results, plainMessage(role, fields, blocks)];
}

function plainMessage(role: string, fields: JsonObject, blocks: Blocks): JsonObject {
  const calls = callsOf(fields, blocks.calls);
  const isText =
    !Array.isArray(fields['parts']) && !Array.isArray(fields['content']) && !isJsonObject(fields['content']);
  const content = isText ? (fields['content'] ?? null) : contentOf(blocks.content);
  const finish = pickText(fields, 'finish_reason', 'finishReason', 'stop_reason');
  const own = pickText(fields, 'reasoning_content', 'reasoning', 'thinking');
  const reasoning = own === null ? blocks.reasoning : [own, ...blocks.reasoning];
  return {
    role,
    content: calls.length > 0 && textCalls(fields, calls) === calls ? null : content,
    ...(typeof fields['name'] === 'string' ? { name: fields['name'] } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(reasoning.length > 0 ? { reasoning_content: reasoning.join('\n') } : {}),
    ...(typeof fields['refusal'] === 'string' ? { refusal: fields['refusal'] } : {}),
    ...(finish === null ? {} : { finish_reason: finish }),
    ...restOf(fields, MODELLED),
  };
}

const MODELLED = [
  ...LANGCHAIN_FIELDS,
  'role',
  'content',
  'parts',
  'name',
  'tool_calls',
  'function_call',
  'additional_kwargs',
  'refusal',
  'reasoning',
  'reasoning_content',
  'thinking',
  'finish_reason',
  'finishReason',
  'stop_reason',
];

/** Items of the Responses form, one call or result each. */
function readItem(value: JsonObject): readonly JsonObject[] | null {
  switch (value['type']) {
    case 'function_call':
    case 'custom_tool_call':
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: [wireCall(pick(value, 'call_id', 'id'), value['name'], pick(value, 'arguments', 'input'))],
        },
      ];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [wireResult(value['call_id'], value['name'], value['output'], value['status'] === 'failed')];
    case 'reasoning': {
      const texts = [...listOf(value['summary']), ...listOf(value['content'])].flatMap((part) => {
        const text = pickText(objectOf(part), 'text');
        return text === null ? [] : [text];
      });
      return texts.length === 0 ? [] : [{ role: 'assistant', content: null, reasoning_content: texts.join('\n') }];
    }
    default:
      return null;
  }
}

type Body = { readonly role: string; readonly fields: JsonObject };

/** Takes a message out of what LangChain and OpenInference put around it. */
function bodyOf(value: JsonObject): Body | null {
  const kwargs = value['kwargs'];
  if (typeof value['lc'] === 'number' && isJsonObject(kwargs)) {
    const name = textOf(listOf(value['id']).at(-1));
    const inner = objectOf(kwargs['lc_kwargs']);
    const fields = Object.hasOwn(kwargs, 'content') ? kwargs : inner;
    return bodyWithRole(name.replace(/Message(?:Chunk)?$/, '').toLowerCase(), fields);
  }
  const { data, message, type } = value;
  if (typeof type === 'string' && isJsonObject(data)) return bodyWithRole(type, data);
  if (isJsonObject(message) && typeof value['role'] !== 'string') return bodyOf(message);
  const role = value['role'];
  if (typeof role === 'string') return bodyWithRole(role, value);
  const isFlat =
    typeof type === 'string' && Object.hasOwn(ROLES, type.toLowerCase()) && Object.hasOwn(value, 'content');
  return isFlat ? bodyWithRole(type, value) : null;
}

/** LangGraph for JavaScript writes the tool's name as the role of its result. */
function bodyWithRole(text: string, fields: JsonObject): Body {
  const key = text.toLowerCase();
  if (key === 'chat' && typeof fields['role'] === 'string') return bodyWithRole(fields['role'], fields);
  const role = Object.hasOwn(ROLES, key) ? ROLES[key] : undefined;
  return role === undefined ? { role: 'tool', fields: { name: text, ...fields } } : { role, fields };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function blocksOf(fields: JsonObject): readonly JsonValue[] {
  const parts = pick(fields, 'parts', 'content');
  if (Array.isArray(parts)) return listOf(parts);
  return isJsonObject(parts) ? [parts] : [];
}

function contentOf(content: readonly JsonObject[]): JsonValue {
  if (content.length === 0) return null;
  const [first] = content;
  // One text without anything beside it is the same as a plain text.
  const isOne = content.length === 1 && Object.keys(first ?? {}).length === 2;
  return isOne && first?.['type'] === 'text' ? (first['text'] ?? null) : content;
}

/** The same call may stand in two or three fields of one message; it is counted once. */
function callsOf(fields: JsonObject, inBlocks: readonly JsonObject[]): readonly JsonObject[] {
  const own = listOf(fields['tool_calls']).concat(listOf(fields['invalid_tool_calls']));
  if (own.length > 0) return own.flatMap(normalCall);
  const extra = objectOf(fields['additional_kwargs']);
  const kept = listOf(extra['tool_calls']);
  if (kept.length > 0) return kept.flatMap(normalCall);
  if (inBlocks.length > 0) return inBlocks;
  const legacy = pick(fields, 'function_call') ?? pick(extra, 'function_call');
  if (isJsonObject(legacy)) return [wireCall(undefined, legacy['name'], legacy['arguments'])];
  return textCalls(fields, null) ?? [];
}

function normalCall(value: JsonValue): readonly JsonObject[] {
  if (!isJsonObject(value)) return [];
  // OpenInference writes `{"tool_call": {...}}`.
  const call = isJsonObject(value['tool_call']) ? value['tool_call'] : value;
  const body = isJsonObject(call['function']) ? call['function'] : call;
  if (call['type'] === 'custom' && isJsonObject(call['custom'])) return [call];
  return [
    wireCall(
      pick(call, 'id', 'toolCallId', 'tool_call_id'),
      pick(body, 'name', 'toolName'),
      pick(body, 'arguments', 'args', 'input'),
    ),
  ];
}

/**
 * Some instrumentations write the calls as the JSON text of the content.
 *
 * @returns the calls, or `known` itself when they are the ones in the text already
 */
function textCalls(fields: JsonObject, known: readonly JsonObject[] | null): readonly JsonObject[] | null {
  const content = fields['content'];
  const hasOwn = listOf(fields['tool_calls']).length > 0 || isJsonObject(fields['additional_kwargs']);
  if (hasOwn || typeof content !== 'string' || !/^\s*\[\s*\{/.test(content)) return null;
  const list = listOf(parseJsonText(content));
  const isCalls =
    list.length > 0 && list.every((item) => typeof objectOf(objectOf(item)['function'])['name'] === 'string');
  if (!isCalls) return null;
  return known ?? list.flatMap(normalCall);
}

function toolMessage(fields: JsonObject): JsonObject {
  const parts = Array.isArray(fields['parts']) ? readBlocks(listOf(fields['parts'])).results[0] : undefined;
  if (parts !== undefined) return parts;
  const blocks = readBlocks(blocksOf(fields)).results[0];
  if (blocks !== undefined) return blocks;
  const isError = fields['status'] === 'error' || fields['is_error'] === true || fields['isError'] === true;
  return {
    ...wireResult(pick(fields, 'tool_call_id', 'toolCallId', 'call_id'), fields['name'], null, isError),
    content: resultContent(fields['content']),
    ...(isError ? { [IS_ERROR]: true } : {}),
    ...restOf(fields, [...MODELLED, 'tool_call_id', 'toolCallId', 'call_id', 'status', 'is_error', 'isError']),
  };
}
