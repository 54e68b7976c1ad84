import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { parseJsonText } from './json-parse.ts';

export type Assembled = {
  /** The answer as it would have come without streaming: `choices[].message`, `usage`, `id`, `model`. */
  readonly body: JsonObject;
  /** Whether the stream came to its end: a finish reason for each choice, or the end mark. */
  readonly complete: boolean;
  /** Payloads that are not JSON and were passed over. */
  readonly damaged: number;
};

/** @returns whether a text is a captured event stream */
export function isEventStream(text: string): boolean {
  const lines = text.slice(0, 2000).split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== '' && !/^(?:event|id|retry)?:/.test(line.trimStart()));
  return first?.trimStart().startsWith('data:') === true;
}

/**
 * Takes the payloads out of the text of an event stream.
 *
 * @returns the payloads that are JSON, in order; `done` when the end mark came
 */
export function readEvents(text: string): {
  readonly payloads: readonly JsonValue[];
  readonly done: boolean;
  readonly damaged: number;
} {
  const payloads: JsonValue[] = [];
  let done = false;
  let damaged = 0;
  let data: string[] = [];
  const flush = (): void => {
    const payload = data.join('\n').trim();
    data = [];
    if (payload === '[DONE]') done = true;
    else if (payload !== '') {
      const value = parseJsonText(payload);
      if (value === undefined) damaged += 1;
      else payloads.push(value);
    }
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') flush();
    else if (line.startsWith('data:')) {
      // Captures that lost their blank lines have one payload a line.
      if (data.length > 0 && parseJsonText(data.join('\n')) !== undefined) flush();
      data.push(line.slice(5).trimStart());
    }
  }
  flush();
  return { payloads, done, damaged };
}

/** @returns the payload when it is a piece of a chat completion, else null */
export function asChatChunk(value: JsonValue): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const choices = value['choices'];
  const hasDelta =
    Array.isArray(choices) &&
    choices.some((choice: JsonValue) => isJsonObject(choice) && isJsonObject(choice['delta'] ?? null));
  return value['object'] === 'chat.completion.chunk' || hasDelta ? value : null;
}

type Choice = {
  readonly message: Map<string, JsonValue>;
  readonly calls: Map<number, Call>;
  legacy: Call | null;
  finish: JsonValue;
};
type Call = { readonly fields: Map<string, JsonValue>; name: string; args: string };

/**
 * Puts the pieces of a streamed chat answer together, by the index of the choice and of the call. Argument text is
 * joined; an id or a name that a gateway repeats in each piece is not. Usage comes from the last piece that has it.
 */
export function assembleChunks(chunks: readonly JsonObject[], done: boolean): Assembled {
  const choices = new Map<number, Choice>();
  const top = new Map<string, JsonValue>();
  for (const chunk of chunks) {
    for (const [key, value] of Object.entries(chunk)) {
      if (key !== 'choices' && value !== null) top.set(key, value);
    }
    const list = chunk['choices'];
    for (const item of Array.isArray(list) ? (list as readonly JsonValue[]) : []) {
      // isArray widens readonly lists
      if (isJsonObject(item)) addDelta(choices, item);
    }
  }
  top.delete('object');
  const ordered = [...choices].sort(([a], [b]) => a - b);
  const body = Object.fromEntries<JsonValue>([
    ...top,
    ['choices', ordered.map(([index, choice]) => finishChoice(index, choice))],
  ]);
  const complete = done || (ordered.length > 0 && ordered.every(([, choice]) => choice.finish !== null));
  return { body, complete, damaged: 0 };
}

function addDelta(choices: Map<number, Choice>, item: JsonObject): void {
  const index = typeof item['index'] === 'number' ? item['index'] : 0;
  const choice: Choice = choices.get(index) ?? { message: new Map(), calls: new Map(), legacy: null, finish: null };
  choices.set(index, choice);
  choice.finish = item['finish_reason'] ?? choice.finish;
  const delta = item['delta'] ?? item['message'] ?? null;
  if (!isJsonObject(delta)) return;
  for (const [key, value] of Object.entries(delta)) if (value !== null) addDeltaField(choice, key, value);
}

