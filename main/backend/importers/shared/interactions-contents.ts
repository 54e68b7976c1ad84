import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Part, Role } from '../../../../shared/model/message.ts';
import { listOf, objectsOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import type { Problem } from './openai-messages.ts';
import { readToolArgs } from './tool-args.ts';
import { otherBlock, textBlock } from './turns.ts';
import type { Block, Turn } from './turns.ts';

const ROLES: Readonly<Record<string, Role>> = { user: 'user', model: 'assistant', assistant: 'assistant' };
/** Steps that hold the contents of one side. */
const STEPS: Readonly<Record<string, Role>> = { user_input: 'user', model_output: 'assistant' };

/** @returns whether every entry of a list says of what kind it is */
export function isTyped(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && listOf(value).every((item) => isJsonObject(item) && typeof item['type'] === 'string');
}

/**
 * Reads what an interaction sends or gets back: a text, one content, contents, turns (`role`, `content`) or steps.
 * Neighbours of one side are one turn; a result ends what the model said.
 */
export function readContents(
  value: JsonValue | undefined,
):
  | { readonly ok: true; readonly turns: readonly (Turn & { readonly blocks: readonly Block[] })[] }
  | { readonly ok: false; readonly problem: Problem } {
  const turns: { role: Role; blocks: Block[]; extras?: JsonObject | null; whole: boolean }[] = [];
  const items = Array.isArray(value) ? listOf(value) : value === undefined || value === null ? [] : [value];
  for (const [at, item] of items.entries()) {
    const turn = readTurn(item);
    if (turn === null) {
      const message = `Input ${at + 1} has neither a kind nor a role that is user or model.`;
      return { ok: false, problem: { code: 'bad_content', message } };
    }
    const last = turns.at(-1);
    if (last?.role === turn.role && !last.whole && !turn.whole) last.blocks.push(...turn.blocks);
    else turns.push({ ...turn, blocks: [...turn.blocks] });
  }
  return { ok: true, turns: turns.map(({ whole: _, ...turn }) => turn) };
}

/** `whole`: a turn that says itself whose it is stays one. */
type Read = Pick<Turn, 'role' | 'blocks' | 'extras'> & { readonly whole: boolean };

function readTurn(item: JsonValue): Read | null {
  if (typeof item === 'string') return { role: 'user', blocks: [textBlock(item)], whole: false };
  if (!isJsonObject(item)) return null;
  const role = textOf(item['role']);
  if (role !== null && Object.hasOwn(item, 'content')) {
    const known = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
    if (known === undefined) return null;
    return { role: known, blocks: blocksOf(item['content']), extras: restOf(item, ['role', 'content']), whole: true };
  }
  const type = textOf(item['type']);
  if (type === null) return null;
  const side = Object.hasOwn(STEPS, type) ? STEPS[type] : undefined;
  if (side !== undefined) return { role: side, blocks: blocksOf(item['content']), whole: false };
  // Results of the caller's own functions come from the caller; everything else of the kind is the model's.
  const isSent = type === 'function_result' || !/^thought$|_call$|_result$/.test(type);
  return { role: isSent ? 'user' : 'assistant', blocks: [readBlock(type, item)], whole: false };
}

function blocksOf(content: JsonValue | undefined): readonly Block[] {
  if (content === undefined || content === null) return [];
  return (Array.isArray(content) ? listOf(content) : [content]).map(asBlock);
}

function asBlock(item: JsonValue): Block {
  if (typeof item === 'string') return textBlock(item);
  return isJsonObject(item) ? readBlock(textOf(item['type']) ?? 'unknown', item) : otherBlock('unknown', item);
}

/** Reads the contents of an answer, all of them the model's. */
export function readOutputs(items: readonly JsonValue[]): readonly Block[] {
  return items.flatMap((item) =>
    isJsonObject(item) && item['type'] === 'model_output' ? blocksOf(item['content']) : [asBlock(item)],
  );
}

function readBlock(type: string, item: JsonObject): Block {
  if (type === 'text') return textBlock(textOf(item['text']) ?? '', restOf(item, ['type', 'text']));
  if (type === 'thought') return readThought(item);
  if (type.endsWith('_call')) return readCall(type, item);
  if (type.endsWith('_result')) return readResult(type, item);
  return readMedia(type, item) ?? otherBlock(type, item);
}

/** What the model thought is told in a summary, or not at all: then there is only its signature. */
function readThought(item: JsonObject): Block {
  const texts = objectsOf(item['summary']).flatMap(({ text }) => textOf(text) ?? []);
  const text = textOf(item['text']) ?? texts.join('\n\n');
  return {
    kind: 'part',
    part: { type: 'reasoning', text, ...(text === '' && Object.hasOwn(item, 'signature') ? { encrypted: true } : {}) },
    rest: restOf(item, ['type', 'text', ...(texts.length === objectsOf(item['summary']).length ? ['summary'] : [])]),
  };
}

function readCall(type: string, item: JsonObject): Block {
  return {
    kind: 'call',
    id: textOf(item['id']),
    name: textOf(item['name']) ?? type.replace(/_call$/, ''),
    args: readToolArgs(item['arguments']),
    callKind: type === 'function_call' ? 'function' : 'server',
    rest: restOf(item, [...(type === 'mcp_server_tool_call' ? [] : ['type']), 'id', 'name', 'arguments']),
  };
}

function readResult(type: string, item: JsonObject): Block {
  const { result } = item;
  return {
    kind: 'result',
    id: textOf(item['call_id']),
    name: textOf(item['name']) ?? (type === 'function_result' ? null : type.replace(/_result$/, '')),
    parts: partsOf(type, result),
    isError: item['is_error'] === true ? true : null,
    rest: restOf(item, ['type', 'call_id', 'name', 'result', ...(item['is_error'] === true ? ['is_error'] : [])]),
  };
}

function partsOf(type: string, result: JsonValue | undefined): readonly Part[] {
  if (result === undefined || result === null) return [];
  if (typeof result === 'string') return [{ type: 'text', text: result }];
  if (type !== 'function_result') return [{ type: 'other', kind: type, raw: result }];
  const blocks = isTyped(result) ? listOf(result).map(asBlock) : [];
  // A list of contents whose fields all have their place; anything else is what a function gave back, as JSON.
  const isPlain = blocks.length > 0 && blocks.every((block) => block.kind === 'part' && block.rest === null);
  return isPlain
    ? blocks.flatMap((block) => (block.kind === 'part' ? [block.part] : []))
    : [{ type: 'text', text: JSON.stringify(result) }];
}

function readMedia(type: string, item: JsonObject): Block | null {
  const data = textOf(item['data']);
  const url = textOf(item['uri']);
  if (data === null && url === null) return null;
  const mediaType = textOf(item['mime_type']);
  const media = { ...(mediaType === null ? {} : { mediaType }), ...(data === null ? {} : { data }) };
  const rest = restOf(item, ['type', 'data', 'uri', 'mime_type']);
  return type === 'image'
    ? { kind: 'part', part: { type: 'image', ...media, ...(url === null ? {} : { url }) }, rest }
    : { kind: 'part', part: { type: 'file', ...media, ...(url === null ? {} : { name: url }) }, rest };
}
