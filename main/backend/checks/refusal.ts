import { messageText, type Message } from '../../../shared/model/message.ts';
import type { Check, CheckAttempt, Finding } from '../engine/checks.ts';
import { CHINESE, ENGLISH } from './refusal-phrases.ts';

/** A refusal says so at once; what comes later is about something else. */
const OPENING_CHARS = 400;

/** The model would not do what was asked. Only the last answer counts: earlier ones were talked over. */
export const refusal: Check = {
  id: 'refusal',
  version: 1,
  scan: ({ attempts }) => attempts.flatMap((attempt) => findRefusal(attempt) ?? []),
};

function findRefusal({ id, messages }: CheckAttempt): Finding | null {
  const at = messages.length - 1;
  const last = messages[at];
  if (last?.role !== 'assistant') return null;
  const marked = last.parts.findIndex((part) => part.type === 'refusal' && part.text.trim() !== '');
  if (marked !== -1) return { attemptId: id, messageIdx: at, detail: { by: 'provider', part: marked } };
  if (last.finish === 'refusal' || last.finish === 'content_filter' || last.finish === 'SAFETY')
    return { attemptId: id, messageIdx: at, detail: { by: 'finish', finish: last.finish } };
  // An agent that goes on to act has not refused.
  if ((last.calls?.length ?? 0) > 0) return null;
  return findPhrase(last, id, at);
}

function findPhrase(message: Message, attemptId: number, messageIdx: number): Finding | null {
  const part = message.parts.findIndex((entry) => entry.type === 'text' && entry.text.trim() !== '');
  if (part === -1) return null;
  const text = blankQuotes(messageText({ parts: message.parts.slice(part, part + 1) }).slice(0, OPENING_CHARS));
  for (const phrase of isHan(text) ? [...CHINESE, ...ENGLISH] : ENGLISH) {
    const match = phrase.exec(text);
    if (match !== null)
      return {
        attemptId,
        messageIdx,
        span: { start: match.index, end: match.index + match[0].length },
        detail: { by: 'words', part },
      };
  }
  return null;
}

function isHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** Blanks out what is quoted, and writes every apostrophe alike; places stay. */
function blankQuotes(text: string): string {
  return text
    .replaceAll('’', "'")
    .replaceAll(/"[^"]*"|“[^”]*”|「[^」]*」|`[^`]*`|^>.*$/gmu, (quoted) => ' '.repeat(quoted.length));
}
