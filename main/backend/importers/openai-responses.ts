import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import { objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { findHalves } from './shared/halves.ts';
import type { Halves } from './shared/halves.ts';
import { note } from './shared/items.ts';
import { groupByPrefix } from './shared/prefix-groups.ts';
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
    'One sample per logged call: the prompt is the instructions and all input. A request that goes on from an earlier response holds only what is new. Per conversation, such requests are joined, and those that send the history again.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, options) => (record.kind === 'json' ? parseResponses(record, options) : []),
  assemble: ({ per }) => (per === 'conversation' ? groupByPrefix(createJoin()) : null),
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

function parseResponses(record: JsonRaw, { per }: Pick<ParseOptions, 'per'>): readonly (ParsedSample | ParsedIssue)[] {
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

/** Answers whose messages are kept for requests that go on from them. */
const MOST_KEPT = 2_000;

/** Reads calls with the messages of the response that they go on from, where the same file held it before. */
function createJoin(): (record: RawRecord) => readonly (ParsedSample | ParsedIssue)[] {
  const known = new Map<string, readonly Message[]>();
  const join = (sample: ParsedSample, history: readonly Message[] | undefined): ParsedSample => {
    // Instructions are not carried over: each request has its own.
    const own = sample.prompt.filter(isInstruction);
    const prompt =
      history === undefined
        ? sample.prompt
        : [
            ...own,
            ...history.filter((one) => !isInstruction(one)),
            ...sample.prompt.filter((one) => !isInstruction(one)),
          ];
    const id = textOf(objectOf(objectOf(sample.attempts[0]?.extras ?? undefined)['response'])['id']);
    if (id !== null) known.set(id, [...prompt, ...(sample.attempts[0]?.messages ?? [])]);
    const [oldest] = known.keys();
    if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
    return { ...sample, prompt };
  };
  return (record) => {
    if (record.kind !== 'json') return [];
    const previous = previousOf(objectOf(record.value));
    const history = previous === null ? undefined : known.get(previous);
    return parseResponses(record, { per: 'call' }).flatMap((item): readonly (ParsedSample | ParsedIssue)[] => {
      if (item.kind === 'sample') return [join(item, history)];
      return history !== undefined && item.code === 'history_elsewhere' ? [] : [item];
    });
  };
}

function isInstruction(message: Message): boolean {
  return message.extras?.['instructions'] === true;
}

function previousOf(record: JsonObject): string | null {
  return textOf(findHalves(record, responsesForm).request?.value['previous_response_id']);
}

function goesOn(record: JsonObject): boolean {
  const { request }: Halves = findHalves(record, responsesForm);
  const isNamed = (value: JsonValue | undefined): boolean => value !== undefined && value !== null && value !== '';
  return isNamed(request?.value['previous_response_id']) || isNamed(request?.value['conversation']);
}
