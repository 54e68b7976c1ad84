import type { Message, ToolCall } from '../../../shared/model/message.ts';
import type { Check, CheckSample, Finding } from '../engine/checks.ts';
import { stretchesOf, type Stretch } from './stretches.ts';

/**
 * Calls without a result where the agent goes on, in an attempt or before it in the prompt. Calls of the last message are no
 * finding: a log of single requests, and a sample that is one decision, end there.
 */
export const toolResultMissing: Check = {
  id: 'tool-result-missing',
  version: 2,
  scan: (sample) => stretchesOf(sample).flatMap((stretch) => findMissing(stretch, sample)),
};

function findMissing({ attemptId, messages, items }: Stretch, { attempts }: CheckSample): readonly Finding[] {
  return items.flatMap((item) => {
    if (item.kind !== 'step' || item.messageIdx === messages.length - 1) return [];
    const calls = item.calls.filter((entry) => entry.status === 'missing' && wantsResult(entry.call));
    // A prompt may end in the middle of a step whose other results the attempts begin with.
    const missing = attemptId !== null ? calls : calls.filter(({ call }) => !isAnsweredIn(attempts, call));
    const tools = missing.map(({ call }) => call.name);
    const goesOn = attemptId === null && attempts.some((attempt) => attempt.messages[0]?.role === 'assistant');
    return tools.length === 0 || (!goesOn && isAnsweredLast(messages, item.messageIdx))
      ? []
      : [{ attemptId, messageIdx: item.messageIdx, detail: { tools } }];
  });
}

function isAnsweredIn(attempts: CheckSample['attempts'], { id }: ToolCall): boolean {
  return attempts.some(({ messages }) => messages.some(({ role, callId }) => role === 'tool' && callId === id));
}

/** Server tools run at the provider and hand-offs change the agent: neither has a result of its own. */
function wantsResult(call: ToolCall): boolean {
  return call.kind === 'function' || call.kind === 'custom';
}

/** The log stops while results were still coming in. */
function isAnsweredLast(messages: readonly Message[], from: number): boolean {
  return messages.slice(from + 1).every((message) => message.role === 'tool');
}
