import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/model/json.ts';
import { messageText, type Message } from '../../../../shared/model/message.ts';
import type { AttemptSummary } from '../../../../shared/model/sample.ts';
import { finalAnswer } from '../../../trace/reference-compare.ts';
import { diffLists, diffTexts, type TwoSides } from '../../../trace/word-diff.ts';

/** What is laid side by side of a sample. */
export type Side = {
  readonly prompt: readonly Message[];
  readonly reference: JsonObject;
  /** Messages of one attempt; null without attempts. */
  readonly messages: readonly Message[] | null;
};
export type SectionKey = 'prompt' | 'calls' | 'answer' | 'reference';
export type Section = TwoSides & { readonly key: SectionKey; readonly isSame: boolean };

/** @returns the sections that at least one side has, in the order of a trajectory */
export function sectionsOf(a: Side, b: Side): readonly Section[] {
  const texts = (read: (side: Side) => string, key: SectionKey, kind?: 'json'): Section => {
    const [left, right] = [read(a), read(b)];
    return { key, ...diffTexts(left, right, kind), isSame: left === right };
  };
  const calls = diffLists(callNames(a), callNames(b));
  const isSameCalls = [...calls.left, ...calls.right].every(({ isChanged }) => !isChanged);
  return [
    texts(({ prompt }) => promptText(prompt), 'prompt'),
    { key: 'calls' as const, ...calls, isSame: isSameCalls },
    texts(({ messages }) => (messages === null ? '' : (finalAnswer(messages) ?? '')), 'answer'),
    texts(({ reference }) => referenceText(reference), 'reference', 'json'),
  ].filter(({ left, right }) => [...left, ...right].some(({ text }) => text !== ''));
}

/** @returns what was asked, without the instructions that all samples of a source share */
export function promptText(prompt: readonly Message[]): string {
  const asked = prompt.filter(({ role }) => role !== 'system' && role !== 'developer');
  return (asked.length === 0 ? prompt : asked)
    .map(messageText)
    .filter((text) => text !== '')
    .join('\n\n');
}

/** @returns the tools that were called, in order */
export function callNames({ messages }: Pick<Side, 'messages'>): readonly string[] {
  return (messages ?? []).flatMap(({ calls }) => calls?.map(({ name }) => name) ?? []);
}

/** @returns how many calls both sides have; a tool called twice on both counts twice */
export function sharedCalls(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const name of a) left.set(name, (left.get(name) ?? 0) + 1);
  let shared = 0;
  for (const name of b) {
    const count = left.get(name) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(name, count - 1);
  }
  return shared;
}

/** @returns a reference on one line: its values alone, as they are graded */
export function referenceLine(reference: JsonObject): string {
  return Object.values(reference)
    .map((value: JsonValue) => lineOf(value))
    .join(', ');
}

function lineOf(value: JsonValue): string {
  if (typeof value === 'string') return value.replaceAll(/\s+/gu, ' ');
  if (value === null || typeof value !== 'object') return String(value);
  return JSON.stringify(value);
}

function referenceText(reference: JsonObject): string {
  return isJsonObject(reference) && Object.keys(reference).length > 0 ? JSON.stringify(reference, null, 2) : '';
}

/** @returns the attempt with the highest score, or reward where there is no score; the first of equals; null without */
export function bestAttempt(attempts: readonly AttemptSummary[]): AttemptSummary | null {
  const worth = ({ score, reward }: AttemptSummary): number => score ?? reward ?? -Infinity;
  return attempts.reduce<AttemptSummary | null>(
    (best, attempt) => (best === null || worth(attempt) > worth(best) ? attempt : best),
    null,
  );
}
