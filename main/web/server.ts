import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { securityHeaders } from '../../shared/security/csp.ts';
import type { Backend } from '../backend/index.ts';
import { bearerToken, createTokenGuard, refuse, type Refusal, type TokenGuard } from './guards.ts';
import { admit, CLOSE } from './socket.ts';
import { createStaticHandler, type StaticHandler } from './static.ts';
import { discardRest, receiveUpload, sendDownload, sendJson } from './transfer.ts';

/** What the host needs of the backend. */
export type HostBackend = Pick<Backend, 'connect'> & {
  readonly files: Pick<Backend['files'], 'incomingDir' | 'register'>;
  readonly downloads: Pick<Backend['downloads'], 'take'>;
};

export type WebServerOptions = {
  readonly backend: HostBackend;
  readonly rendererDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The project new sessions start with. */
  readonly openPath?: string | undefined;
  readonly token?: string;
  readonly uploadLimitBytes?: number;
  readonly now?: () => number;
};

export type WebServer = { readonly port: number; readonly link: string; readonly close: () => Promise<void> };

const ADDRESS = '127.0.0.1';
const MAX_SOCKETS = 100;
// The contract's own limit is 8 MB a message; the envelope adds a little.
const MAX_FRAME_BYTES = 9 * 1024 ** 2;
const UPLOAD_LIMIT_BYTES = 32 * 1024 ** 3;
// An upload of the largest file from a slow disk.
const REQUEST_MS = 3_600_000;

type Host = {
  readonly options: WebServerOptions;
  readonly guard: TokenGuard;
  readonly serveStatic: StaticHandler;
  readonly port: () => number;
};

/**
 * Starts the loopback host.
 *
 * @returns the link with the session's token in its fragment, which browsers send nowhere
 * @throws {Error} when the port is taken or the page is not built
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const token = options.token ?? randomBytes(32).toString('base64url');
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 5_000,
  });
  const host: Host = {
    options,
    guard: createTokenGuard(token, options.now ?? Date.now),
    serveStatic: createStaticHandler(options.rendererDir),
    port: () => listeningPort(server),
  };
  server.maxConnections = MAX_SOCKETS;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  server.on('request', (request, response) => void answer(host, request, response));
  server.on('upgrade', (request, socket, head) => upgrade(host, sockets, request, socket, head));
  await listen(server, options.port);
  const port = listeningPort(server);
  return {
    port,
    link: `http://${ADDRESS}:${port}/#token=${token}`,
    close: async () => {
      for (const client of sockets.clients) client.close(CLOSE.goingAway, 'Assay ends.');
      sockets.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      for (const client of sockets.clients) client.terminate();
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: ADDRESS, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function listeningPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The checks both requests and upgrades pass. */
function refusal(host: Host, request: IncomingMessage, isUpgrade: boolean): Refusal | undefined {
  const { method = 'GET', url = '/', headers } = request;
  const refused = refuse({ method, url, headers, isUpgrade }, host.port());
  if (refused !== undefined) return refused;
  return host.guard.isPaused() ? { status: 429, message: 'Too many wrong tokens; try again in a minute.' } : undefined;
}

async function answer(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = securityHeaders([`ws://127.0.0.1:${host.port()}`, `ws://localhost:${host.port()}`]);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.on('error', () => response.destroy());
  try {
    const refused = refusal(host, request, false);
    if (refused === undefined) await route(host, request, response);
    else sendRefusal(request, response, refused);
  } catch {
    if (response.headersSent) response.destroy();
    else sendJson(response, 500, { code: 'internal', message: 'The request failed inside Assay.' });
  }
}

async function route(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { backend, uploadLimitBytes = UPLOAD_LIMIT_BYTES } = host.options;
  const { pathname } = new URL(request.url ?? '/', `http://${ADDRESS}`);
  if (request.method === 'POST' && pathname === '/upload') {
    const verdict = host.guard.check(bearerToken(request.headers));
    if (verdict === 'ok') await receiveUpload(request, response, backend, uploadLimitBytes);
    else sendRefusal(request, response, { status: verdict === 'wrong' ? 401 : 429, message: 'The token is wrong.' });
    return;
  }
  if (request.method === 'GET' && pathname.startsWith('/download/')) {
    await sendDownload(pathname.slice('/download/'.length), response, backend);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    sendJson(response, 405, { code: 'invalid_input', message: 'This address only answers GET.' });
    return;
  }
  if (!host.serveStatic(request, response, decodeURIComponent(pathname))) {
    sendJson(response, 404, { code: 'not_found', message: 'There is nothing here.' });
  }
}

function sendRefusal(request: IncomingMessage, response: ServerResponse, refused: Refusal): void {
  discardRest(request, response);
  sendJson(response, refused.status, { code: 'invalid_input', message: refused.message });
}

function upgrade(host: Host, sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy());
  const refused = refusal(host, request, true);
  if (refused !== undefined || (request.url ?? '').split('?', 1)[0] !== '/socket') {
    const status = refused?.status ?? 404;
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    return;
  }
  const { backend, openPath } = host.options;
  sockets.handleUpgrade(request, socket, head, (webSocket) => {
    admit(webSocket, host.guard, (port) =>
      backend.connect(port, openPath === undefined ? { host: 'web' } : { host: 'web', openPath }),
    );
  });
}
