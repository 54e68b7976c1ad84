import type { JsonValue } from '../../../shared/model/json.ts';
import { messageText, type Message } from '../../../shared/model/message.ts';
import type { Check, CheckAttempt, Finding } from '../engine/checks.ts';
import { isCutJson } from './cut-json.ts';
import { isObject } from './schema/normalise.ts';

/** Reasons to stop, in the words of the makers in lower case, that mean: no room was left. */
const OUT_OF_ROOM = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'max_completion_tokens',
  'max_length',
  'model_length',
  'token_limit',
  'incomplete',
  'model_context_window_exceeded',
  'context_length_exceeded',
]);

/** Answers that stop in the middle: said by the model's maker, or seen in what was written. */
export const truncated: Check = {
  id: 'truncated',
  version: 1,
  scan: ({ attempts }) => attempts.flatMap(findCuts),
};

function findCuts({ id, messages, extras }: CheckAttempt): readonly Finding[] {
  const found: Finding[] = [];
  messages.forEach((message, index) => {
    if (message.role !== 'assistant') return;
    const reasons = reasonsOf(message, index === messages.length - 1, extras);
    if (reasons.length === 0) return;
    const finish = message.finish === undefined ? {} : { finish: message.finish };
    found.push({ attemptId: id, messageIdx: index, detail: { reasons, ...finish } });
  });
  return found;
}

function reasonsOf(message: Message, isLast: boolean, extras: JsonValue): string[] {
  const reasons: string[] = [];
  if (isOutOfRoom(message.finish)) reasons.push('finish');
  if (saysCut(message.extras) || (isLast && saysCut(extras))) reasons.push('provider');
  if (message.calls?.some((call) => call.argsError !== undefined && isCutJson(call.argsText)) === true)
    reasons.push('arguments');
  if (isLast) reasons.push(...cutText(message));
  return reasons;
}

function isOutOfRoom(reason: JsonValue | undefined): boolean {
  return typeof reason === 'string' && (OUT_OF_ROOM.has(reason) || OUT_OF_ROOM.has(reason.toLowerCase()));
}

const STATUS = ['status', 'stop_reason', 'finish_reason', 'stopReason', 'finishReason'];

/** Fields of makers that were kept as they were read. */
function saysCut(extras: JsonValue | undefined): boolean {
  if (!isObject(extras)) return false;
  if (extras['truncated'] === true || extras['is_truncated'] === true) return true;
  const details = extras['incomplete_details'];
  if (isObject(details) && isOutOfRoom(details['reason'])) return true;
  return STATUS.some((key) => isOutOfRoom(extras[key]));
}

/** An answer with calls may well stop after a colon; one without is whole or was cut. */
function cutText(message: Message): readonly string[] {
  if ((message.calls?.length ?? 0) > 0) return [];
  const text = messageText(message);
  if (isCutJson(text)) return ['json'];
  return hasOpenFence(text) ? ['fence'] : [];
}

/** Whether a block of code is begun and not ended, by the rules of CommonMark. */
function hasOpenFence(text: string): boolean {
  if (!text.includes('```') && !text.includes('~~~')) return false;
  let open: string | null = null;
  for (const [, fence = '', info = ''] of text.matchAll(/^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/gmu)) {
    if (open === null) {
      // A backtick after the fence makes it code within the line.
      if (fence.startsWith('~') || !info.includes('`')) open = fence;
    } else if (fence.startsWith(open.charAt(0)) && fence.length >= open.length && info.trim() === '') open = null;
  }
  return open !== null;
}
