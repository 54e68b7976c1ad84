import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import type { Transcript } from './transcript.ts';

const FIELDS = ['role', 'content', 'tool_calls', 'requestor', 'error', 'id', 'name', 'tool_messages'];

/**
 * Adds the messages of a simulation: calls are flat with an object of arguments, results name their call in `id` and may
 * be folded together. Calls and results of the simulated user are not the agent's: they are kept beside the user's words.
 *
 * @returns what is wrong, null when all were added
 */
export function addTau2Messages(raw: JsonValue | undefined, transcript: Transcript): string | null {
  const list = listOf(raw);
  for (const [at, message] of list.entries()) {
    if (!isJsonObject(message)) return `message ${at + 1} is not an object.`;
    const results = message['role'] === 'tool' ? unfold(message) : [];
    if (results.length > 0) for (const result of results) addResult(result, transcript);
    else if (!addWords(message, transcript)) return `message ${at + 1} has a role Assay does not know.`;
  }
  return null;
}

function unfold(message: JsonObject): readonly JsonObject[] {
  const folded = objectsOf(message['tool_messages']);
  return folded.length > 0 ? folded : [message];
}

function addResult(result: JsonObject, transcript: Transcript): void {
  if (result['requestor'] === 'user') {
    transcript.add('user', { parts: [], extras: { userResult: result } });
    return;
  }
  const { error } = result;
  transcript.add('tool', {
    content: result['content'],
    callId: textOf(result['id']),
    isError: typeof error === 'boolean' ? error : null,
    extras: restOf(result, FIELDS),
  });
}

function addWords(message: JsonObject, transcript: Transcript): boolean {
  const { role } = message;
  if (role !== 'system' && role !== 'user' && role !== 'assistant') return false;
  const calls = objectsOf(message['tool_calls']);
  const own = role === 'assistant' ? calls.filter((call) => call['requestor'] !== 'user') : [];
  const others = calls.filter((call) => !own.includes(call));
  transcript.add(role, {
    content: message['content'],
    calls: own.map((call) => ({
      id: textOf(call['id']),
      name: textOf(call['name']) ?? '',
      args: call['arguments'],
      extras: restOf(call, ['id', 'name', 'arguments', 'requestor']),
    })),
    tokens: role === 'assistant' ? numberOf(objectOf(message['usage'])['completion_tokens']) : null,
    extras: { ...restOf(message, FIELDS), ...(others.length > 0 ? { userCalls: others } : null) },
  });
  return true;
}
