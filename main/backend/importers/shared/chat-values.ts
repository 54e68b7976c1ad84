import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { pick, pickText, readBlocks, wireCall } from './chat-blocks.ts';
import { listOf, objectOf } from './fields.ts';
import { wireMessages } from './chat-messages.ts';
import { parseJsonText } from './json-parse.ts';
import { parsePythonLiteral } from './python-literal.ts';

/** Messages found in a value, in the OpenAI wire form, and the tools offered with them. */
export type Chat = {
  readonly messages: readonly JsonObject[];
  readonly tools: readonly JsonValue[];
  /** False when the value was a bare text, which is a guess. */
  readonly structured: boolean;
};

const NONE: Chat = { messages: [], tools: [], structured: false };
/** Nesting of texts in texts and wrappers in wrappers that is followed. */
const MAX_DEPTH = 6;

/**
 * Reads what an instrumentation wrote as input or output of a model call, whatever it is: messages, a request, an answer,
 * JSON or a Python literal as text, or a bare text.
 *
 * @param role of a bare text
 */
export function readChat(value: JsonValue | undefined, role: 'user' | 'assistant'): Chat {
  const found = readValue(value, role, 0);
  if (found === null) return NONE;
  return { ...found, messages: mergeCalls(found.messages) };
}

function readValue(value: JsonValue | undefined, role: 'user' | 'assistant', depth: number): Chat | null {
  if (value === undefined || value === null || depth > MAX_DEPTH) return null;
  if (typeof value === 'string') return readText(value, role, depth);
  if (Array.isArray(value)) return readList(listOf(value), role, depth);
  return isJsonObject(value) ? readObject(value, role, depth) : null;
}

function readText(text: string, role: 'user' | 'assistant', depth: number): Chat | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'None' || trimmed === 'null') return null;
  if (/^[[{"']/.test(trimmed)) {
    const parsed = parseJsonText(trimmed) ?? parsePythonLiteral(trimmed);
    const found = parsed === undefined || parsed === text ? null : readValue(parsed, role, depth + 1);
    // A text in a text is that text, and a question in a map is the question; an answer in JSON is an answer.
    const isText = typeof parsed === 'string' || (role === 'user' && !Array.isArray(parsed));
    if (found !== null && (found.structured || isText)) return found;
    if (isEmptyJson(parsed)) return null;
  }
  const printed = readPrinted(trimmed);
  if (printed !== null) return { messages: printed, tools: [], structured: true };
  return { messages: [{ role, content: text }], tools: [], structured: false };
}

/** Empty JSON is no text either, nor what a broken instrumentation writes in place of the message. */
function isEmptyJson(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || typeof value !== 'object') return false;
  const fields = Object.entries(value);
  return fields.length === 0 || (fields.length === 1 && fields[0]?.[0] === 'content' && fields[0][1] === 'role');
}

const PRINTED = /^role='(?:system|user|assistant|tool|developer)' content=/;
const PRINTED_FIELD = /\s?([a-z_]+)=(None|True|False|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\[)/y;

/** A message printed by Python's pydantic: `role='user' content='...' name=None ...`. Only the fields needed are read. */
function readPrinted(text: string): readonly JsonObject[] | null {
  if (!PRINTED.test(text)) return null;
  const fields: Record<string, JsonValue> = {};
  const pattern = new RegExp(PRINTED_FIELD);
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    const [, key, raw] = match ?? [];
    if (match === null || key === undefined || raw === undefined) break;
    if (raw === '[') {
      const from = start + match[0].length - 1;
      const end = endOfList(text, from);
      const list = parsePythonLiteral(text.slice(from, end));
      if (list !== undefined) fields[key] = list;
      pattern.lastIndex = end;
    } else fields[key] = parsePythonLiteral(raw) ?? null;
  }
  const known = ['content', 'tool_calls', 'tool_call_id', 'reasoning_content'].flatMap((key): [string, JsonValue][] => {
    const value = fields[key];
    return value === undefined || value === null ? [] : [[key, value]];
  });
  const failed = fields['tool_call_error'] === true ? { is_error: true } : {};
  return wireMessages({ content: null, ...Object.fromEntries(known), ...failed, role: fields['role'] ?? 'user' });
}

/** @returns the place after the bracket that closes the list at `from`; quotes are stepped over */
function endOfList(text: string, from: number): number {
  let depth = 0;
  let quote: string | null = null;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== null) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = null;
    } else if (char === "'" || char === '"') quote = char;
    else if (char === '[') depth += 1;
    else if (char === ']' && --depth === 0) return at + 1;
  }
  return text.length;
}

