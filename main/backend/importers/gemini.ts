import type { Per } from '../../../shared/model/sample.ts';
import { objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { geminiForm } from './shared/gemini-form.ts';
import { findHalves } from './shared/halves.ts';
import { requestLog } from './shared/prefix-groups.ts';
import { parseProviderExchange } from './shared/provider-exchange.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/**
 * Logged requests to Gemini with their answers, one exchange a record. Vertex request logs (`full_request`,
 * `full_response`), batches (`key`, `request`) and tuning rows are built from the documented shape; no real file was at hand.
 */
export const gemini: Importer = {
  id: 'gemini',
  version: 1,
  title: 'Gemini logs',
  extensions: ['.jsonl', '.json', '.log', '.ndjson'],
  per: ['call', 'conversation', 'turn'],
  answer:
    'The answer is what the model sent back: each candidate is one attempt, an answer held back is one that failed, and a request without a response has none.',
  sample:
    'One sample per logged call: the prompt is the system instruction and all contents sent. Per conversation, calls that send the history of an earlier one again are joined; per user turn only moves where the prompt ends.',
  takes: 'json',
  mappable: false,
  detect,
  ...requestLog(parseCall),
};

function parseCall(record: JsonRaw, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  // Tuning rows keep what answers are compared with beside the contents.
  const references = objectOf(objectOf(record.value)['references']);
  return parseProviderExchange(record, geminiForm, per).map((item) =>
    item.kind === 'sample' && Object.keys(references).length > 0 ? { ...item, reference: references } : item,
  );
}

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  const { request, answer, wrapper } = findHalves(value, geminiForm);
  if (answer !== null)
    return request === null
      ? { confidence: 0.85, reason: 'Gemini answers without the contents sent' }
      : { confidence: 0.97, reason: 'contents sent and a Gemini answer' };
  if (request === null) return null;
  const isSent = /[gG]enerateContent/.test(textOf(wrapper['url']) ?? '');
  return { confidence: isSent ? 0.95 : 0.9, reason: 'requests in the form of Gemini' };
}
