import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { findHalves } from './shared/halves.ts';
import type { Halves } from './shared/halves.ts';
import { note } from './shared/items.ts';
import { parseProviderExchange } from './shared/provider-exchange.ts';
import { responsesForm } from './shared/responses-form.ts';
import { hasItems } from './shared/responses-items.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, ParseOptions, RawRecord } from './types.ts';

/** Logged requests to the OpenAI Responses API with their answers, one exchange a record. */
export const openaiResponses: Importer = {
  id: 'openai-responses',
  version: 1,
  title: 'OpenAI Responses logs',
  extensions: ['.jsonl', '.json', '.log', '.ndjson'],
  per: ['call', 'conversation', 'turn'],
  answer:
    'The answer is what the model sent back: its items up to the next result are one step. A request without a response has none.',
  sample:
    'One sample per logged call: the prompt is the instructions and all input. A request that goes on from an earlier response holds only what is new.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, options) => (record.kind === 'json' ? parseResponses(record, options) : []),
};

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null || Object.hasOwn(value, 'custom_id')) return null;
  const { request, answer, wrapper } = findHalves(value, responsesForm);
  if (answer !== null)
    return request === null
      ? { confidence: 0.85, reason: 'Responses answers without the input sent' }
      : { confidence: 0.96, reason: 'input sent and a Responses answer' };
  if (request === null) return null;
  const isSent = /\/responses(?:$|\?)/.test(textOf(wrapper['url']) ?? '');
  return isSent || hasItems(request.value['input'])
    ? { confidence: 0.9, reason: 'requests in the form of Responses' }
    : null;
}

function parseResponses(record: JsonRaw, { per }: ParseOptions): readonly (ParsedSample | ParsedIssue)[] {
  const items = parseProviderExchange(record, responsesForm, per);
  const isKept = items.some(({ kind }) => kind === 'sample');
  return isKept && goesOn(objectOf(record.value))
    ? [
        note(
          record,
          'history_elsewhere',
          'The request goes on from an earlier response, whose messages the record does not hold.',
        ),
        ...items,
      ]
    : items;
}

function goesOn(record: JsonObject): boolean {
  const { request }: Halves = findHalves(record, responsesForm);
  const isNamed = (value: JsonValue | undefined): boolean => value !== undefined && value !== null && value !== '';
  return isNamed(request?.value['previous_response_id']) || isNamed(request?.value['conversation']);
}