function readList(list: readonly JsonValue[], role: 'user' | 'assistant', depth: number): Chat | null {
  if (list.length === 0) return null;
  const [first] = list;
  // LangChain calls in batches: a list of lists, of which traces hold one.
  if (list.length === 1 && Array.isArray(first)) return readList(listOf(first), role, depth + 1);
  const messages: JsonObject[] = [];
  const tools: JsonValue[] = [];
  const loose: JsonObject[] = [];
  for (const item of list) {
    const tool = toolOfMessage(item);
    const found = tool !== null ? [] : typeof item === 'string' ? readPrinted(item.trim()) : wireMessages(item);
    if (tool !== null) tools.push(tool);
    else if (found !== null) messages.push(...found);
    else if (isJsonObject(item)) loose.push(item);
  }
  if (messages.length > 0) return { messages, tools, structured: true };
  return readLoose(loose, role, depth);
}

/** LangGraph in Langfuse writes the tools offered as messages of the role `tool`. */
function toolOfMessage(item: JsonValue): JsonValue | null {
  const content = isJsonObject(item) && item['role'] === 'tool' ? objectOf(item['content']) : {};
  return content['type'] === 'function' && isJsonObject(content['function']) ? content : null;
}

/** Objects that are no messages: calls of the Vercel AI SDK, choices, content blocks. */
function readLoose(items: readonly JsonObject[], role: 'user' | 'assistant', depth: number): Chat | null {
  const calls = items.filter((item) => typeof item['toolName'] === 'string');
  if (calls.length > 0) {
    const tool_calls = calls.map((item) => wireCall(item['toolCallId'], item['toolName'], pick(item, 'input', 'args')));
    return { messages: [{ role: 'assistant', content: null, tool_calls }], tools: [], structured: true };
  }
  const { content, calls: uses, reasoning } = readBlocks(items);
  if (items.length > 0 && (uses.length > 0 || content.some(({ type }) => type === 'text'))) {
    const found = wireMessages({ role, content: items });
    if (found !== null) return { messages: found, tools: [], structured: uses.length > 0 || reasoning.length > 0 };
  }
  const only = items.length === 1 ? items[0] : undefined;
  return only === undefined ? null : readValue(only, role, depth + 1);
}

function readObject(value: JsonObject, role: 'user' | 'assistant', depth: number): Chat | null {
  const own = wireMessages(value);
  if (own !== null) return { messages: own, tools: [], structured: true };
  return readRequest(value, depth) ?? readAnswer(value, depth) ?? readNested(value, role, depth);
}

/** A request of OpenAI, Anthropic, Gemini or Bedrock, or a state with messages. */
function readRequest(value: JsonObject, depth: number): Chat | null {
  const list = pick(value, 'messages', 'contents');
  const isResponses =
    list === undefined &&
    (Array.isArray(value['input']) || typeof value['input'] === 'string') &&
    (typeof value['instructions'] === 'string' || typeof value['model'] === 'string');
  const source = isResponses ? value['input'] : list;
  if (source === undefined) return null;
  const found = readValue(source, 'user', depth + 1);
  if (found === null) return null;
  const config = objectOf(value['config']);
  const system =
    pick(value, 'system', 'instructions', 'systemInstruction', 'system_instruction') ??
    pick(config, 'system_instruction', 'systemInstruction');
  return {
    messages: [...systemMessage(system), ...found.messages],
    tools: [
      ...toolsOf(pick(value, 'tools', 'functions') ?? config['tools'] ?? objectOf(value['toolConfig'])['tools']),
      ...found.tools,
    ],
    structured: found.structured || source === list,
  };
}

export function systemMessage(value: JsonValue | undefined): readonly JsonObject[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') return [{ role: 'system', content: value }];
  const blocks = Array.isArray(value) ? listOf(value) : listOf(objectOf(value)['parts']);
  return blocks.length === 0 ? [] : (wireMessages({ role: 'system', parts: blocks }) ?? []);
}

/** Tools of any maker as the reader of OpenAI's wants them; a list may be JSON text, and so may each of its items. */
export function toolsOf(raw: JsonValue | undefined): readonly JsonValue[] {
  const list = typeof raw === 'string' ? parseJsonText(raw) : raw;
  return listOf(list).flatMap((item): readonly JsonValue[] => {
    const tool = objectOf(typeof item === 'string' ? parseJsonText(item) : item);
    const gemini = pick(tool, 'function_declarations', 'functionDeclarations');
    if (Array.isArray(gemini)) return toolsOf(gemini);
    const spec = isJsonObject(tool['toolSpec']) ? tool['toolSpec'] : tool;
    const schema = pick(spec, 'inputSchema', 'input_schema', 'parametersJsonSchema', 'parameters_json_schema');
    if (schema === undefined || Object.hasOwn(spec, 'parameters')) return Object.keys(spec).length === 0 ? [] : [spec];
    const rest = Object.fromEntries(Object.entries(spec).filter(([, field]) => field !== schema));
    return [{ ...rest, parameters: objectOf(schema)['json'] ?? schema }];
  });
}

