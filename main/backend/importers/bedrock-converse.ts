import type { JsonObject } from '../../../shared/model/json.ts';
import { bedrockForm, isSureRequest } from './shared/bedrock-form.ts';
import { objectOf, textOf, valueOf } from './shared/fields.ts';
import { findHalves } from './shared/halves.ts';
import { requestLog } from './shared/prefix-groups.ts';
import { parseProviderExchange } from './shared/provider-exchange.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * Logged requests to Bedrock Converse with their answers, one exchange a record. Model invocation logs and batches are
 * built from the documented shape; no real file was at hand. Invocations of a Claude model are Anthropic's form.
 */
export const bedrockConverse: Importer = {
  id: 'bedrock-converse',
  version: 1,
  title: 'Bedrock Converse logs',
  extensions: ['.jsonl', '.json', '.log', '.ndjson', '.gz'],
  per: ['call', 'conversation', 'turn'],
  answer: 'The answer is what the model sent back, with its calls; a request without a response has none.',
  sample:
    'One sample per logged call: the prompt is the system text and all messages sent. Per conversation, calls that send the history of an earlier one again are joined; per user turn only moves where the prompt ends.',
  takes: 'json',
  mappable: false,
  detect,
  ...requestLog((record, per) => parseProviderExchange(record, bedrockForm, per)),
};

function isEmptyLog(value: JsonObject): boolean {
  return (
    objectOf(value['input'])['inputBodyJson'] === undefined && objectOf(value['output'])['outputBodyJson'] === undefined
  );
}

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  const { request, answer, wrapper } = findHalves(value, bedrockForm);
  if (answer !== null)
    return request === null
      ? { confidence: 0.85, reason: 'Converse answers without the messages sent' }
      : { confidence: 0.97, reason: 'messages sent and a Converse answer' };
  if (request === null)
    // Without bodies there is no telling which model's form they have.
    return value['schemaType'] === 'ModelInvocationLog' && isEmptyLog(value)
      ? { confidence: 0.8, reason: 'invocation logs whose bodies are in other files' }
      : null;
  const isSent = /\/converse(?:-stream)?$/.test(textOf(wrapper['url']) ?? '') || value['operation'] === 'Converse';
  return isSent || isSureRequest(request.value)
    ? { confidence: 0.92, reason: 'requests in the form of Converse' }
    : null;
}
