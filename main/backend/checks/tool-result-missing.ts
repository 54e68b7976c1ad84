import type { Message, ToolCall } from '../../../shared/model/message.ts';
import type { Check, CheckAttempt, Finding } from '../engine/checks.ts';

/**
 * Calls without a result where the attempt goes on. Calls of the last message are no finding: a log of single requests,
 * and a sample that is one decision, end there.
 */
export const toolResultMissing: Check = {
  id: 'tool-result-missing',
  version: 1,
  scan: ({ attempts }) => attempts.flatMap(findMissing),
};

function findMissing({ id, messages, items }: CheckAttempt): readonly Finding[] {
  return items.flatMap((item) => {
    if (item.kind !== 'step' || item.messageIdx === messages.length - 1) return [];
    const tools = item.calls
      .filter((entry) => entry.status === 'missing' && wantsResult(entry.call))
      .map((entry) => entry.call.name);
    return tools.length === 0 || isAnsweredLast(messages, item.messageIdx)
      ? []
      : [{ attemptId: id, messageIdx: item.messageIdx, detail: { tools } }];
  });
}

/** Server tools run at the provider and hand-offs change the agent: neither has a result of its own. */
function wantsResult(call: ToolCall): boolean {
  return call.kind === 'function' || call.kind === 'custom';
}

/** The log stops while results were still coming in. */
function isAnsweredLast(messages: readonly Message[], from: number): boolean {
  return messages.slice(from + 1).every((message) => message.role === 'tool');
}
