import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { mediaType, refuseForeign, single, TOKEN_HEADER } from './guards.ts';
import { secretsOf, type ExchangeKind } from './exchange-record.ts';
import type { BodyReader } from './http.ts';
import type { Intake } from './intake.ts';
import { relay, relayUnrecorded, sendError } from './relay.ts';
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

type Refused = { readonly status: number; readonly message: string };
type Target = ReturnType<typeof parseUrl>;

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
  const target = parseUrl(request.url ?? '/');
  const refused =
    refusal(options, request, target, port) ??
    (await sendOn(options, request, response, target.path ?? '/', target.query));
  if (refused === null) return;
  options.intake.refused();
  sendError(request, response, refused.status, refused.message);
}

/** What can be told before the body is read. */
function refusal(
  { isAllowed }: ProxyOptions,
  { headers, method }: IncomingMessage,
  { token, path }: Target,
  port: number,
): Refused | null {
  const foreign = refuseForeign(headers, port);
  if (foreign !== null) return foreign;
  if (!isAllowed([token, single(headers[TOKEN_HEADER])]))
    return {
      status: 401,
      message: `The token is missing or wrong. Use the address that Assay shows, or send the header ${TOKEN_HEADER}.`,
    };
  if (path === null) return { status: 404, message: 'Only addresses under /v1 are sent on.' };
  const type = mediaType(headers);
  const isFit = type === 'application/json' || (type === 'multipart/form-data' && kindOf(method, path) === null);
  return hasBody(headers) && !isFit ? { status: 415, message: 'Send application/json.' } : null;
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function kindOf(method: string | undefined, path: string): ExchangeKind | null {
  return method === 'POST' ? (RECORDED[path] ?? null) : null;
}

async function sendOn(
  options: ProxyOptions,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): Promise<Refused | null> {
  const { intake, upstream, token, readBody } = options;
  const { headers, method = 'GET' } = request;
  const body = hasBody(headers) ? await readBody(request, MAX_REQUEST_BYTES) : null;
  if (body?.ok === false) return body;
  const call = { method, path, rest: `${path}${query}`, body: body?.bytes ?? null };
  const kind = kindOf(method, path);
  if (kind === null || call.body === null || intake.isPaused()) {
    if (kind !== null && intake.isPaused()) await intake.take({ records: [], unfit: [] }, { exchanges: 1 });
    await relayUnrecorded(upstream, call, request, response);
    return null;
  }
  if (intake.buffer.isFull(call.body.length + ANSWER_BYTES))
    return { status: 503, message: 'Assay has no room to record this call at the moment. Try again later.' };
  await relay(options, { ...call, body: call.body, kind, secrets: secretsOf(headers, token) }, request, response);
  return null;
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
