import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolCall, ToolDef } from '../../../shared/model/message.ts';

/**
 * Gives tool results that name no call of the conversation to the calls that have none, in order: a result to the first
 * open call before it, of the same name where it has one. What a result said it answered is kept in its extras.
 *
 * @returns the messages, the same ones when nothing could be paired
 */
export function pairByOrder(messages: readonly Message[]): {
  readonly messages: readonly Message[];
  readonly paired: number;
} {
  const answered = new Set(messages.flatMap((message) => (message.callId === undefined ? [] : [message.callId])));
  const known = new Set(messages.flatMap((message) => (message.calls ?? []).map((call) => call.id)));
  const open: ToolCall[] = [];
  let paired = 0;
  const next = messages.map((message) => {
    open.push(...(message.calls ?? []).filter((call) => !answered.has(call.id)));
    if (message.role !== 'tool' || (message.callId !== undefined && known.has(message.callId))) return message;
    const named = open.findIndex((call) => call.name === message.name);
    const at = message.name === undefined ? 0 : named;
    const call = open[at];
    if (call === undefined) return message;
    open.splice(at, 1);
    paired += 1;
    const before =
      message.callId === undefined ? {} : { extras: { ...message.extras, callIdInSource: message.callId } };
    return { ...message, ...before, callId: call.id };
  });
  return paired === 0 ? { messages, paired } : { messages: next, paired };
}

/**
 * Adds the tools that are called but not offered, each with a schema made of the arguments of its calls: the properties met,
 * with the types of their values; required are those that every call has. Calls whose arguments are no object tell nothing.
 *
 * @returns the tools, the same ones when none is missing
 */
export function inferTools(
  tools: readonly ToolDef[],
  conversations: readonly (readonly Message[])[],
): { readonly tools: readonly ToolDef[]; readonly added: number } {
  const offered = new Set(tools.map(({ name }) => name));
  const calls = new Map<string, ToolCall[]>();
  for (const message of conversations.flat())
    for (const call of message.calls ?? [])
      if (!offered.has(call.name)) calls.set(call.name, [...(calls.get(call.name) ?? []), call]);
  if (calls.size === 0) return { tools, added: 0 };
  const inferred = [...calls].map(([name, list]): ToolDef => ({
    name,
    parameters: schemaOf(list),
    extras: { inferredFromCalls: list.length },
  }));
  return { tools: [...tools, ...inferred], added: calls.size };
}

function schemaOf(calls: readonly ToolCall[]): JsonObject {
  const args = calls.flatMap((call) => (call.args !== undefined && isJsonObject(call.args) ? [call.args] : []));
  const names = [...new Set(args.flatMap((one) => Object.keys(one)))];
  const properties = Object.fromEntries(
    names.map((name) => {
      const types = [...new Set(args.flatMap((one) => (name in one ? [typeOf(one[name] ?? null)] : [])))];
      return [name, { type: types.length === 1 ? (types[0] ?? 'string') : types }];
    }),
  );
  return { type: 'object', properties, required: names.filter((name) => args.every((one) => name in one)) };
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return 'number';
  return typeof value;
}
