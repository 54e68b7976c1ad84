import type { Message } from '../../../shared/model/message.ts';
import type { Check, Finding } from '../engine/checks.ts';

/** A refusal is an answer, reasoning alone is none. */
export const emptyAnswer: Check = {
  id: 'empty-answer',
  version: 1,
  scan: ({ attempts }) =>
    attempts.flatMap(({ id, messages }): Finding[] => {
      const last = messages.at(-1);
      if (last === undefined) return [{ attemptId: id, messageIdx: null, detail: {} }];
      return last.role === 'assistant' && saysNothing(last)
        ? [{ attemptId: id, messageIdx: messages.length - 1, detail: {} }]
        : [];
    }),
};

function saysNothing(message: Message): boolean {
  if ((message.calls?.length ?? 0) > 0) return false;
  return message.parts.every(
    (part) =>
      part.type === 'reasoning' || ((part.type === 'text' || part.type === 'refusal') && part.text.trim() === ''),
  );
}
