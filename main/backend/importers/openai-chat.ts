import { isJsonObject } from '../../../shared/model/json.ts';
import { otherForm, parseChatExchange } from './shared/chat-exchange.ts';
import { requestLog } from './shared/prefix-groups.ts';
import { findExchange, isLoggedRequest } from './shared/exchange.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/** Logged requests to a chat completions endpoint with their answers, one exchange a record. */
export const openaiChat: Importer = {
  id: 'openai-chat',
  version: 2,
  title: 'OpenAI chat logs',
  extensions: ['.jsonl', '.json', '.log', '.ndjson'],
  per: ['call', 'conversation', 'turn'],
  answer:
    'The answer is what the model sent back: each choice of the response is one attempt, and a request without a response has none.',
  sample:
    'One sample per logged call: the prompt is all messages sent. Per conversation, calls that send the history of an earlier one again are joined; per user turn only moves where the prompt ends.',
  takes: 'json',
  mappable: false,
  detect,
  ...requestLog(parseChatExchange),
};

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  const exchange = findExchange(record.value);
  if (exchange === null || Object.hasOwn(record.value, 'traj') || otherForm(record.value, exchange) !== null)
    return null;
  const { answer, messages } = exchange;
  if (answer?.kind === 'completion') {
    return messages === undefined
      ? { confidence: 0.75, reason: 'chat completion answers without the messages sent' }
      : { confidence: 0.95, reason: 'messages sent and a chat completion answer' };
  }
  if (answer !== null)
    return { confidence: answer.kind === 'error' ? 0.85 : 0.7, reason: 'messages sent and an answer' };
  const isOwn = messages === record.value['messages'];
  if (!isOwn) return { confidence: 0.6, reason: 'chat requests without answers' };
  return isLoggedRequest(record.value) ? { confidence: 0.65, reason: 'chat requests without answers' } : null;
}
