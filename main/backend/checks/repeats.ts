import { canonicalJson } from '../engine/canonical.ts';
import { messageText, type Message } from '../../../shared/model/message.ts';
import type { Check, Finding } from '../engine/checks.ts';

/** How often the same must come to be a loop. Twice is often a second try. */
const TIMES = 3;
/** Runs of different calls made twice over. */
const SHORTEST_RUN = 3;
const LONGEST_RUN = 12;
/** Shorter sayings, such as `Let me check.`, come again in good work. */
const MIN_TEXT = 24;
/** Places named in a detail. */
const MOST_PLACES = 20;

/**
 * The same call, the same run of calls or the same words again and again: the agent is stuck, in an attempt or before it in
 * the prompt.
 */
export const repeats: Check = {
  id: 'repeats',
  version: 2,
  scan: ({ prompt, attempts }) => [
    ...onePerMessage(findRepeats(prompt, null)),
    ...attempts.flatMap(({ id, messages }) => onePerMessage(findRepeats(messages, id))),
  ],
};

/** Findings of a rule differ in place: the first kind that is found there speaks. */
function onePerMessage(findings: readonly Finding[]): readonly Finding[] {
  const byMessage = new Map<number | null, Finding>();
  for (const finding of findings) if (!byMessage.has(finding.messageIdx)) byMessage.set(finding.messageIdx, finding);
  return [...byMessage.values()];
}

type Called = { readonly key: string; readonly tool: string; readonly at: number };

function findRepeats(messages: readonly Message[], attemptId: number | null): readonly Finding[] {
  const calls = callsIn(messages);
  // What a prompt shows as an example may well be said again and again.
  const words = attemptId === null ? [] : wordsIn(messages);
  const place = (messageIdx: number, detail: Finding['detail']): Finding => ({ attemptId, messageIdx, detail });
  const same = groups(calls);
  const run = same.length > 0 ? null : findRun(calls);
  return [
    ...same.map((group) =>
      place(group[1]?.at ?? 0, { kind: 'call', tool: group[0]?.tool ?? '', times: group.length, at: placesOf(group) }),
    ),
    ...(run === null ? [] : [place(run.at, { kind: 'run', tools: [...run.tools], times: 2 })]),
    ...groups(words).map((group) =>
      place(group[1]?.at ?? 0, { kind: 'text', times: group.length, at: placesOf(group) }),
    ),
  ];
}

/** @returns nothing where there are too few to be a loop: most attempts and prompts */
function callsIn(messages: readonly Message[]): readonly Called[] {
  const count = messages.reduce((sum, { calls }) => sum + (calls?.length ?? 0), 0);
  if (count < TIMES) return [];
  return messages.flatMap(({ role, calls = [] }, at) =>
    role !== 'assistant'
      ? []
      : calls.map((call) => {
          const args = call.args === undefined ? call.argsText : canonicalJson(call.args);
          return { key: `${call.name} ${args}`, tool: call.name, at };
        }),
  );
}

function wordsIn(messages: readonly Message[]): readonly Called[] {
  return messages.flatMap((message, at) => {
    const text = message.role === 'assistant' ? messageText(message).trim() : '';
    return text.length < MIN_TEXT ? [] : [{ key: text, tool: '', at }];
  });
}

/** @returns what comes at least `TIMES` times, in the order in which it first came */
function groups(items: readonly Called[]): readonly (readonly Called[])[] {
  if (items.length < TIMES) return [];
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
