import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { parseJsonText } from '../importers/shared/json-parse.ts';
import { decodeTraces, encodeAnswer, encodeRefusal } from '../importers/shared/otlp-protobuf.ts';
import { bearer, mediaType, refuseForeign, single, TOKEN_HEADER } from './guards.ts';
import { send, type BodyReader } from './http.ts';
import { threadsOf } from './otlp-threads.ts';
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

/**
 * Answers one request to the OTLP/HTTP receiver: `POST /v1/traces` in JSON or protobuf. What is answered with 200 is on the
 * disk. A full buffer is answered with 503 and a time to wait, which exporters keep to.
 */
export async function answerOtlp(
  { intake, isAllowed, readBody }: Options,
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<void> {
  const { headers, method = 'GET', url = '/' } = request;
  const type = mediaType(headers);
  const refuse = (status: number, message: string): void => {
    intake.refused();
    const isBusy = status === 503;
    send(request, response, {
      status,
      ...(type === PROTOBUF
        ? { type: PROTOBUF, body: encodeRefusal(RPC_CODES[status] ?? 2, message) }
        : { type: JSON_TYPE, body: JSON.stringify({ code: RPC_CODES[status] ?? 2, message }) }),
      ...(isBusy ? { retryAfterSeconds: RETRY_SECONDS } : {}),
    });
  };
  const foreign = refuseForeign(headers, port);
  if (foreign !== null) return refuse(foreign.status, foreign.message);
  if (!isAllowed([single(headers[TOKEN_HEADER]), bearer(headers)]))
    return refuse(401, `The token is missing or wrong. Send it as the header ${TOKEN_HEADER}.`);
  if (url.split('?', 1)[0] !== '/v1/traces') return refuse(404, 'Traces are taken at /v1/traces, and nothing else.');
  if (method !== 'POST') return refuse(405, 'Traces are sent by POST.');
  if (type !== PROTOBUF && type !== JSON_TYPE) return refuse(415, `Send ${PROTOBUF} or ${JSON_TYPE}.`);
  const body = await readBody(request, MAX_BODY_BYTES);
  if (!body.ok) return refuse(body.status, body.message);
  const parsed = parse(type, body.bytes);
  if (parsed === null) return refuse(400, 'The body is no OTLP trace request.');
  const threads = threadsOf(parsed, intake.now());
  const result = await intake.take(threads, { spans: threads.spans - threads.unnamed });
  if (result === 'full') return refuse(503, 'Assay has no room for more spans at the moment. Send them again later.');
  if (result === 'failed') return refuse(503, 'The spans could not be stored. Send them again later.');
  const isPaused = result === 'paused';
  const rejected = isPaused ? threads.spans : threads.unnamed;
  const message = isPaused
    ? 'Collection is paused.'
    : rejected > 0
      ? 'Spans without a trace and an id were refused.'
      : '';
  send(request, response, {
    status: 200,
    ...(type === PROTOBUF
      ? { type: PROTOBUF, body: encodeAnswer(rejected, message) }
      : { type: JSON_TYPE, body: jsonAnswer(rejected, message) }),
  });
}

function parse(type: string, bytes: Buffer): JsonObject | null {
  try {
    if (type === PROTOBUF) return decodeTraces(bytes);
    const value = parseJsonText(bytes.toString('utf8'));
    if (!isJsonObject(value)) return null;
    const spans = value['resourceSpans'] ?? value['resource_spans'] ?? [];
    return Array.isArray(spans) ? value : null;
  } catch {
    return null;
  }
}

function jsonAnswer(rejected: number, message: string): string {
  return rejected === 0
    ? '{}'
    : JSON.stringify({ partialSuccess: { rejectedSpans: String(rejected), errorMessage: message } });
}
