import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { parseChatExchange } from './shared/chat-exchange.ts';
import { findExchange } from './shared/exchange.ts';
import { objectOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { refuse } from './shared/items.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { requestLog } from './shared/prefix-groups.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, ParseOptions, RawRecord } from './types.ts';

/**
 * Logged requests to Azure OpenAI: the chat form with the results of content filters, and the model's name in the address.
 * Exports of Azure Monitor, which keep the exchange in `properties`, are built from the documented shape; no real file was
 * at hand.
 */
export const azureOpenai: Importer = {
  id: 'azure-openai',
  version: 1,
  title: 'Azure OpenAI chat logs',
  extensions: ['.jsonl', '.json', '.log', '.ndjson'],
  per: ['call', 'conversation', 'turn'],
  answer:
    'The answer is what the model sent back: each choice is one attempt, and a choice that a content filter held back is one that failed.',
  sample:
    'One sample per logged call: the prompt is all messages sent. The model is the deployment named in the address where nothing else names it. Per conversation, calls that send the history of an earlier one again are joined; per user turn only moves where the prompt ends.',
  takes: 'json',
  mappable: false,
  detect,
  ...requestLog((record, per) => parseCall(record, { per })),
};

const ADDRESS = /\.openai\.azure\.com|\/openai\/deployments\//i;

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null || Object.hasOwn(value, 'custom_id')) return null;
  const opened = openProperties(value);
  const exchange = findExchange(opened);
  if (exchange === null) return null;
  const { answer } = exchange;
  const isSent = ADDRESS.test(addressOf(opened) ?? '');
  if (answer?.kind === 'completion' && hasFilters(answer.body))
    return { confidence: 0.97, reason: 'a chat completion with the results of content filters' };
  if (isMonitored(value)) return { confidence: 0.96, reason: 'a chat exchange in the properties of a resource log' };
  if (!isSent) return null;
  return answer === null
    ? { confidence: 0.8, reason: 'chat requests to an address of Azure' }
    : { confidence: 0.96, reason: 'a chat exchange with an address of Azure' };
}

/** Azure Monitor and API Management write what the resource did beside the properties. */
function isMonitored(value: JsonObject): boolean {
  const beside = [
    'resourceId',
    'operationName',
    'resultSignature',
    'callerIpAddress',
    'category',
    'DurationMs',
    'durationMs',
  ];
  const inside = openProperties(value);
  return inside !== value && [value, inside].some((part) => beside.some((key) => Object.hasOwn(part, key)));
}

function hasFilters(body: JsonObject): boolean {
  return (
    Object.hasOwn(body, 'prompt_filter_results') ||
    objectsOf(body['choices']).some((choice) => Object.hasOwn(choice, 'content_filter_results'))
  );
}

function addressOf(value: JsonObject): string | null {
  const request = objectOf(value['request']);
  return textOf(value['url']) ?? textOf(request['url']) ?? textOf(value['requestUri']) ?? textOf(value['uri']);
}

/** Names under which Azure Monitor and API Management keep the bodies. */
const BODIES: readonly (readonly [string, readonly string[]])[] = [
  ['request', ['requestBody', 'RequestBody', 'request', 'requestMessages', 'RequestMessages']],
  ['response', ['responseBody', 'ResponseBody', 'response', 'responseMessages', 'ResponseMessages']],
];

/** Takes the exchange out of `properties`, whose values are texts. Other records come back as they are. */
function openProperties(value: JsonObject): JsonObject {
  const raw = value['properties'];
  const inner: JsonValue | undefined = typeof raw === 'string' ? parseJsonText(raw) : raw;
  if (inner === undefined || !isJsonObject(inner)) return value;
  const { properties: _, ...outer } = value;
  const found: Record<string, JsonValue> = {};
  const used = new Set<string>();
  for (const [name, keys] of BODIES) {
    const key = keys.find((one) => inner[one] !== undefined);
    const body = key === undefined ? undefined : inner[key];
    if (key === undefined || body === undefined) continue;
    used.add(key);
    const parsed = typeof body === 'string' ? (parseJsonText(body) ?? body) : body;
    found[name] = name === 'request' && Array.isArray(parsed) ? { messages: parsed } : parsed;
  }
  const rest = Object.fromEntries(Object.entries(inner).filter(([key]) => !used.has(key)));
  return { ...outer, ...rest, ...found };
}

function parseCall(record: JsonRaw, { per }: Pick<ParseOptions, 'per'>): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record);
  if (value === null) return [refuse(record, 'not_object', 'A row must be an object.')];
  const opened = openProperties(value);
  const deployment = deploymentOf(opened);
  return parseChatExchange({ ...record, value: opened }, per).map((item) =>
    item.kind === 'sample'
      ? { ...item, attempts: item.attempts.map((attempt) => ({ ...attempt, model: attempt.model ?? deployment })) }
      : item,
  );
}

function deploymentOf(value: JsonObject): string | null {
  return (
    /\/deployments\/([^/?]+)/.exec(addressOf(value) ?? '')?.[1] ??
    textOf(value['modelDeploymentName']) ??
    textOf(value['modelName'])
  );
}
