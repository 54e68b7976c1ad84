import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, Part, Role, ToolCall } from '../../../../shared/model/message.ts';
import { createCallLedger } from './call-ids.ts';
import type { CallLedger } from './call-ids.ts';
import { looksLikeError } from './error-text.ts';
import { LIMITS } from './limits.ts';
import { readContent, restOf } from './openai-content.ts';
import { readToolArgs } from './tool-args.ts';

export type Problem = { readonly code: string; readonly message: string };
export type MessagesResult =
  | { readonly ok: true; readonly messages: readonly Message[]; readonly ledger: CallLedger }
  | { readonly ok: false; readonly problem: Problem };

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  // The result of a legacy function call.
  function: 'tool',
};

/** Message fields that have a place in the model, or mean nothing when empty. */
const MODELLED = [
  'role',
  'content',
  'name',
  'tool_calls',
  'function_call',
  'tool_call_id',
  'refusal',
  'reasoning_content',
  'reasoning',
  'weight',
  'finish_reason',
];

/**
 * Turns messages of the OpenAI chat wire form into ours. Ids of calls become unique in the conversation, results find
 * their calls, arguments are parsed, reasoning fields become parts, and fields without a place go to `extras`.
 *
 * @param ledger of the messages before, when these go on from others
 * @returns the first problem when a message cannot be one; its sentence never repeats the content
 */
export function readMessages(raw: JsonValue | undefined, ledger: CallLedger = createCallLedger()): MessagesResult {
  if (!Array.isArray(raw)) return failed('messages_not_a_list', 'The messages are not a list.');
  if (raw.length > LIMITS.messages) {
    return failed(
      'too_many_messages',
      `The conversation has more than ${LIMITS.messages.toLocaleString('en')} messages.`,
    );
  }
  const messages: Message[] = [];
  for (const [at, item] of raw.entries() as ArrayIterator<[number, JsonValue]>) {
    // isArray widens readonly lists
    const result = readMessage(item, ledger);
    if (typeof result === 'string') return failed(`message_${result}`, `Message ${at + 1} ${WORDS[result]}.`);
    messages.push(result);
  }
  return { ok: true, messages, ledger };
}

const WORDS = {
  not_object: 'is not an object',
  unknown_role: 'has a role that is not one of system, developer, user, assistant, tool, function',
  bad_call: 'holds a tool call that is not an object with a name',
} as const;

function failed(code: string, message: string): MessagesResult {
  return { ok: false, problem: { code, message } };
}

function readMessage(item: JsonValue, ledger: CallLedger): Message | keyof typeof WORDS {
  if (!isJsonObject(item)) return 'not_object';
  const roleText = item['role'];
  const role = typeof roleText === 'string' && Object.hasOwn(ROLES, roleText) ? ROLES[roleText] : undefined;
  if (role === undefined) return 'unknown_role';
  if (role === 'assistant') ledger.nextTurn();
  const calls = readCalls(item, ledger);
  if (calls === null) return 'bad_call';
  const { parts, contentForm, partExtras } = readContent(item);
  const weight = item['weight'];
  const finish = item['finish_reason'];
  const name = item['name'];
  const all = [...reasoningOf(item), ...parts, ...refusalOf(item)];
  // Filled step by step: a file has millions of messages, and most have none of these.
  const message: Message = typeof name === 'string' ? { role, name, parts: all } : { role, parts: all };
  if (contentForm !== undefined) message.contentForm = contentForm;
  if (calls.length > 0) message.calls = calls;
  if (role === 'tool') Object.assign(message, resultFields(item, parts, ledger));
  if (typeof finish === 'string') message.finish = finish;
  if (typeof weight === 'number') message.weight = weight;
  const extras = extrasOf(item, roleText, partExtras);
  if (extras !== null) message.extras = extras;
  return message;
}

