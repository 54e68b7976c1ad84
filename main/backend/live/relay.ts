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
    fail(request, response, 502, `The upstream did not answer (${failureOf(error)}).`);
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
  const { signal } = leaves(response);
  const track = createTrack(options.intake.now());
  const keeper = createKeeper(options, call, track, signal);
  try {
    const answer = await options.upstream.forward({ ...call, headers: request.headers, signal });
    keeper.answered(answer);
    const isKept = await passOn(answer, response, keeper, (chunk) => track.push(chunk, options.intake.now()));
    if (isKept) response.end();
    else fail(request, response, 503, 'The call could not be recorded. Try again later.');
  } catch (error) {
    const failure = failureOf(error);
    await keeper.store(signal.aborted ? 'client_left' : failure);
    fail(request, response, 502, `The upstream did not answer (${failure}).`);
  }
}

/** @returns whether all went to the caller and the record is on the disk; the answer is not ended */
async function passOn(
  answer: IncomingMessage,
  response: ServerResponse,
  keeper: Keeper,
  note: (chunk: Buffer) => void,
): Promise<boolean> {
  const isStream = /^text\/event-stream\b/iu.test(answer.headers['content-type'] ?? '');
  const holdBack = isStream ? createHoldBack() : null;
  const held: Buffer[] = [];
  const begin = (): void => {
    if (!response.headersSent) response.writeHead(answer.statusCode ?? 502, givenBack(answer.headers));
  };
  const release = async (): Promise<void> => {
    begin();
    for (const one of held.splice(0)) await pass(response, one);
  };
  if (isStream) {
    begin();
    response.flushHeaders();
  }
  // An incoming message gives buffers.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    note(chunk);
    held.push(chunk);
    const state = keeper.isBegun() ? 'pass' : (holdBack?.push(chunk) ?? keeper.whole());
    if (state === 'hold') continue;
    if (state === 'complete' && !(await keeper.store(null))) return false;
    await release();
  }
  if (!(await keeper.store(null))) return false;
  await release();
  return true;
}

type Keeper = {
  readonly answered: (answer: IncomingMessage) => void;
  /** Stores the exchange once, however often it is asked to. @returns whether it is on the disk */
  readonly store: (failure: string | null) => Promise<boolean>;
  readonly isBegun: () => boolean;
  /** What is to be done with a part of an answer that is no stream: held, unless it is longer than what is kept. */
  readonly whole: () => 'pass' | 'hold';
};

function createKeeper({ intake, threadOf }: Options, call: Recorded, track: Track, leaving: AbortSignal): Keeper {
  let stored: Promise<boolean> | null = null;
  let answer: IncomingMessage | null = null;
  async function keep(failure: string | null): Promise<boolean> {
    const encoding = answer?.headers['content-encoding'] ?? 'identity';
    const exchange: LiveExchange = {
      kind: call.kind,
      id: intake.uuid(),
      path: `/v1${call.path}`,
      startedAt: track.startedAt,
      endedAt: intake.now(),
      firstByteAt: track.firstByteAt(),
      status: answer?.statusCode ?? null,
      request: call.body.toString('utf8'),
      response: answer === null ? null : decoded(track.bytes(), encoding),
      failure,
      clientLeft: leaving.aborted,
      isCut: track.isCut(),
    };
    const record = exchangeRecord(exchange, call.secrets, threadOf);
    const result = await intake.take({ records: [record], unfit: [] }, { exchanges: 1 });
    return result === 'stored' || result === 'paused';
  }
  return {
    answered(given) {
      answer = given;
    },
    store: async (failure) => (stored ??= keep(failure)),
    isBegun: () => stored !== null,
    whole: () => (track.isCut() ? 'pass' : 'hold'),
  };
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

/** A caller that has got the beginning of an answer must not take it for whole. */
function fail(request: IncomingMessage, response: ServerResponse, status: 502 | 503, message: string): void {
  if (response.headersSent) response.destroy();
  else sendError(request, response, status, message);
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
