import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Role, ToolDef } from '../../../../shared/model/message.ts';
import { readBedrockContent } from './bedrock-blocks.ts';
import { assembleConverse } from './bedrock-stream.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf } from './fields.ts';
import { streamPayloads } from './halves.ts';
import { restOf } from './openai-content.ts';
import { sumOf } from './provider-exchange.ts';
import type { AnswerRead, ProviderForm, RequestRead } from './provider-exchange.ts';
import type { Turn } from './turns.ts';

/** The Bedrock Converse form: requests, answers whole and as a list of stream events. */
export const bedrockForm: ProviderForm = {
  name: 'Bedrock Converse',
  isRequest: isConverseRequest,
  isAnswer,
  readRequest,
  readAnswer,
  modelOf: (wrapper) => textOf(wrapper['modelId']) ?? modelIn(wrapper['url']),
  ownKeys: [
    'modelId',
    'messages',
    'system',
    'toolConfig',
    'inferenceConfig',
    'additionalModelRequestFields',
    'guardrailConfig',
    'requestMetadata',
    'performanceConfig',
    'schemaVersion',
  ],
};

/** The model's id or address stands in the path, with its colons and slashes written as codes. */
function modelIn(url: JsonValue | undefined): string | null {
  const part = typeof url === 'string' ? /\/model\/([^/?]+)/.exec(url)?.[1] : undefined;
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Keys of content blocks; a block of this form has no type. */
const BLOCK_KEYS =
  /^(?:text|image|document|video|toolUse|toolResult|reasoningContent|guardContent|cachePoint|citationsContent)$/;

function isConverseRequest(value: JsonObject): boolean {
  const messages = objectsOf(value['messages']);
  const blocks = messages.flatMap((message) => objectsOf(message['content']));
  const isOwn =
    messages.length > 0 &&
    messages.every(({ content }) => Array.isArray(content)) &&
    blocks.every((block) => !Object.hasOwn(block, 'type') && Object.keys(block).some((key) => BLOCK_KEYS.test(key)));
  return isOwn && blocks.length > 0;
}

/** @returns whether a request can only be of this form, and not one whose texts merely lack a type */
export function isSureRequest(value: JsonObject): boolean {
  if (Object.hasOwn(value, 'inferenceConfig') || isJsonObject(value['toolConfig'] ?? null)) return true;
  return objectsOf(value['messages']).some((message) =>
    objectsOf(message['content']).some((block) =>
      Object.keys(block).some((key) => key !== 'text' && BLOCK_KEYS.test(key)),
    ),
  );
}

function isAnswer(value: JsonValue): boolean {
  if (isJsonObject(value))
    return Object.hasOwn(value, 'stopReason') && isJsonObject(objectOf(value['output'])['message'] ?? null);
  return (
    Array.isArray(value) && streamPayloads(value)?.some((event) => isJsonObject(event['messageStart'] ?? null)) === true
  );
}

const ROLES: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system' };

function readRequest(request: JsonObject): RequestRead {
  const turns: Turn[] = [];
  for (const [at, item] of listOf(request['messages']).entries()) {
    const roleText = isJsonObject(item) ? item['role'] : null;
    const role = typeof roleText === 'string' && Object.hasOwn(ROLES, roleText) ? ROLES[roleText] : undefined;
    if (!isJsonObject(item) || role === undefined) {
      const message = `Message ${at + 1} has a role that is not user or assistant.`;
      return { ok: false, problem: { code: 'message_unknown_role', message } };
    }
    turns.push({ role, blocks: readBedrockContent(item['content']), extras: restOf(item, ['role', 'content']) });
  }
  const system = readBedrockContent(request['system']);
  const tools = readTools(request['toolConfig']);
  return {
    ok: true,
    turns: [...(system.length === 0 ? [] : [{ role: 'system' as const, blocks: system }]), ...turns],
    tools,
    model: textOf(request['modelId']),
    rest: {
      ...restOf(request, ['messages', 'system', 'toolConfig']),
      ...(tools.ok
        ? nest('toolConfig', restOf(objectOf(request['toolConfig']), ['tools']))
        : { toolConfig: request['toolConfig'] ?? null }),
    },
  };
}

function nest(key: string, value: JsonObject | null): JsonObject {
  return value === null ? {} : { [key]: value };
}

function readTools(config: JsonValue | undefined): { readonly tools: readonly ToolDef[]; readonly ok: boolean } {
  const list = objectOf(config)['tools'];
  if (list === undefined || list === null)
    return { tools: [], ok: config === undefined || config === null || isJsonObject(config) };
  const tools: ToolDef[] = [];
  for (const item of listOf(list)) {
    const spec = objectOf(objectOf(item)['toolSpec']);
    const name = textOf(spec['name']);
    const key = Object.keys(objectOf(item))[0];
    if (name !== null) tools.push(define(name, spec));
    else if (key === 'cachePoint' || key === 'systemTool')
      tools.push({
        name: textOf(objectOf(objectOf(item)[key])['name']) ?? key,
        kind: 'server',
        extras: objectOf(item),
      });
    else return { tools: [], ok: false };
  }
  return { tools, ok: Array.isArray(list) };
}

function define(name: string, spec: JsonObject): ToolDef {
  const description = textOf(spec['description']);
  const schema = objectOf(spec['inputSchema'])['json'];
  const extras = restOf(spec, ['name', 'description', 'inputSchema']);
  return {
    name,
    ...(description === null ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: schema }),
    kind: 'function',
    ...(extras === null ? {} : { extras }),
  };
}

function readAnswer(value: JsonValue): AnswerRead {
  const stream = isJsonObject(value) ? null : assembleConverse(streamPayloads(value) ?? []);
  const answer = isJsonObject(value) ? value : (stream?.answer ?? {});
  const error = stream?.error ?? null;
  const output = objectOf(answer['output']);
  const message = objectOf(output['message']);
  const usage = objectOf(answer['usage']);
  const cached = sumOf(usage['cacheReadInputTokens'], usage['cacheWriteInputTokens']);
  return {
    kind: 'answer',
    choices: [
      {
        turns: [
          {
            role: 'assistant',
            blocks: readBedrockContent(message['content']),
            finish: textOf(answer['stopReason']),
            tokens: numberOf(usage['outputTokens']),
            extras: restOf(message, ['role', 'content']),
          },
        ],
        rest: null,
      },
    ],
    model: null,
    id: null,
    tokens: numberOf(usage['totalTokens']) ?? sumOf(usage['inputTokens'], usage['outputTokens'], cached),
    startedAt: null,
    latencyMs: numberOf(objectOf(answer['metrics'])['latencyMs']),
    failed: error !== null,
    complete: stream?.complete ?? true,
    rest: {
      ...restOf(answer, ['output', 'stopReason']),
      ...nest('output', restOf(output, ['message'])),
      ...(stream === null ? null : { streamed: true }),
      ...(error === null ? null : { error }),
    },
  };
}
