import { toTrajectory, type TrajectoryItem } from '../../../shared/model/steps.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { CheckSample } from '../engine/checks.ts';

/** Messages that are read as one: what the agent did before, in the prompt, or an attempt. */
export type Stretch = {
  /** null: in the prompt */
  readonly attemptId: number | null;
  readonly messages: readonly Message[];
  readonly items: readonly TrajectoryItem[];
};

/** @returns the prompt, where calls and results in it may not agree, and each attempt */
export function stretchesOf({ prompt, attempts }: CheckSample): readonly Stretch[] {
  const own = attempts.map(({ id, messages, items }): Stretch => ({ attemptId: id, messages, items }));
  return isWhole(prompt) ? own : [{ attemptId: null, messages: prompt, items: toTrajectory(prompt) }, ...own];
}

/** A quick look, since logs send their history with every request: nearly always each call has one result, named by its id. */
function isWhole(messages: readonly Message[]): boolean {
  const open = new Set<string>();
  let calls = 0;
  let results = 0;
  for (const message of messages) {
    for (const call of message.calls ?? []) {
      open.add(call.id);
      calls += 1;
    }
    if (message.role !== 'tool') continue;
    if (message.callId === undefined || !open.delete(message.callId)) return false;
    results += 1;
  }
  return calls === results;
}
