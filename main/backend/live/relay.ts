import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { exchangeRecord, type ExchangeKind, type LiveExchange } from './exchange-record.ts';
import { createHoldBack } from './hold-back.ts';
import { send } from './http.ts';
import type { Intake } from './intake.ts';
import { givenBack, type Upstream } from './upstream.ts';

/** Of one answer, as kept; what goes beyond is passed on all the same. */
const MAX_ANSWER_BYTES = 32 * 1024 ** 2;

type Call = { readonly method: string; readonly path: string; readonly rest: string; readonly body: Buffer | null };
export type Recorded = Call & {
  readonly body: Buffer;
  readonly kind: ExchangeKind;
  readonly secrets: readonly string[];
};
type Options = {
  readonly intake: Intake;
  readonly upstream: Upstream;
  readonly threadOf: (responseId: string) => string | undefined;
};

/** Sends a request on and its answer back, as it comes, and keeps nothing. */
export async function relayUnrecorded(
  upstream: Upstream,
  call: Call,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const leaving = leaves(response);
  try {
    const answer = await upstream.forward({ ...call, headers: request.headers, signal: leaving.signal });
    response.writeHead(answer.statusCode ?? 502, givenBack(answer.headers));
    // An incoming message gives buffers.
    for await (const chunk of answer as AsyncIterable<Buffer>) await pass(response, chunk);
    response.end();
  } catch (error) {
    fail(request, response, failureOf(error));
  }
}

/**
 * Sends a request on and its answer back, as it comes. The end of the answer is held back until the record of the exchange
 * is on the disk; where it cannot be stored, the answer does not end in order, so the caller does not take it for whole.
 */
export async function relay(
  options: Options,
  call: Recorded,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { intake, upstream } = options;
  const leaving = leaves(response);
  const track = createTrack(intake.now());
  let stored: Promise<boolean> | null = null;
  const store = async (end: { status: number | null; failure: string | null; encoding?: string }): Promise<boolean> =>
    (stored ??= keep(options, call, track, { ...end, clientLeft: leaving.signal.aborted }));
  let status: number | null = null;
  try {
    const answer = await upstream.forward({ ...call, headers: request.headers, signal: leaving.signal });
    status = answer.statusCode ?? 502;
    const encoding = answer.headers['content-encoding'] ?? 'identity';
    const isStream = /^text\/event-stream\b/iu.test(answer.headers['content-type'] ?? '');
    const holdBack = isStream ? createHoldBack() : null;
    const held: Buffer[] = [];
    const begin = (): void => {
      if (!response.headersSent) response.writeHead(status ?? 502, givenBack(answer.headers));
    };
    if (isStream) {
      begin();
      response.flushHeaders();
    }
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      track.push(chunk, intake.now());
      const state = holdBack?.push(chunk) ?? (track.isCut() ? 'pass' : 'hold');
      held.push(chunk);
      if (state === 'hold' && stored === null) continue;
      if (state === 'complete' && !(await store({ status, failure: null, encoding })))
        return refuseEnd(request, response);
      begin();
      for (const one of held.splice(0)) await pass(response, one);
    }
    if (!(await store({ status, failure: null, encoding }))) return refuseEnd(request, response);
    begin();
    for (const one of held) await pass(response, one);
    response.end();
  } catch (error) {
    const failure = failureOf(error);
    await store({ status, failure: leaving.signal.aborted ? 'client_left' : failure });
    fail(request, response, failure);
  }
}

async function keep(
  { intake, threadOf }: Options,
  call: Recorded,
  track: Track,
  end: {
    readonly status: number | null;
    readonly failure: string | null;
    readonly clientLeft: boolean;
    readonly encoding?: string;
  },
): Promise<boolean> {
  const exchange: LiveExchange = {
    kind: call.kind,
    id: intake.uuid(),
    path: `/v1${call.path}`,
    startedAt: track.startedAt,
    endedAt: intake.now(),
    firstByteAt: track.firstByteAt(),
    status: end.status,
    request: call.body.toString('utf8'),
    response: end.status === null ? null : decoded(track.bytes(), end.encoding ?? 'identity'),
    failure: end.failure,
    clientLeft: end.clientLeft,
    isCut: track.isCut(),
  };
  const record = exchangeRecord(exchange, call.secrets, threadOf);
  const result = await intake.take({ records: [record], unfit: [] }, { exchanges: 1 });
  return result === 'stored' || result === 'paused';
}

type Track = {
  readonly startedAt: number;
  readonly push: (chunk: Buffer, at: number) => void;
  readonly firstByteAt: () => number | null;
  readonly bytes: () => Buffer;
  readonly isCut: () => boolean;
};

function createTrack(startedAt: number): Track {
  const chunks: Buffer[] = [];
  let size = 0;
  let firstByteAt: number | null = null;
  let isCut = false;
  return {
    startedAt,
    push(chunk, at) {
      firstByteAt ??= at;
      isCut ||= size + chunk.length > MAX_ANSWER_BYTES;
      if (isCut) return;
      chunks.push(chunk);
      size += chunk.length;
    },
    firstByteAt: () => firstByteAt,
    bytes: () => Buffer.concat(chunks),
    isCut: () => isCut,
  };
}

/** An upstream may pack its answer although it was asked not to. */
function decoded(bytes: Buffer, encoding: string): string {
  const limit = { maxOutputLength: MAX_ANSWER_BYTES };
  try {
    if (encoding === 'gzip') return gunzipSync(bytes, limit).toString('utf8');
    if (encoding === 'br') return brotliDecompressSync(bytes, limit).toString('utf8');
    if (encoding === 'deflate') return inflateSync(bytes, limit).toString('utf8');
  } catch {
    return '';
  }
  return bytes.toString('utf8');
}

async function pass(response: ServerResponse, chunk: Buffer): Promise<void> {
  if (response.destroyed || response.write(chunk)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.on('drain', go);
    response.on('close', go);
  });
}

/** @returns a signal that is aborted when the caller goes away before the answer has ended */
function leaves(response: ServerResponse): { readonly signal: AbortSignal } {
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return { signal: controller.signal };
}

/** @returns a code that says why an upstream failed, and nothing else of it */
function failureOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : 'failed';
}

function fail(request: IncomingMessage, response: ServerResponse, failure: string): void {
  if (response.headersSent) response.destroy();
  else sendError(request, response, 502, `The upstream did not answer (${failure}).`);
}

function refuseEnd(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else sendError(request, response, 503, 'The call could not be recorded. Try again later.');
}

const RETRY_SECONDS = 2;

/** Refuses in the shape that SDKs of the protocol show to their callers. */
export function sendError(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  send(request, response, {
    status,
    type: 'application/json',
    body: JSON.stringify({ error: { message, type: 'assay_error', param: null, code: null } }),
    ...(status === 503 ? { retryAfterSeconds: RETRY_SECONDS } : {}),
  });
}
