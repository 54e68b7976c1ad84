import type { Message, Part, ToolCall } from './message.ts';

/** A call with the message that answers it; `result` is absent when the log holds none (status `missing`). */
export type CallWithResult = {
  readonly call: ToolCall;
  readonly result: Message | undefined;
  readonly status: 'ok' | 'error' | 'missing';
};

/** One entry of a trajectory as people read it. */
export type TrajectoryItem =
  | { readonly kind: 'turn'; readonly message: Message; readonly messageIdx: number }
  | {
      readonly kind: 'step';
      readonly message: Message;
      readonly messageIdx: number;
      readonly stepIdx: number;
      readonly reasoning: readonly Extract<Part, { type: 'reasoning' }>[];
      readonly calls: readonly CallWithResult[];
      readonly isFinal: boolean;
    }
  /** A tool message that answers no call of the attempt. */
  | { readonly kind: 'orphan'; readonly message: Message; readonly messageIdx: number };

/**
 * Reads messages as turns and steps: each assistant message is one step, its calls are parallel, and tool messages join
 * the call they answer (by id; without an id, in order within the step they follow).
 */
export function toTrajectory(messages: readonly Message[]): readonly TrajectoryItem[] {
  const items: TrajectoryItem[] = [];
  const paired = pairResults(messages);
  let stepIdx = 0;
  let lastStep = -1;
  messages.forEach((message, messageIdx) => {
    if (message.role === 'assistant') {
      const calls = (message.calls ?? []).map((call, callIdx): CallWithResult => {
        const result = paired.byCall.get(`${messageIdx}:${callIdx}`);
        return { call, result, status: statusOf(result) };
      });
      const reasoning = message.parts.filter((part) => part.type === 'reasoning');
      lastStep = items.length;
      items.push({ kind: 'step', message, messageIdx, stepIdx: stepIdx++, reasoning, calls, isFinal: false });
    } else if (message.role !== 'tool') items.push({ kind: 'turn', message, messageIdx });
    else if (!paired.used.has(messageIdx)) items.push({ kind: 'orphan', message, messageIdx });
  });
  const last = items[lastStep];
  if (last?.kind === 'step' && last.calls.length === 0) items[lastStep] = { ...last, isFinal: true };
  return items;
}

function statusOf(result: Message | undefined): CallWithResult['status'] {
  if (result === undefined) return 'missing';
  return result.isError === undefined || result.isError === false ? 'ok' : 'error';
}

/** Pairs tool messages with calls: by id first, then by order among the open calls of the latest step. */
function pairResults(messages: readonly Message[]): {
  byCall: Map<string, Message>;
  used: Set<number>;
} {
  const byCall = new Map<string, Message>();
  const used = new Set<number>();
  const open: { key: string; id: string }[] = [];
  messages.forEach((message, messageIdx) => {
    (message.calls ?? []).forEach((call, callIdx) => open.push({ key: `${messageIdx}:${callIdx}`, id: call.id }));
    if (message.role !== 'tool') return;
    const at = message.callId === undefined ? 0 : open.findIndex((entry) => entry.id === message.callId);
    const entry = open[at];
    if (entry === undefined) return;
    open.splice(at, 1);
    byCall.set(entry.key, message);
    used.add(messageIdx);
  });
  return { byCall, used };
}

/** Counts of a trajectory as the store keeps them. `maxParallel` is the most calls issued in one step. */
export type TrajectoryCounts = {
  readonly steps: number;
  readonly calls: number;
  readonly results: number;
  readonly toolErrors: number;
  readonly maxParallel: number;
};

/** @returns counts over the messages of one attempt */
export function countTrajectory(messages: readonly Message[]): TrajectoryCounts {
  let steps = 0;
  let calls = 0;
  let results = 0;
  let toolErrors = 0;
  let maxParallel = 0;
  for (const message of messages) {
    if (message.role === 'assistant') {
      steps += 1;
      const count = message.calls?.length ?? 0;
      calls += count;
      maxParallel = Math.max(maxParallel, count);
    } else if (message.role === 'tool') {
      results += 1;
      if (message.isError === true || message.isError === 'guessed') toolErrors += 1;
    }
  }
  return { steps, calls, results, toolErrors, maxParallel };
}
