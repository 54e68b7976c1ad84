import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { contentHash } from '../engine/hash.ts';
import { listOf, objectOf, textOf } from '../importers/shared/fields.ts';
import { parseJsonText } from '../importers/shared/json-parse.ts';
import type { LiveKind, NewLiveRecord } from '../store/live.ts';

export type ExchangeKind = Extract<LiveKind, 'chat' | 'responses'>;

/** One exchange of the proxy, as it went over the wire. */
export type LiveExchange = {
  readonly kind: ExchangeKind;
  readonly id: string;
  readonly path: string;
  /** epoch ms */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly firstByteAt: number | null;
  readonly status: number | null;
  readonly request: string;
  readonly response: string | null;
  /** A code such as ECONNREFUSED when the upstream did not answer, or not to the end. */
  readonly failure: string | null;
  readonly clientLeft: boolean;
  /** The answer was longer than what is kept. */
  readonly isCut: boolean;
};

const CREDENTIAL_HEADERS = [
  'authorization',
  'proxy-authorization',
  'api-key',
  'x-api-key',
  'x-goog-api-key',
  'x-assay-token',
  'cookie',
  'openai-organization-key',
];
/** Shorter ones would be found in ordinary words. */
const LEAST_SECRET = 8;

/** @returns what a caller proves itself with, to be taken out of whatever is kept: an upstream may echo a key */
export function secretsOf(headers: IncomingHttpHeaders, token: string | null): readonly string[] {
  const values = CREDENTIAL_HEADERS.flatMap((name) => headers[name] ?? []).flatMap((value) => [
    value,
    value.replace(/^\S+\s+/u, ''),
  ]);
  return [...new Set([...values, token ?? ''])]
    .filter((value) => value.length >= LEAST_SECRET)
    .toSorted((a, b) => b.length - a.length);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[key removed]'), text);
}

/**
 * Writes an exchange as a record of a request log, in the form its importer reads. No header is kept, and no credential.
 *
 * @param threadOf the thread of an earlier response that this one goes on from
 */
export function exchangeRecord(
  exchange: LiveExchange,
  secrets: readonly string[],
  threadOf: (responseId: string) => string | undefined,
): NewLiveRecord {
  const request = withoutSecrets(exchange.request, secrets);
  const response = exchange.response === null ? null : withoutSecrets(exchange.response, secrets);
  const sent = parseJsonText(request);
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['id', JSON.stringify(exchange.id)],
    ['timestamp', JSON.stringify(new Date(exchange.startedAt).toISOString())],
    ['method', '"POST"'],
    ['path', JSON.stringify(exchange.path)],
    ['status', exchange.status === null ? undefined : String(exchange.status)],
    ['latency_ms', String(exchange.endedAt - exchange.startedAt)],
    ['first_byte_ms', exchange.firstByteAt === null ? undefined : String(exchange.firstByteAt - exchange.startedAt)],
    ['client_left', exchange.clientLeft ? 'true' : undefined],
    ['upstream_failed', exchange.failure === null ? undefined : JSON.stringify(exchange.failure)],
    ['response_cut', exchange.isCut ? 'true' : undefined],
    ['request', embedded(request, sent)],
    ['response', response === null ? undefined : embedded(response, parseJsonText(response))],
    ['error', errorOf(exchange)],
  ];
  const body = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${JSON.stringify(name)}:${value}`]));
  return {
    kind: exchange.kind,
    thread: threadKey(exchange.kind, isJsonObject(sent) ? sent : {}, threadOf) ?? exchange.id,
    ref: exchange.kind === 'responses' && response !== null ? responseId(response) : null,
    receivedAt: exchange.endedAt,
    body: `{${body.join(',')}}`,
  };
}

/** JSON stands as it came, to the letter; anything else as text. */
function embedded(text: string, parsed: JsonValue | undefined): string {
  return parsed === undefined ? JSON.stringify(text) : text;
}

function errorOf({ failure, response, status }: LiveExchange): string | undefined {
  if (failure === null || (response !== null && response !== '' && status !== null)) return undefined;
  return JSON.stringify({
    type: 'upstream_failed',
    code: failure,
    message: `The upstream did not answer (${failure}).`,
  });
}

/** The first message of a person and what stands before it open a conversation: later calls of it repeat them. */
function threadKey(
  kind: ExchangeKind,
  request: JsonObject,
  threadOf: (responseId: string) => string | undefined,
): string | null {
  if (kind === 'chat') return openingKey(kind, null, listOf(request['messages']));
  const previous = textOf(request['previous_response_id']);
  if (previous !== null) return threadOf(previous) ?? `response ${previous}`;
  const conversation = textOf(request['conversation']) ?? textOf(objectOf(request['conversation'])['id']);
  if (conversation !== null) return `conversation ${conversation}`;
  const { input } = request;
  return openingKey(kind, request['instructions'] ?? null, typeof input === 'string' ? [input] : listOf(input));
}

function openingKey(kind: ExchangeKind, instructions: JsonValue, turns: readonly JsonValue[]): string | null {
  const end = turns.findIndex((turn) => typeof turn === 'string' || objectOf(turn)['role'] === 'user');
  const opening = turns.slice(0, end + 1 || turns.length);
  return opening.length === 0 ? null : contentHash(JSON.stringify([kind, instructions, opening]));
}

function responseId(response: string): string | null {
  const parsed = parseJsonText(response);
  if (parsed !== undefined) return textOf(objectOf(parsed)['id']);
  return /"response":\s*\{[^{}]*?"id":\s*"([^"]+)"/u.exec(response)?.[1] ?? null;
}
