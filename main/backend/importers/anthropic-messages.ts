import { anthropicForm, isAnthropicRequest } from './shared/anthropic-form.ts';
import { valueOf } from './shared/fields.ts';
import { findHalves } from './shared/halves.ts';
import { requestLog } from './shared/prefix-groups.ts';
import { parseProviderExchange } from './shared/provider-exchange.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/** Logged requests to the Anthropic Messages API with their answers, one exchange a record. */
export const anthropicMessages: Importer = {
  id: 'anthropic-messages',
  version: 1,
  title: 'Anthropic Messages logs',
  extensions: ['.jsonl', '.json', '.log', '.ndjson'],
  per: ['call', 'conversation', 'turn'],
  answer: 'The answer is what the model sent back, with its calls; a request without a response has none.',
  sample:
    'One sample per logged call: the prompt is the system text and all messages sent. Per conversation, calls that send the history of an earlier one again are joined; per user turn only moves where the prompt ends.',
  takes: 'json',
  mappable: false,
  detect,
  ...requestLog((record, per) => parseProviderExchange(record, anthropicForm, per)),
};

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null || Object.hasOwn(value, 'custom_id')) return null;
  const { request, answer, wrapper } = findHalves(value, anthropicForm);
  if (answer !== null)
    return request === null
      ? { confidence: 0.85, reason: 'Anthropic answers without the messages sent' }
      : { confidence: 0.97, reason: 'messages sent and an Anthropic answer' };
  if (request === null) return null;
  const { url } = wrapper;
  const isSent = typeof url === 'string' && /\/v1\/messages(?:$|[?/])/.test(url);
  return isSent || isAnthropicRequest(request.value)
    ? { confidence: 0.9, reason: 'requests in the form of Anthropic' }
    : null;
}