function extrasOf(item: JsonObject, role: JsonValue | undefined, partExtras: JsonObject | null): JsonObject | null {
  const rest = restOf(item, MODELLED);
  const odd = oddFields(item, role);
  if (rest === null && odd === null && partExtras === null) return null;
  return { ...rest, ...odd, ...(partExtras === null ? null : { partExtras }) };
}

/** Modelled fields whose value is not of the kind we model are kept as they are. */
function oddFields(item: JsonObject, role: JsonValue | undefined): JsonObject | null {
  let odd: [string, JsonValue][] | null = role === 'function' ? [['role', role]] : null;
  for (const [key, kind] of KINDS) {
    const value = item[key];
    if (value !== undefined && value !== null && typeof value !== kind) (odd ??= []).push([key, value]);
  }
  return odd === null ? null : Object.fromEntries(odd);
}

const KINDS = [
  ['name', 'string'],
  ['weight', 'number'],
  ['reasoning', 'string'],
  ['reasoning_content', 'string'],
] as const;

function reasoningOf(item: JsonObject): Part[] {
  if (item['reasoning_content'] === undefined && item['reasoning'] === undefined) return [];
  // The same text may stand under both names; it is one reasoning.
  const texts = new Set([item['reasoning_content'], item['reasoning']]);
  return [...texts].flatMap((text) => (typeof text === 'string' && text !== '' ? [{ type: 'reasoning', text }] : []));
}

function refusalOf(item: JsonObject): Part[] {
  const refusal = item['refusal'];
  return typeof refusal === 'string' && refusal !== '' ? [{ type: 'refusal', text: refusal }] : [];
}

function resultFields(
  item: JsonObject,
  parts: readonly Part[],
  ledger: CallLedger,
): Pick<Message, 'callId' | 'isError'> {
  const id = item['tool_call_id'];
  const name = item['name'];
  const callId = ledger.answer(typeof id === 'string' && id !== '' ? id : null, typeof name === 'string' ? name : null);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return {
    ...(callId === undefined ? {} : { callId }),
    ...(looksLikeError(text) ? { isError: 'guessed' as const } : {}),
  };
}

/** @returns null when an entry cannot be a call */
function readCalls(item: JsonObject, ledger: CallLedger): ToolCall[] | null {
  const calls: ToolCall[] = [];
  const list = item['tool_calls'];
  for (const entry of Array.isArray(list) ? (list as readonly JsonValue[]) : []) {
    // isArray widens readonly lists
    const call = readCall(entry, ledger);
    if (call === null) return null;
    calls.push(call);
  }
  const legacy = item['function_call'];
  // The same call in both fields is one call.
  if (calls.length === 0 && isJsonObject(legacy)) {
    const call = readCall({ function: legacy }, ledger);
    if (call === null) return null;
    calls.push({ ...call, extras: { ...call.extras, legacy: true } });
  }
  return calls;
}

function readCall(entry: JsonValue, ledger: CallLedger): ToolCall | null {
  if (!isJsonObject(entry)) return null;
  const body = [entry['function'], entry['custom'], entry].find(
    (candidate) => candidate !== undefined && isJsonObject(candidate),
  );
  if (body === undefined || !isJsonObject(body)) return null;
  const name = body['name'];
  if (typeof name !== 'string') return null;
  const isCustom = entry['type'] === 'custom' || isJsonObject(entry['custom']);
  const sourceId = entry['id'];
  const ids = ledger.open(typeof sourceId === 'string' ? sourceId : null, name);
  const input = body['input'];
  const args = isCustom
    ? { argsText: typeof input === 'string' ? input : JSON.stringify(input ?? '') }
    : readToolArgs(body['arguments']);
  const extras = {
    ...restOf(entry, ['id', 'type', 'index', 'function', 'custom', 'name', 'arguments', 'input']),
    ...(body === entry ? null : restOf(body, ['name', 'arguments', 'input'])),
  };
  return {
    ...ids,
    name,
    ...args,
    kind: isCustom ? 'custom' : 'function',
    ...(Object.keys(extras).length === 0 ? {} : { extras }),
  };
}
