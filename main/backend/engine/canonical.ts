import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';

/**
 * JSON with object keys sorted by code unit and no blanks, so that equal values give equal text. `undefined` members are
 * dropped; numbers print as JavaScript prints them (1.0 is 1).
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return value === undefined ? 'null' : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item)).join(',')}]`;
  const members: string[] = [];
  for (const [key, member] of Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The arguments of a call as compared: the parsed value, else the raw text marked as such. */
function argsKey(call: { args?: JsonValue | undefined; argsText: string }): unknown {
  return call.args === undefined ? { invalid: call.argsText } : call.args;
}

/**
 * What two messages must share to be the same: role, name, parts, calls with parsed arguments, results. Ids of calls,
 * timing, tokens and extras do not count; parallel and successive calls differ, since they are other messages.
 */
export function messageKey(message: Message): unknown {
  const parts = message.parts.filter((part) => part.type !== 'text' || part.text !== '');
  return {
    role: message.role,
    name: message.role === 'tool' ? undefined : message.name,
    parts,
    calls: message.calls?.map((call) => ({ name: call.name, kind: call.kind, args: argsKey(call) })),
  };
}

/** @returns the canonical text that decides whether two prompts are the same task: messages and tools offered */
export function promptKey(prompt: readonly Message[], tools: readonly ToolDef[]): string {
  return canonicalJson({ prompt: prompt.map(messageKey), tools });
}

/** @returns the canonical text of a trajectory without its prompt */
export function trajectoryKey(messages: readonly Message[]): string {
  return canonicalJson(messages.map(messageKey));
}
