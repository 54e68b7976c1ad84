import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../../shared/rpc/errors.ts';

const ADDRESS = '127.0.0.1';
const MAX_SOCKETS = 256;
const HEADERS_MS = 10_000;
const REQUEST_MS = 120_000;
/** Bytes of bodies that are being read at once, over all connections. */
const READING_BYTES = 128 * 1024 ** 2;

export type LoopbackServer = { readonly port: number; readonly close: () => Promise<void> };
export type Answerer = (request: IncomingMessage, response: ServerResponse, port: number) => Promise<void>;

/**
 * Listens on loopback only.
 *
 * @param port null takes a free one
 * @throws {AppError} `conflict` when the port is taken
 */
export async function listen(port: number | null, what: string, answer: Answerer): Promise<LoopbackServer> {
  const server = createServer({
    maxHeaderSize: 32 * 1024,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 30_000,
  });
  server.maxConnections = MAX_SOCKETS;
  await start(server, port ?? 0, what);
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  server.on('request', (request, response) => {
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.on('error', () => response.destroy());
    request.on('error', () => undefined);
    void answerGuarded(answer, request, response, taken);
  });
  return {
    port: taken,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // Requests under way get a moment; a stream of a model may take for ever.
      const timer = setTimeout(() => server.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** A fault of ours must neither leave a request hanging nor end the program. */
async function answerGuarded(
  answer: Answerer,
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<void> {
  try {
    await answer(request, response, port);
  } catch {
    if (response.headersSent) response.destroy();
    else
      send(request, response, { status: 500, type: 'application/json', body: '{"message":"It failed inside Assay."}' });
  }
}

async function start(server: Server, port: number, what: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(
        isTaken
          ? new AppError('conflict', `Port ${port} is in use, so the ${what} cannot listen on it. Choose another port.`)
          : new AppError('io_failed', `The ${what} cannot listen on port ${port}: ${error.code ?? 'unknown error'}.`),
      );
    });
    server.listen({ host: ADDRESS, port, exclusive: true }, resolve);
  });
}

export type Body =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly status: 400 | 413 | 415 | 503; readonly message: string };

export type BodyReader = (request: IncomingMessage, limit: number) => Promise<Body>;

/** @returns a function that reads the body of a request, inflated where it is gzip; no more than `limit` bytes come out */
export function createBodyReader(): BodyReader {
  let reading = 0;
  return async (request, limit) => {
    const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    if (encoding !== 'identity' && encoding !== 'gzip')
      return { ok: false, status: 415, message: 'The body may be sent as it is or as gzip.' };
    if (Number(request.headers['content-length'] ?? 0) > limit) return tooLarge(limit);
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      // An incoming message gives buffers.
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length;
        reading += chunk.length;
        chunks.push(chunk);
        if (size > limit) return tooLarge(limit);
        if (reading > READING_BYTES) return { ok: false, status: 503, message: 'Too much is being sent at once.' };
      }
    } catch {
      return { ok: false, status: 400, message: 'The request ended early.' };
    } finally {
      reading -= size;
    }
    const bytes = Buffer.concat(chunks);
    return encoding === 'gzip' ? inflate(bytes, limit) : { ok: true, bytes };
  };
}

const gunzipped = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

async function inflate(bytes: Buffer, limit: number): Promise<Body> {
  try {
    return { ok: true, bytes: await gunzipped(bytes, { maxOutputLength: limit }) };
  } catch (error) {
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isLarge ? tooLarge(limit) : { ok: false, status: 400, message: 'The body is not valid gzip.' };
  }
}

function tooLarge(limit: number): Body {
  return { ok: false, status: 413, message: `The body is larger than ${Math.floor(limit / 1024 ** 2)} MB.` };
}

/** Answers; what the client still sends is not waited for when the answer is a refusal. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: {
    readonly status: number;
    readonly type: string;
    readonly body: string | Uint8Array;
    readonly retryAfterSeconds?: number;
  },
): void {
  if (response.headersSent || response.destroyed) return;
  const headers: Record<string, string | number> = {
    'content-type': answer.type,
    'content-length': Buffer.byteLength(answer.body),
    ...(answer.retryAfterSeconds === undefined ? {} : { 'retry-after': answer.retryAfterSeconds }),
  };
  if (!request.complete) headers['connection'] = 'close';
  response.writeHead(answer.status, headers);
  response.end(answer.body, () => {
    if (!request.complete) request.destroy();
  });
}
