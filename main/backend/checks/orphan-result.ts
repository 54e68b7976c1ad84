import type { Check } from '../engine/checks.ts';

/** Results that answer no call of their attempt. Calls without a result are another rule. */
export const orphanResult: Check = {
  id: 'orphan-result',
  version: 1,
  scan: ({ attempts }) =>
    attempts.flatMap(({ id, items }) =>
      items.flatMap((item) =>
        item.kind === 'orphan'
          ? [
              {
                attemptId: id,
                messageIdx: item.messageIdx,
                detail: { ...(item.message.name === undefined ? {} : { tool: item.message.name }) },
              },
            ]
          : [],
      ),
    ),
};
