import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import {
  readAnthropicContent,
  readAnthropicMessages,
  readAnthropicSystem,
  readAnthropicTools,
} from './anthropic-blocks.ts';
import { assembleAnthropic } from './anthropic-stream.ts';
import { listOf, objectOf, textOf } from './fields.ts';
import { streamPayloads } from './halves.ts';
import { restOf } from './openai-content.ts';
import { sumOf } from './provider-exchange.ts';
import type { AnswerRead, ProviderForm, RequestRead } from './provider-exchange.ts';

/** Content items only Anthropic's form has. */
const BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use', 'mcp_tool_use']);

/** The Anthropic Messages form: requests, answers whole and streamed. */
export const anthropicForm: ProviderForm = {
  name: 'the Anthropic Messages API',
  isRequest: (value) => Array.isArray(value['messages']),
  isAnswer,
  readRequest,
  readAnswer,
  ownKeys: [
    'model',
    'messages',
    'system',
    'tools',
    'tool_choice',
    'max_tokens',
    'thinking',
    'temperature',
    'top_p',
    'top_k',
    'stream',
    'stop_sequences',
    'metadata',
    'service_tier',
    'anthropic_version',
    'anthropic_beta',
    'container',
    'mcp_servers',
    'output_format',
  ],
};

/** @returns whether a value is an answer of this form, whole or streamed, or its error */
function isAnswer(value: JsonValue): boolean {
  if (isJsonObject(value)) return isAnthropicMessage(value) || isError(value);
  if (typeof value === 'string' && !value.includes('message_start')) return false;
  return streamPayloads(value)?.some((event) => event['type'] === 'message_start') === true;
}

/** @returns whether an object is a whole answer */
export function isAnthropicMessage(value: JsonObject): boolean {
  return (
    value['role'] === 'assistant' &&
    Array.isArray(value['content']) &&
    (value['type'] === 'message' || Object.hasOwn(value, 'stop_reason'))
  );
}

function isError(value: JsonObject): boolean {
  return value['type'] === 'error' && textOf(objectOf(value['error'])['type']) !== null;
}

/** @returns whether a request can only be of this form: by its blocks, its tools or where its system text stands */
export function isAnthropicRequest(value: JsonObject): boolean {
  const messages = listOf(value['messages']);
  if (messages.length === 0) return false;
  if (messages.some((item) => ['tool', 'function', 'developer'].includes(textOf(objectOf(item)['role']) ?? '')))
    return false;
  if (textOf(value['anthropic_version']) !== null) return true;
  if (listOf(value['tools']).some((tool) => Object.hasOwn(objectOf(tool), 'input_schema'))) return true;
  const hasBlocks = messages.some((item) =>
    listOf(objectOf(item)['content']).some((block) => BLOCKS.has(textOf(objectOf(block)['type']) ?? '')),
  );
  return hasBlocks || (Object.hasOwn(value, 'system') && Object.hasOwn(value, 'max_tokens'));
}

function readRequest(request: JsonObject): RequestRead {
  const read = readAnthropicMessages(request['messages']);
  if (!read.ok) return read;
  const tools = readAnthropicTools(request['tools']);
  return {
    ok: true,
    turns: [...readAnthropicSystem(request['system']), ...read.turns],
    tools,
    model: textOf(request['model']),
    rest: restOf(request, ['messages', 'system', ...(tools.ok ? ['tools'] : [])]),
  };
}

function readAnswer(value: JsonValue): AnswerRead {
  if (isJsonObject(value) && isError(value))
    return { kind: 'error', error: value['error'] ?? null, rest: restOf(value, ['type', 'error']) };
  if (isJsonObject(value)) return readMessage(value, { streamed: false, complete: true, error: null });
  const { message, complete, error } = assembleAnthropic(streamPayloads(value) ?? []);
  return readMessage(message, { streamed: true, complete, error });
}

/** Reads a whole answer. The model of a batch result stands in it too. */
function readMessage(
  message: JsonObject,
  stream: { readonly streamed: boolean; readonly complete: boolean; readonly error: JsonValue | null },
): AnswerRead {
  const usage = objectOf(message['usage']);
  const output = usage['output_tokens'];
  const finish = textOf(message['stop_reason']);
  return {
    kind: 'answer',
    choices: [
      {
        turns: [
          {
            role: 'assistant',
            ...readAnthropicContent(message['content']),
            finish,
            tokens: typeof output === 'number' ? output : null,
          },
        ],
        rest: null,
      },
    ],
    model: textOf(message['model']),
    id: textOf(message['id']),
    // The input count leaves out what was read from and written to the cache.
    tokens: sumOf(
      usage['input_tokens'],
      usage['cache_creation_input_tokens'],
      usage['cache_read_input_tokens'],
      output,
    ),
    startedAt: null,
    latencyMs: null,
    failed: stream.error !== null,
    complete: stream.complete,
    rest: {
      ...restOf(message, ['type', 'role', 'content', 'model', 'stop_reason']),
      ...(stream.streamed ? { streamed: true } : null),
      ...(stream.error === null ? null : { error: stream.error }),
    },
  };
}
