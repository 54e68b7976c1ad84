import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { parseJsonText } from '../importers/shared/json-parse.ts';
import { decodeLogs, decodeTraces, encodeAnswer, encodeRefusal } from '../importers/shared/otlp-protobuf.ts';
import { bearer, mediaType, refuseForeign, single, TOKEN_HEADER } from './guards.ts';
import { send, type BodyReader } from './http.ts';
import { threadsOf, type Signal } from './otlp-threads.ts';
import type { Intake } from './intake.ts';

/** Of one request, after unpacking. Exporters send some hundred spans at a time. */
const MAX_BODY_BYTES = 16 * 1024 ** 2;
const RETRY_SECONDS = 2;
const PROTOBUF = 'application/x-protobuf';
const JSON_TYPE = 'application/json';

/** Codes of google.rpc by the status they are sent with. */
const RPC_CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  413: 3,
  415: 3,
  503: 14,
};

type Options = {
  readonly intake: Intake;
  readonly isAllowed: (candidates: readonly (string | undefined)[]) => boolean;
  readonly readBody: BodyReader;
};

type Refused = { readonly status: number; readonly message: string };
type Taken = { readonly rejected: number; readonly message: string };

const SIGNALS: Readonly<Record<string, Signal>> = { '/v1/traces': 'traces', '/v1/logs': 'logs' };

/**
 * Answers one request to the OTLP/HTTP receiver: `POST /v1/traces` and `/v1/logs`, in JSON or protobuf. What is answered with
 * 200 is on the disk. A full buffer is answered with 503 and a time to wait, which exporters keep to.
 */
export async function answerOtlp(
  options: Options,
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<void> {
  const isProtobuf = mediaType(request.headers) === PROTOBUF;
  const type = isProtobuf ? PROTOBUF : JSON_TYPE;
  const signal = SIGNALS[(request.url ?? '').split('?', 1)[0] ?? ''];
  const result = refusal(options, request, port) ?? (await receive(options, request, signal));
  if ('rejected' in result) {
    const { rejected, message } = result;
    const body = isProtobuf ? encodeAnswer(rejected, message) : jsonAnswer(rejected, message, signal);
    send(request, response, { status: 200, type, body });
    return;
  }
  const { status, message } = result;
  const code = RPC_CODES[status] ?? 2;
  options.intake.refused();
  send(request, response, {
    status,
    type,
    body: isProtobuf ? encodeRefusal(code, message) : JSON.stringify({ code, message }),
    ...(status === 503 ? { retryAfterSeconds: RETRY_SECONDS } : {}),
  });
}

/** What can be told before the body is read. */
function refusal({ isAllowed }: Options, request: IncomingMessage, port: number): Refused | null {
  const { headers, method } = request;
  const foreign = refuseForeign(headers, port);
  if (foreign !== null) return foreign;
  if (!isAllowed([single(headers[TOKEN_HEADER]), bearer(headers)]))
    return { status: 401, message: `The token is missing or wrong. Send it as the header ${TOKEN_HEADER}.` };
  if (method !== 'POST') return { status: 405, message: 'Traces are sent by POST.' };
  const type = mediaType(headers);
  return type === PROTOBUF || type === JSON_TYPE ? null : { status: 415, message: `Send ${PROTOBUF} or ${JSON_TYPE}.` };
}

async function receive(
  { intake, readBody }: Options,
  request: IncomingMessage,
  signal: Signal | undefined,
): Promise<Refused | Taken> {
  if (signal === undefined)
    return { status: 404, message: 'Traces are taken at /v1/traces and logs at /v1/logs, and nothing else.' };
  const body = await readBody(request, MAX_BODY_BYTES);
  if (!body.ok) return body;
  const parsed = parse(signal, mediaType(request.headers), body.bytes);
  if (parsed === null) return { status: 400, message: 'The body is no OTLP request of this kind.' };
  const threads = threadsOf(signal, parsed, intake.now());
  switch (await intake.take(threads, { spans: signal === 'traces' ? threads.items - threads.unnamed : 0 })) {
    case 'full':
      return { status: 503, message: 'Assay has no room for more spans at the moment. Send them again later.' };
    case 'failed':
      return { status: 503, message: 'The spans could not be stored. Send them again later.' };
    case 'paused':
      return { rejected: threads.items, message: 'Collection is paused.' };
    case 'stored':
      return {
        rejected: threads.unnamed,
        message: threads.unnamed > 0 ? 'What belongs to no trace was refused.' : '',
      };
  }
}

function parse(signal: Signal, type: string, bytes: Buffer): JsonObject | null {
  try {
    if (type === PROTOBUF) return signal === 'traces' ? decodeTraces(bytes) : decodeLogs(bytes);
    const value = parseJsonText(bytes.toString('utf8'));
    if (!isJsonObject(value)) return null;
    const names = signal === 'traces' ? ['resourceSpans', 'resource_spans'] : ['resourceLogs', 'resource_logs'];
    return names.every((name) => Array.isArray(value[name] ?? [])) ? value : null;
  } catch {
    return null;
  }
}

function jsonAnswer(rejected: number, errorMessage: string, signal: Signal | undefined): string {
  if (rejected === 0) return '{}';
  const name = signal === 'logs' ? 'rejectedLogRecords' : 'rejectedSpans';
  return JSON.stringify({ partialSuccess: { [name]: String(rejected), errorMessage } });
}
