import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, objectOf } from './fields.ts';
import { parseJsonText } from './json-parse.ts';

/** Content of a message of any maker, told apart: what the OpenAI wire form keeps in its own fields, and the rest. */
export type Blocks = {
  readonly content: readonly JsonObject[];
  readonly calls: readonly JsonObject[];
  /** Results as tool messages. */
  readonly results: readonly JsonObject[];
  readonly reasoning: readonly string[];
};

/** On a tool message in wire form: the form said whether the call failed. Taken off again by the assembler. */
export const IS_ERROR = '$is_error';

/** @returns the first of some fields that is there and not null */
export function pick(item: JsonObject, ...keys: readonly string[]): JsonValue | undefined {
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** @returns the first of some fields that is a text which is not empty */
export function pickText(item: JsonObject, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** @returns a call of the OpenAI wire form; an id that is a list (some frameworks keep run and call) is its last entry */
export function wireCall(
  id: JsonValue | undefined,
  name: JsonValue | undefined,
  args: JsonValue | undefined,
): JsonObject {
  const last = Array.isArray(id) ? listOf(id).at(-1) : id;
  return {
    ...(typeof last === 'string' && last !== '' ? { id: last } : {}),
    type: 'function',
    function: { name: typeof name === 'string' ? name : 'unknown', ...(args === undefined ? {} : { arguments: args }) },
  };
}

/** @returns a tool message of the OpenAI wire form */
export function wireResult(
  id: JsonValue | undefined,
  name: JsonValue | undefined,
  value: JsonValue | undefined,
  isError: boolean,
): JsonObject {
  const last = Array.isArray(id) ? listOf(id).at(-1) : id;
  return {
    role: 'tool',
    ...(typeof last === 'string' && last !== '' ? { tool_call_id: last } : {}),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    content: resultContent(value),
    ...(isError ? { [IS_ERROR]: true } : {}),
  };
}

/** A result as the model saw it: text, a list of content blocks, or JSON as text. */
export function resultContent(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'string') return unwrapFunctionResult(value);
  if (value === undefined || value === null) return '';
  const blocks = Array.isArray(value) ? listOf(value) : listOf(objectOf(value)['content']);
  const texts = blocks.map((block) => pickText(objectOf(block), 'text'));
  if (texts.length > 0 && texts.every((text) => text !== null)) return texts.length === 1 ? (texts[0] ?? '') : blocks;
  return JSON.stringify(value);
}

/** Microsoft's agent framework wraps the result once more: `{"type": "function_result", "call_id", "result"}`. */
function unwrapFunctionResult(text: string): string {
  if (!/^\s*\{\s*"type":\s*"function_result"/.test(text)) return text;
  const result = objectOf(parseJsonText(text))['result'];
  return typeof result === 'string' ? result : text;
}

/**
 * Tells the blocks of a message apart. Known are those of Anthropic, Bedrock, Gemini, LangChain, the Vercel AI SDK and
 * the parts of OpenTelemetry; others stay in `content` as they are.
 */
export function readBlocks(blocks: readonly JsonValue[]): Blocks {
  const found = {
    content: [] as JsonObject[],
    calls: [] as JsonObject[],
    results: [] as JsonObject[],
    reasoning: [] as string[],
  };
  for (const block of blocks) {
    if (typeof block === 'string') found.content.push({ type: 'text', text: block });
    else if (isJsonObject(block)) readBlock(block, found);
    else found.content.push({ type: 'unknown', value: block });
  }
  return found;
}

type Mutable = { content: JsonObject[]; calls: JsonObject[]; results: JsonObject[]; reasoning: string[] };

const CALL = new Set(['tool_use', 'server_tool_use', 'tool_call', 'tool-call']);
const RESULT = new Set(['tool_result', 'tool-result', 'tool_call_response']);

function readBlock(block: JsonObject, found: Mutable): void {
  const type = block['type'];
  if (typeof type !== 'string') readUntyped(block, found);
  else if (CALL.has(type)) {
    const id = pick(block, 'id', 'toolCallId', 'tool_call_id');
    found.calls.push(wireCall(id, pick(block, 'name', 'toolName'), pick(block, 'input', 'args', 'arguments')));
  } else if (RESULT.has(type)) found.results.push(readResult(block));
  else if (type === 'thinking' || type === 'reasoning') {
    const text = pickText(block, 'thinking', 'content', 'text', 'reasoning');
    if (text === null) found.content.push(block);
    else found.reasoning.push(text);
  } else if (/^(?:input_|output_)?text$/.test(type)) {
    const text = pick(block, 'text', 'content');
    found.content.push(typeof text === 'string' ? { ...withoutContent(block), type: 'text', text } : block);
  } else found.content.push(block);
}

function readResult(block: JsonObject): JsonObject {
  return wireResult(
    pick(block, 'tool_use_id', 'toolCallId', 'id'),
    pick(block, 'toolName', 'name'),
    unwrapOutput(pick(block, 'content', 'response', 'result', 'output')),
    block['is_error'] === true || block['isError'] === true,
  );
}

function withoutContent(block: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(block).filter(([key]) => key !== 'content'));
}

/** The Vercel AI SDK says of an output what it is: `{type: "text" | "json", value}`. */
function unwrapOutput(value: JsonValue | undefined): JsonValue | undefined {
  const output = objectOf(value);
  return typeof output['type'] === 'string' && Object.hasOwn(output, 'value') ? output['value'] : value;
}

/** Blocks of Gemini and Bedrock have no type: the field says what they are. */
function readUntyped(block: JsonObject, found: Mutable): void {
  const call = objectOf(pick(block, 'functionCall', 'function_call', 'toolUse'));
  const result = objectOf(pick(block, 'functionResponse', 'function_response', 'toolResult'));
  const text = pick(block, 'text', 'content');
  if (typeof call['name'] === 'string') {
    found.calls.push(wireCall(pick(call, 'id', 'toolUseId'), call['name'], pick(call, 'args', 'input')));
  } else if (Object.keys(result).length > 0) {
    const value = pick(result, 'response', 'content');
    found.results.push(
      wireResult(
        pick(result, 'id', 'toolUseId'),
        result['name'],
        soleField(value, 'result'),
        result['status'] === 'error',
      ),
    );
  } else if (typeof text === 'string') {
    if (block['thought'] === true) found.reasoning.push(text);
    else found.content.push({ ...block, type: 'text', text });
  } else if (Object.keys(block).length > 0) found.content.push({ type: 'unknown', ...block });
}

/** Gemini wants an object as result, so a text stands in `{result: ...}`. */
function soleField(value: JsonValue | undefined, key: string): JsonValue | undefined {
  const fields = objectOf(value);
  return Object.keys(fields).length === 1 && typeof fields[key] === 'string' ? fields[key] : value;
}
