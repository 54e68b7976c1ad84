import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message, ToolCall } from '../../../shared/model/message.ts';
import type { CheckSample, Finding } from '../engine/checks.ts';

/**
 * One finding for each message with calls about which `look` says something: of the attempts, and of the prompt, since a
 * request sends what the agent did before.
 */
export function byCalls(
  { prompt, attempts }: CheckSample,
  look: (calls: readonly ToolCall[]) => JsonObject | null,
): readonly Finding[] {
  const findIn = (messages: readonly Message[], attemptId: number | null): readonly Finding[] =>
    messages.flatMap(({ calls }, messageIdx) => {
      const detail = calls === undefined ? null : look(calls);
      return detail === null ? [] : [{ attemptId, messageIdx, detail }];
    });
  return [...findIn(prompt, null), ...attempts.flatMap(({ id, messages }) => findIn(messages, id))];
}
