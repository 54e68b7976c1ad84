import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Part, Role, ToolDef } from '../../../../shared/model/message.ts';
import { listOf, objectOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import type { Problem } from './openai-messages.ts';
import { readToolArgs } from './tool-args.ts';
import { otherBlock, textBlock } from './turns.ts';
import type { Block, Turn } from './turns.ts';

const ROLES: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system' };

/** Reads `messages` of an Anthropic request. @returns the first problem when one cannot be a message */
export function readAnthropicMessages(
  messages: JsonValue | undefined,
): { readonly ok: true; readonly turns: readonly Turn[] } | { readonly ok: false; readonly problem: Problem } {
  if (!Array.isArray(messages))
    return { ok: false, problem: { code: 'messages_not_a_list', message: 'The messages are not a list.' } };
  const turns: Turn[] = [];
  for (const [at, item] of listOf(messages).entries()) {
    const problem = (code: string, words: string) =>
      ({ ok: false, problem: { code, message: `Message ${at + 1} ${words}.` } }) as const;
    if (!isJsonObject(item)) return problem('message_not_object', 'is not an object');
    const roleText = item['role'];
    const role = typeof roleText === 'string' && Object.hasOwn(ROLES, roleText) ? ROLES[roleText] : undefined;
    if (role === undefined) return problem('message_unknown_role', 'has a role that is not user or assistant');
    turns.push({ role, ...readAnthropicContent(item['content']), extras: restOf(item, ['role', 'content']) });
  }
  return { ok: true, turns };
}

/** Reads the `system` field: text or a list of text blocks. */
export function readAnthropicSystem(system: JsonValue | undefined): readonly Turn[] {
  if (system === undefined || system === null) return [];
  return [{ role: 'system', ...readAnthropicContent(system) }];
}

/** Reads content: text, or blocks of any type. Unknown blocks are kept as they are. */
export function readAnthropicContent(content: JsonValue | undefined): Pick<Turn, 'blocks' | 'contentForm'> {
  if (content === undefined) return { blocks: [], contentForm: 'missing' };
  if (content === null) return { blocks: [], contentForm: 'null' };
  if (content === '') return { blocks: [], contentForm: 'text' };
  if (typeof content === 'string') return { blocks: [textBlock(content)] };
  if (!Array.isArray(content)) return { blocks: [otherBlock('unknown', content)] };
  return { blocks: listOf(content).map(readBlock), contentForm: 'parts' };
}

function readBlock(block: JsonValue): Block {
  if (typeof block === 'string') return textBlock(block);
  if (!isJsonObject(block)) return otherBlock('unknown', block);
  const type = textOf(block['type']) ?? '';
  return (
    readWords(type, block) ?? readCall(type, block) ?? readResult(type, block) ?? otherBlock(type || 'unknown', block)
  );
}

function readWords(type: string, block: JsonObject): Block | null {
  const text = textOf(block['text']);
  if (type === 'text' && text !== null) return textBlock(text, restOf(block, ['type', 'text']));
  const thinking = textOf(block['thinking']);
  if (type === 'thinking' && thinking !== null)
    return { kind: 'part', part: { type: 'reasoning', text: thinking }, rest: restOf(block, ['type', 'thinking']) };
  if (type === 'redacted_thinking')
    return {
      kind: 'part',
      part: { type: 'reasoning', text: '', encrypted: true },
      rest: restOf(block, ['type']),
    };
  return type === 'image' || type === 'document' ? readSource(type, block) : null;
}

function readSource(type: 'image' | 'document', block: JsonObject): Block | null {
  const source = objectOf(block['source']);
  const data = textOf(source['data']);
  const url = textOf(source['url']);
  const mediaType = textOf(source['media_type']);
  const isBase64 = source['type'] === 'base64' && data !== null;
  const media = {
    ...(mediaType === null ? {} : { mediaType }),
    ...(isBase64 ? { data } : {}),
  };
  const rest = {
    ...restOf(block, ['type', 'source', 'title']),
    ...restOf(source, ['type', 'data', 'url', 'media_type']),
  };
  const kept = Object.keys(rest).length === 0 ? null : rest;
  if (type === 'image')
    return isBase64 || url !== null
      ? { kind: 'part', part: { type: 'image', ...media, ...(url === null ? {} : { url }) }, rest: kept }
      : null;
  const title = textOf(block['title']);
  return isBase64
    ? { kind: 'part', part: { type: 'file', ...(title === null ? {} : { name: title }), ...media }, rest: kept }
    : null;
}

/** Calls of tools that run on the service. */
const SERVER_CALLS = new Set(['server_tool_use', 'mcp_tool_use']);

function readCall(type: string, block: JsonObject): Block | null {
  const name = textOf(block['name']);
  if (name === null || (type !== 'tool_use' && !SERVER_CALLS.has(type))) return null;
  return {
    kind: 'call',
    id: textOf(block['id']),
    name,
    args: readToolArgs(block['input']),
    callKind: type === 'tool_use' ? 'function' : 'server',
    rest: restOf(block, ['type', 'id', 'name', 'input']),
  };
}

function readResult(type: string, block: JsonObject): Block | null {
  const id = textOf(block['tool_use_id']);
  const isServer = type !== 'tool_result' && type.endsWith('_tool_result');
  if (type !== 'tool_result' && !(isServer && id !== null)) return null;
  const flag = block['is_error'];
  const content = block['content'];
  const failed = textOf(objectOf(content)['type'])?.endsWith('_error') === true;
  const kept = restOf(block, ['type', 'tool_use_id', 'content', 'is_error']);
  return {
    kind: 'result',
    id,
    name: null,
    parts:
      isServer && type !== 'mcp_tool_result' ? [{ type: 'other', kind: type, raw: content ?? null }] : partsOf(content),
    isError: failed ? true : typeof flag === 'boolean' ? flag : null,
    rest: isServer ? { ...kept, type } : kept,
  };
}

/** The parts of a result. Blocks that are no parts are kept as they are. */
function partsOf(content: JsonValue | undefined): readonly Part[] {
  return readAnthropicContent(content).blocks.map((block, at): Part =>
    block.kind === 'part' ? block.part : { type: 'other', kind: block.kind, raw: listOf(content)[at] ?? null },
  );
}

/** Reads `tools`: custom ones with `input_schema`, and those of the service by their type. */
export function readAnthropicTools(raw: JsonValue | undefined): {
  readonly tools: readonly ToolDef[];
  readonly ok: boolean;
} {
  if (raw === undefined || raw === null) return { tools: [], ok: true };
  const tools = listOf(raw).map((item) => (isJsonObject(item) ? readTool(item) : null));
  const read = tools.filter((tool) => tool !== null);
  return Array.isArray(raw) && read.length === tools.length ? { tools: read, ok: true } : { tools: [], ok: false };
}

function readTool(item: JsonObject): ToolDef | null {
  const name = textOf(item['name']) ?? textOf(item['type']);
  if (name === null) return null;
  const schema = item['input_schema'];
  const description = textOf(item['description']);
  const type = textOf(item['type']);
  const isServer = schema === undefined && type !== null && type !== 'custom';
  const extras = restOf(item, ['name', 'description', 'input_schema', ...(isServer ? [] : ['type'])]);
  return {
    name,
    ...(description === null ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: schema }),
    kind: isServer ? 'server' : 'function',
    ...(extras === null ? {} : { extras }),
  };
}
