import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Part } from '../../../../shared/model/message.ts';
import { listOf, objectOf, objectsOf, textOf } from './fields.ts';
import { readContent, restOf } from './openai-content.ts';
import type { Transcript } from './transcript.ts';

const MARK = 'attachment://';

/** @returns a sample with long texts back in their places, from where the log put them */
export function withAttachments(sample: JsonObject): JsonObject {
  const attachments = objectOf(sample['attachments']);
  if (Object.keys(attachments).length === 0) return sample;
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === 'string')
      return value.startsWith(MARK) ? (attachments[value.slice(MARK.length)] ?? value) : value;
    if (Array.isArray(value)) return listOf(value).map(fill);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
  };
  const entries = Object.entries(sample).map(([key, value]): [string, JsonValue] => [
    key,
    key === 'attachments' ? value : fill(value),
  ]);
  return Object.fromEntries(entries);
}

const FIELDS = ['role', 'content', 'tool_calls', 'tool_call_id', 'function', 'error', 'id'];

/**
 * Adds messages of an inspect_ai sample: the name of a call is text, its arguments an object, and results say whether
 * they are errors.
 *
 * @returns what is wrong, null when all were added
 */
export function addInspectMessages(messages: readonly JsonValue[], transcript: Transcript): string | null {
  for (const [at, message] of messages.entries()) {
    if (!isJsonObject(message)) return `message ${at + 1} is not an object.`;
    const { role } = message;
    if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool')
      return `message ${at + 1} has a role Assay does not know.`;
    const { parts, contentForm } = contentOf(message);
    const { error } = message;
    const failed = error !== undefined && error !== null;
    transcript.add(role, {
      ...(contentForm === undefined ? { parts } : { parts, contentForm }),
      calls: objectsOf(message['tool_calls']).map((call) => ({
        id: textOf(call['id']),
        name: textOf(call['function']) ?? textOf(objectOf(call['function'])['name']) ?? 'unknown',
        args: call['arguments'] ?? objectOf(call['function'])['arguments'],
        extras: restOf(call, ['id', 'function', 'arguments', 'type']),
      })),
      callId: textOf(message['tool_call_id']),
      name: role === 'tool' ? textOf(message['function']) : null,
      isError: role === 'tool' ? failed : null,
      extras: { ...restOf(message, FIELDS), ...(failed ? { error } : null) },
    });
  }
  return null;
}

/** Content with reasoning among its parts. */
function contentOf(message: JsonObject): ReturnType<typeof readContent> {
  const read = readContent({ content: message['content'] ?? null });
  const parts = read.parts.map((part): Part => {
    if (part.type !== 'other' || part.kind !== 'reasoning' || !isJsonObject(part.raw)) return part;
    const text = textOf(part.raw['reasoning']);
    if (text === null) return part;
    return { type: 'reasoning', text, ...(part.raw['redacted'] === true ? { encrypted: true } : {}) };
  });
  return { ...read, parts };
}