/** An answer of OpenAI (both forms), Gemini, Bedrock or LangChain. Of several choices the first is the one that went on. */
function readAnswer(value: JsonObject, depth: number): Chat | null {
  const others = listOf(value['choices']).slice(1);
  const beside = others.length > 0 ? { other_choices: others } : {};
  for (const { body, finish } of bodiesOf(value)) {
    const fields = objectOf(body);
    const found = Object.keys(fields).length === 0 ? null : wireMessages({ role: 'assistant', ...fields });
    if (found === null) continue;
    const extra = { ...(finish === null ? {} : { finish_reason: finish }), ...beside };
    const messages = found.map((message, at) => (at === found.length - 1 ? { ...message, ...extra } : message));
    return { messages, tools: [], structured: true };
  }
  return readResponse(value, depth);
}

type AnswerBody = { readonly body: JsonValue | undefined; readonly finish: string | null };

function bodiesOf(value: JsonObject): readonly AnswerBody[] {
  const choice = objectOf(listOf(value['choices'])[0]);
  const generations = listOf(value['generations'])[0];
  const generation = objectOf(Array.isArray(generations) ? listOf(generations)[0] : generations);
  const candidate = objectOf(listOf(value['candidates'])[0]);
  const finish = pickText(value, 'finish_reason', 'stopReason');
  const text = (from: JsonObject): JsonValue | undefined =>
    typeof from['text'] === 'string' ? { content: from['text'] } : undefined;
  return [
    { body: choice['message'], finish: pickText(choice, 'finish_reason') },
    {
      body: generation['message'] ?? text(generation),
      finish: pickText(objectOf(generation['generation_info']), 'finish_reason'),
    },
    { body: candidate['content'], finish: pickText(candidate, 'finishReason', 'finish_reason') },
    { body: Array.isArray(objectOf(value['content'])['parts']) ? value['content'] : undefined, finish },
    { body: objectOf(value['output'])['message'], finish },
    { body: finish === null ? undefined : text(value), finish },
  ];
}

function readResponse(value: JsonObject, depth: number): Chat | null {
  const items = listOf(value['output']);
  const isItem = (item: JsonValue): boolean =>
    /^(?:message|function_call|reasoning)$/.test(pickText(objectOf(item), 'type') ?? '');
  if (value['object'] !== 'response' && !items.some(isItem)) return null;
  const found = readList(items, 'assistant', depth + 1);
  return {
    messages: [...systemMessage(value['instructions']), ...(found?.messages ?? [])],
    tools: toolsOf(value['tools']),
    structured: true,
  };
}

/** Names under which own functions and frameworks pass a prompt or an answer, the surest first. */
const NESTED = [
  'prompt',
  'input',
  'inputs',
  'output',
  'outputs',
  'completion',
  'response',
  'message',
  'text',
  'content',
  'answer',
  'result',
  'question',
  'query',
  'kwargs',
];

function readNested(value: JsonObject, role: 'user' | 'assistant', depth: number): Chat | null {
  if (isEmptyJson(value)) return null;
  for (const key of NESTED) {
    const found = readValue(value[key], role, depth + 1);
    if (found === null) continue;
    const hasSystem = found.messages.some((message) => message['role'] === 'system');
    const system = hasSystem ? [] : systemMessage(value['system']);
    const tools = [...toolsOf(pick(value, 'tools', 'functions')), ...found.tools];
    return { ...found, messages: [...system, ...found.messages], tools };
  }
  return null;
}

/** Parallel calls of which each came as a message of its own are one message again. */
export function mergeCalls(messages: readonly JsonObject[]): readonly JsonObject[] {
  const merged: JsonObject[] = [];
  for (const message of messages) {
    const before = merged.at(-1);
    if (before !== undefined && canJoin(before, message)) merged[merged.length - 1] = joinMessages(before, message);
    else merged.push(message);
  }
  return merged;
}

/** Calls without words of their own belong to the words before them, and thoughts to what follows them. */
export function canJoin(before: JsonObject, message: JsonObject): boolean {
  if (before['role'] !== 'assistant' || message['role'] !== 'assistant') return false;
  const isThought = isBare(before) && !hasCalls(before) && before['reasoning_content'] !== undefined;
  return isThought || (isBare(message) && hasCalls(message));
}

function isBare(message: JsonObject): boolean {
  const content = message['content'];
  return content === null || content === undefined || content === '';
}

function hasCalls(message: JsonObject): boolean {
  return listOf(message['tool_calls']).length > 0;
}

/** @returns one message of two that belong together */
export function joinMessages(before: JsonObject, message: JsonObject): JsonObject {
  const calls = [...listOf(before['tool_calls']), ...listOf(message['tool_calls'])];
  const thoughts = [before['reasoning_content'], message['reasoning_content']].filter(
    (text) => typeof text === 'string',
  );
  return {
    ...before,
    ...message,
    content: message['content'] ?? before['content'] ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(thoughts.length > 0 ? { reasoning_content: thoughts.join('\n') } : {}),
  };
}
