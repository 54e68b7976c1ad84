import type { IncomingMessage, ServerResponse } from 'node:http';
import { mediaType, refuseForeign, single, TOKEN_HEADER } from './guards.ts';
import { secretsOf, type ExchangeKind } from './exchange-record.ts';
import type { BodyReader } from './http.ts';
import type { Intake } from './intake.ts';
import { relay, relayUnrecorded, sendError, type Recorded } from './relay.ts';
import type { Upstream } from './upstream.ts';

/** A long conversation with pictures in it. */
const MAX_REQUEST_BYTES = 64 * 1024 ** 2;
/** Room an answer may need, kept free before a request is sent on. */
const ANSWER_BYTES = 256 * 1024;
const RECORDED: Readonly<Record<string, ExchangeKind>> = { '/chat/completions': 'chat', '/responses': 'responses' };

export type ProxyOptions = {
  readonly intake: Intake;
  readonly upstream: Upstream;
  readonly token: string | null;
  readonly isAllowed: (candidates: readonly (string | undefined)[]) => boolean;
  readonly readBody: BodyReader;
  /** The thread of an earlier response, for requests that go on from it. */
  readonly threadOf: (responseId: string) => string | undefined;
};

/**
 * Answers one request to the recording proxy: whatever stands under `/v1` is sent on to the upstream with the caller's own
 * headers; chat completions and Responses are recorded. The token stands in the path (`/t/TOKEN/v1`) or in a header of its
 * own, since `Authorization` is the upstream's.
 */
export async function answerProxy(
  options: ProxyOptions,
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<void> {
  const { headers, method = 'GET', url = '/' } = request;
  const refuse = (status: number, message: string): void => {
    options.intake.refused();
    sendError(request, response, status, message);
  };
  const foreign = refuseForeign(headers, port);
  if (foreign !== null) return refuse(foreign.status, foreign.message);
  const { token, path, query } = parseUrl(url);
  if (!options.isAllowed([token, single(headers[TOKEN_HEADER])]))
    return refuse(
      401,
      `The token is missing or wrong. Use the address that Assay shows, or send the header ${TOKEN_HEADER}.`,
    );
  if (path === null) return refuse(404, 'Only addresses under /v1 are sent on.');
  const kind = method === 'POST' ? RECORDED[path] : undefined;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const type = mediaType(headers);
  const isJson = type === 'application/json';
  if (hasBody && !isJson && (kind !== undefined || type !== 'multipart/form-data'))
    return refuse(415, 'Send application/json.');
  const body = hasBody ? await options.readBody(request, MAX_REQUEST_BYTES) : null;
  if (body?.ok === false) return refuse(body.status, body.message);
  const call = { method, path, rest: `${path}${query}`, body: body?.bytes ?? null };
  if (kind === undefined || call.body === null) return relayUnrecorded(options.upstream, call, request, response);
  if (options.intake.isPaused()) {
    await options.intake.take({ records: [], unfit: [] }, { exchanges: 1 });
    return relayUnrecorded(options.upstream, call, request, response);
  }
  if (options.intake.buffer.isFull(call.body.length + ANSWER_BYTES))
    return refuse(503, 'Assay has no room to record this call at the moment. Try again later.');
  const recorded: Recorded = { ...call, body: call.body, kind, secrets: secretsOf(headers, options.token) };
  await relay(options, recorded, request, response);
}

function parseUrl(url: string): {
  readonly token: string | undefined;
  /** Behind `/v1`, null when it is not under it or would leave it. */
  readonly path: string | null;
  readonly query: string;
} {
  const [whole = '', ...query] = url.split('?');
  const found = /^(?:\/t\/([^/]+))?\/v1(\/.*)?$/u.exec(whole);
  const path = found?.[2] ?? '/';
  const leaves = /(?:^|\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|$)/iu.test(path) || path.includes('\\');
  return {
    token: found?.[1],
    path: found === null || leaves ? null : path,
    query: query.length === 0 ? '' : `?${query.join('?')}`,
  };
}
