import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message, Part, ToolDef } from '../../../shared/model/message.ts';

/**
 * JSON with object keys sorted by code unit and no blanks, so that equal values give equal text. `undefined` members are
 * dropped; numbers print as JavaScript prints them (1.0 is 1).
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return value === undefined ? 'null' : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item)).join(',')}]`;
  const record = value as { readonly [key: string]: unknown }; // null and lists were handled above
  let members = '';
  // Without a comparer, sort orders by code unit.
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** The arguments of a call as compared: the parsed value, else the raw text marked as such. */
function argsKey(call: { args?: JsonValue | undefined; argsText: string }): string {
  return call.args === undefined ? `invalid ${call.argsText}` : canonicalJson(call.args);
}

/** Texts, the bulk of every trace, pass as they are; only the rare other parts need their keys sorted. */
function partKey(part: Part): string {
  if (part.type === 'text' || part.type === 'refusal') return `${part.type} ${part.text}`;
  return canonicalJson(part);
}

/**
 * What two messages must share to be the same: role, name, parts, calls with parsed arguments, results. Ids of calls,
 * timing, tokens and extras do not count; parallel and successive calls differ, since they are other messages.
 *
 * @returns a list whose JSON text is the same for equal messages
 */
export function messageKey(message: Message): readonly unknown[] {
  const parts = message.parts.filter((part) => part.type !== 'text' || part.text !== '');
  return [
    message.role,
    message.role === 'tool' ? null : (message.name ?? null),
    parts.map(partKey),
    message.calls?.map((call) => [call.name, call.kind, argsKey(call)]) ?? null,
  ];
}

/**
 * @param toolsKey the tools offered as `canonicalJson` writes them, when that was done before
 * @returns the text that decides whether two prompts are the same task: messages and tools offered
 */
export function promptKey(
  prompt: readonly Message[],
  tools: readonly ToolDef[],
  toolsKey = canonicalJson(tools),
): string {
  return `${JSON.stringify(prompt.map(messageKey))}\n${toolsKey}`;
}

/** @returns the text of a trajectory without its prompt, the same for equal ones */
export function trajectoryKey(messages: readonly Message[]): string {
  return JSON.stringify(messages.map(messageKey));
}
