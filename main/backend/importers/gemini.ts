import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { geminiForm } from './shared/gemini-form.ts';
import { findHalves } from './shared/halves.ts';
import { interactionsForm, isInteractionRequest } from './shared/interactions-form.ts';
import { note } from './shared/items.ts';
import { joinHalves } from './shared/joined-halves.ts';
import type { HalfRecord } from './shared/joined-halves.ts';
import { groupByPrefix } from './shared/prefix-groups.ts';
import { parseProviderExchange } from './shared/provider-exchange.ts';
import type { Assembler, DetectResult, Importer, ParsedIssue, ParsedSample, ParseOptions, RawRecord } from './types.ts';

/**
 * Logged requests to Gemini with their answers, one exchange a record, by the original API or the Interactions API. Vertex
 * request logs (`full_request`, `full_response`), batches (`key`, `request`), tuning rows and interactions are built from the
 * documented shape; no real file was at hand.
 */
export const gemini: Importer = {
  id: 'gemini',
  version: 2,
  title: 'Gemini logs',
  extensions: ['.jsonl', '.json', '.log', '.ndjson'],
  per: ['call', 'conversation', 'turn'],
  answer:
    'The answer is what the model sent back: each candidate is one attempt, an answer held back is one that failed, and a request without a response has none.',
  sample:
    'One sample per logged call: the prompt is the system instruction and all contents sent. Lines of the input and the output of a batch in one archive are joined by their key. Per conversation, calls that send the history of an earlier one again are joined; per user turn only moves where the prompt ends.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, { per }) => (record.kind === 'json' ? parseCall(record, per) : []),
  assemble,
};

/** Batches keep the two halves apart; what is whole, or was made so, is joined to conversations where that is asked for. */
function assemble({ per }: ParseOptions): Assembler {
  const groups =
    per === 'conversation'
      ? groupByPrefix((record) => (record.kind === 'json' ? parseCall(record, 'call') : []))
      : null;
  const isHalf = ({ value }: JsonRaw): boolean => isJsonObject(value) && halfOf(value) !== null;
  const halves = joinHalves(halfOf, (record) =>
    groups !== null && !isHalf(record) ? groups.push(record) : parseCall(record, per),
  );
  return { push: halves.push, end: () => [...halves.end(), ...(groups?.end() ?? [])] };
}

/** Lines of a batch: `{"key", "request"}` of its input, `{"key", "response" | "error"}` of its output. */
function halfOf(value: JsonObject): HalfRecord | null {
  const key = textOf(value['key']);
  const isRequest = isJsonObject(value['request'] ?? null);
  const isAnswer = isJsonObject(value['response'] ?? null) || isJsonObject(value['error'] ?? null);
  return key === null || isRequest === isAnswer ? null : { key, half: isRequest ? 'request' : 'answer' };
}

function parseCall(record: JsonRaw, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  const value = objectOf(record.value);
  if (isInteraction(value)) return parseInteraction(record, per);
  // Tuning rows keep what answers are compared with beside the contents.
  const references = objectOf(value['references']);
  return parseProviderExchange(record, geminiForm, per).map((item) =>
    item.kind === 'sample' && Object.keys(references).length > 0 ? { ...item, reference: references } : item,
  );
}

function parseInteraction(record: JsonRaw, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  const { request, answer } = findHalves(objectOf(record.value), interactionsForm);
  const goesOn = [request?.value, answer?.value].some(
    (half) => half !== undefined && isJsonObject(half) && typeof half['previous_interaction_id'] === 'string',
  );
  const items = parseProviderExchange(record, interactionsForm, per);
  return goesOn && items.some(({ kind }) => kind === 'sample')
    ? [
        note(
          record,
          'history_elsewhere',
          'The request goes on from an earlier interaction, whose messages the record does not hold.',
        ),
        ...items,
      ]
    : items;
}

function isInteraction(value: JsonObject): boolean {
  return detectInteraction(value) !== null;
}

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  const { request, answer, wrapper } = findHalves(value, geminiForm);
  if (answer !== null)
    return request === null
      ? { confidence: 0.85, reason: 'Gemini answers without the contents sent' }
      : { confidence: 0.97, reason: 'contents sent and a Gemini answer' };
  if (request === null) return detectInteraction(value);
  const isSent = /[gG]enerateContent/.test(textOf(wrapper['url']) ?? '');
  return { confidence: isSent ? 0.95 : 0.9, reason: 'requests in the form of Gemini' };
}

function detectInteraction(value: JsonObject): DetectResult | null {
  const { request, answer, wrapper } = findHalves(value, interactionsForm);
  if (answer !== null)
    return request === null
      ? { confidence: 0.85, reason: 'Gemini interactions without the input sent' }
      : { confidence: 0.97, reason: 'input sent and a Gemini interaction' };
  if (request === null) return null;
  const isSent = /\/interactions(?:$|\?)/.test(textOf(wrapper['url']) ?? '');
  return isSent || (request.field !== null && isInteractionRequest(request.value))
    ? { confidence: isSent ? 0.95 : 0.85, reason: 'requests in the form of Gemini interactions' }
    : null;
}
