import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { isMessageList } from './exchange.ts';
import { listOf, objectOf, objectsOf, textOf } from './fields.ts';
import { parseJsonText } from './json-parse.ts';
import { restOf } from './openai-content.ts';

/** Messages in the wire form, and the tools that stood among them. */
export type Training = { readonly messages: JsonValue | undefined; readonly tools: readonly JsonValue[] };

/**
 * Puts the messages of training sets into the chat wire form. ms-swift writes calls as messages of the role `tool_call` (one
 * after the other are parallel) and results as `tool_response`; LLaMA-Factory writes parts as `{"type", "value"}`, with
 * calls, reasoning and tools among them. Any other list comes back as it is.
 */
export function trainingMessages(messages: JsonValue | undefined): Training {
  const list = objectsOf(messages);
  if (list.length !== listOf(messages).length || !list.some((item) => isSwift(item) || hasValues(item)))
    return { messages, tools: [] };
  const tools: JsonValue[] = [];
  const wire: JsonObject[] = [];
  for (const item of list) {
    const message = hasValues(item) ? fromValues(item, tools) : isSwift(item) ? fromSwift(item) : item;
    const last = wire.at(-1);
    if (item['role'] === 'tool_call' && last?.[PARALLEL] === true)
      wire[wire.length - 1] = {
        ...last,
        tool_calls: [...listOf(last['tool_calls']), ...listOf(message['tool_calls'])],
      };
    else wire.push(message);
  }
  return {
    messages: wire
      .map((message) => restOf(message, [PARALLEL]) ?? {})
      .map((message, at) => withNull(message, wire[at])),
    tools,
  };
}

/** Marks a message of which the next call is a part, while the list is made. */
const PARALLEL = '$parallel';

/** A null that `restOf` took off is content that was not there. */
function withNull(message: JsonObject, from: JsonObject | undefined): JsonObject {
  return from?.['content'] === null ? { ...message, content: null } : message;
}

function isSwift({ role }: JsonObject): boolean {
  return role === 'tool_call' || role === 'tool_response';
}

function hasValues({ content }: JsonObject): boolean {
  const parts = objectsOf(content);
  return parts.length > 0 && parts.every((part) => typeof part['type'] === 'string' && Object.hasOwn(part, 'value'));
}

function fromSwift(item: JsonObject): JsonObject {
  if (item['role'] === 'tool_response') return { ...item, role: 'tool' };
  const call = callOf(item['content']);
  // What is no call is kept as the text it is.
  return call === null
    ? { ...item, role: 'assistant' }
    : { ...item, role: 'assistant', content: null, tool_calls: [call], [PARALLEL]: true };
}

function callOf(value: JsonValue | undefined): JsonObject | null {
  const call = objectOf(typeof value === 'string' ? parseJsonText(value) : value);
  const name = textOf(call['name']);
  return name === null
    ? null
    : { type: 'function', function: { name, arguments: call['arguments'] ?? call['parameters'] ?? null } };
}

type Sorted = { readonly content: JsonObject[]; readonly calls: JsonObject[]; readonly reasoning: string[] };

function fromValues(item: JsonObject, tools: JsonValue[]): JsonObject {
  const sorted: Sorted = { content: [], calls: [], reasoning: [] };
  for (const part of objectsOf(item['content'])) sortPart(part, sorted, tools);
  const { content, calls, reasoning } = sorted;
  const [only] = content;
  const isPlain = content.length === 1 && only?.['type'] === 'text' && Object.keys(only).length === 2;
  return {
    ...item,
    content: content.length === 0 ? null : isPlain ? (only['text'] ?? null) : content,
    ...(reasoning.length === 0 ? null : { reasoning_content: reasoning.join('\n') }),
    ...(calls.length === 0 ? null : { tool_calls: calls }),
  };
}

function sortPart(part: JsonObject, sorted: Sorted, tools: JsonValue[]): void {
  const { type, value = null } = part;
  if (type === 'tools' || type === 'tool_call') {
    const parsed = typeof value === 'string' ? parseJsonText(value) : value;
    const list = Array.isArray(parsed) ? listOf(parsed) : [parsed ?? null];
    const calls = list.map(callOf).filter((call) => call !== null);
    if (type === 'tools' && Array.isArray(parsed)) tools.push(...list);
    else if (type === 'tool_call' && calls.length > 0) sorted.calls.push(...calls);
    else sorted.content.push(textPart(part));
  } else if (type === 'reasoning' && typeof value === 'string') sorted.reasoning.push(value);
  else sorted.content.push(type === 'text' ? textPart(part) : part);
}

function textPart(part: JsonObject): JsonObject {
  const { value, ...rest } = part;
  return typeof value === 'string' ? { ...rest, type: 'text', text: value } : part;
}

/** @returns the conversations of a row that holds several in one field, null for any other */
export function nestedMessages(value: JsonValue | undefined): readonly JsonValue[] | null {
  const lists = listOf(value);
  return lists.length > 0 && lists.every((list) => !isJsonObject(list) && isMessageList(list)) ? lists : null;
}
