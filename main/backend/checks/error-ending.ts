import type { Check, CheckAttempt, Finding } from '../engine/checks.ts';

export const errorEnding: Check = {
  id: 'error-ending',
  version: 1,
  scan: ({ attempts }) => attempts.flatMap((attempt) => findEnding(attempt) ?? []),
};

function findEnding({ id, outcome, messages }: CheckAttempt): Finding | null {
  const last = messages.at(-1);
  const at = { attemptId: id, messageIdx: last === undefined ? null : messages.length - 1 };
  if (last?.role === 'tool')
    return {
      ...at,
      detail: { ending: last.isError === undefined || last.isError === false ? 'result' : 'tool error' },
    };
  return outcome === 'error' ? { ...at, detail: { ending: 'outcome' } } : null;
}
