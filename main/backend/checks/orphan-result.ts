import type { Message } from '../../../shared/model/message.ts';
import type { Check } from '../engine/checks.ts';
import { stretchesOf } from './stretches.ts';

/** Results that answer no call before them. Calls without a result are another rule. */
export const orphanResult: Check = {
  id: 'orphan-result',
  version: 2,
  scan: (sample) =>
    stretchesOf(sample).flatMap(({ attemptId, items }) =>
      items.flatMap((item) =>
        item.kind === 'orphan' && !(attemptId !== null && isAsked(sample.prompt, item.message))
          ? [
              {
                attemptId,
                messageIdx: item.messageIdx,
                detail: { ...(item.message.name === undefined ? {} : { tool: item.message.name }) },
              },
            ]
          : [],
      ),
    ),
};

/** An attempt may begin with the results of calls that its prompt ends with. */
function isAsked(prompt: readonly Message[], { callId }: Message): boolean {
  return callId !== undefined && prompt.some(({ calls }) => calls?.some(({ id }) => id === callId) === true);
}