function addDeltaField(choice: Choice, key: string, value: JsonValue): void {
  if (key === 'tool_calls' && Array.isArray(value)) {
    for (const call of value as readonly JsonValue[]) if (isJsonObject(call)) addCall(choice, call); // isArray widens readonly lists
  } else if (key === 'function_call' && isJsonObject(value)) {
    choice.legacy ??= { fields: new Map(), name: '', args: '' };
    joinCall(choice.legacy, value);
  } else addField(choice.message, key, value);
}

/** Text goes on (content, reasoning, refusal), lists go on, anything else is as it came last. */
function addField(message: Map<string, JsonValue>, key: string, value: JsonValue): void {
  const before = message.get(key);
  if (typeof before === 'string' && typeof value === 'string' && key !== 'role' && key !== 'name')
    message.set(key, before + value);
  else if (Array.isArray(before) && Array.isArray(value))
    message.set(key, [...(before as JsonValue[]), ...(value as JsonValue[])]); // isArray widens readonly lists
  else message.set(key, value);
}

function addCall(choice: Choice, piece: JsonObject): void {
  const id = piece['id'];
  const body = piece['function'] ?? piece['custom'];
  const place = placeOf(choice, piece);
  const call: Call = choice.calls.get(place) ?? { fields: new Map(), name: '', args: '' };
  choice.calls.set(place, call);
  for (const [key, value] of Object.entries(piece)) {
    if (key === 'function' || key === 'index' || value === null || (key === 'id' && id === '')) continue;
    if (key !== 'custom') call.fields.set(key, value);
  }
  if (isJsonObject(piece['custom'] ?? null)) call.fields.set('type', 'custom');
  if (body !== undefined && isJsonObject(body)) joinCall(call, body);
}

/** Where a piece belongs: at its index; a new id at a used index, or without an index, is a new call. */
function placeOf(choice: Choice, piece: JsonObject): number {
  const id = piece['id'];
  const last = Math.max(-1, ...choice.calls.keys());
  const index = piece['index'];
  if (typeof index !== 'number') return typeof id === 'string' && id !== '' ? last + 1 : Math.max(0, last);
  const known = choice.calls.get(index)?.fields.get('id');
  const isOther = typeof id === 'string' && id !== '' && known !== undefined && known !== id;
  return isOther ? last + 1 : index;
}

function joinCall(call: Call, body: JsonObject): void {
  const name = body['name'];
  if (typeof name === 'string' && name !== call.name) call.name += name;
  const piece = body['arguments'] ?? body['input'];
  if (typeof piece === 'string') call.args += piece;
  else if (piece !== undefined && piece !== null) call.args += JSON.stringify(piece);
}

function finishChoice(index: number, choice: Choice): JsonObject {
  const calls = [...choice.calls].sort(([a], [b]) => a - b).map(([, call]) => finishCall(call));
  const message = Object.fromEntries<JsonValue>([
    ['role', 'assistant'],
    ...choice.message,
    ['content', choice.message.get('content') ?? null],
    ...(calls.length === 0 ? [] : [['tool_calls', calls] satisfies [string, JsonValue]]),
    ...(choice.legacy === null
      ? []
      : [['function_call', { name: choice.legacy.name, arguments: choice.legacy.args }] satisfies [string, JsonValue]]),
  ]);
  return { index, message, finish_reason: choice.finish };
}

function finishCall(call: Call): JsonObject {
  const fields = Object.fromEntries(call.fields);
  return fields['type'] === 'custom'
    ? { ...fields, custom: { name: call.name, input: call.args } }
    : { ...fields, function: { name: call.name, arguments: call.args } };
}
