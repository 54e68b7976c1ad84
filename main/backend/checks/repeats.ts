import { messageText } from '../../../shared/model/message.ts';
import { canonicalJson } from '../engine/canonical.ts';
import type { Check, CheckAttempt, Finding } from '../engine/checks.ts';

/** How often the same must come to be a loop. Twice is often a second try. */
const TIMES = 3;
/** Runs of different calls made twice over. */
const SHORTEST_RUN = 3;
const LONGEST_RUN = 12;
/** Shorter sayings, such as `Let me check.`, come again in good work. */
const MIN_TEXT = 24;
/** Places named in a detail. */
const MOST_PLACES = 20;

/** The same call, the same run of calls or the same words again and again: the agent is stuck. */
export const repeats: Check = {
  id: 'repeats',
  version: 1,
  scan: ({ attempts }) =>
    attempts.flatMap((attempt) => {
      const byMessage = new Map<number | null, Finding>();
      // Findings of a rule differ in place: the first kind that is found there speaks.
      for (const finding of findRepeats(attempt))
        if (!byMessage.has(finding.messageIdx)) byMessage.set(finding.messageIdx, finding);
      return [...byMessage.values()];
    }),
};

type Called = { readonly key: string; readonly tool: string; readonly at: number };

function findRepeats({ id, messages }: CheckAttempt): readonly Finding[] {
  const calls: Called[] = [];
  const words: Called[] = [];
  messages.forEach((message, at) => {
    if (message.role !== 'assistant') return;
    for (const call of message.calls ?? []) {
      const args = call.args === undefined ? call.argsText : canonicalJson(call.args);
      calls.push({ key: `${call.name} ${args}`, tool: call.name, at });
    }
    const text = messageText(message).trim();
    if (text.length >= MIN_TEXT) words.push({ key: text, tool: '', at });
  });
  const place = (messageIdx: number, detail: Finding['detail']): Finding => ({ attemptId: id, messageIdx, detail });
  const same = calls.length < TIMES ? [] : groups(calls);
  const run = same.length > 0 ? null : findRun(calls);
  return [
    ...same.map((group) =>
      place(group[1]?.at ?? 0, { kind: 'call', tool: group[0]?.tool ?? '', times: group.length, at: placesOf(group) }),
    ),
    ...(run === null ? [] : [place(run.at, { kind: 'run', tools: [...run.tools], times: 2 })]),
    ...(words.length < TIMES ? [] : groups(words)).map((group) =>
      place(group[1]?.at ?? 0, { kind: 'text', times: group.length, at: placesOf(group) }),
    ),
  ];
}

/** @returns what comes at least `TIMES` times, in the order in which it first came */
function groups(items: readonly Called[]): readonly (readonly Called[])[] {
  const byKey = new Map<string, Called[]>();
  for (const item of items) {
    const group = byKey.get(item.key);
    if (group === undefined) byKey.set(item.key, [item]);
    else group.push(item);
  }
  return [...byKey.values()].filter((group) => group.length >= TIMES);
}

function placesOf(group: readonly Called[]): number[] {
  return [...new Set(group.map((item) => item.at))].slice(0, MOST_PLACES);
}

/** @returns the first run of calls that is made again at once; one pass over the calls for each length of a run */
function findRun(calls: readonly Called[]): { readonly at: number; readonly tools: readonly string[] } | null {
  for (let length = SHORTEST_RUN; length <= LONGEST_RUN && 2 * length <= calls.length; length += 1) {
    let equal = 0;
    for (let at = length; at < calls.length; at += 1) {
      equal = calls[at]?.key === calls[at - length]?.key ? equal + 1 : 0;
      if (equal < length) continue;
      const second = calls.slice(at - length + 1, at + 1);
      return { at: second[0]?.at ?? 0, tools: second.map((item) => item.tool) };
    }
  }
  return null;
}
