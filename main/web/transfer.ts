import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { HostBackend } from './server.ts';

/** Left free on the disk after an upload, for the database that is about to grow by it. */
const SPARE_BYTES = 64 * 1024 ** 2;
const MAX_NAME = 255;
const DISCARD_MS = 2_000;

const UploadQuery = z.object({
  name: z.string().min(1).max(MAX_NAME),
  purpose: z.literal('open').default('open'),
});

class UploadRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

/**
 * The rest of a refused body is not wanted, but a connection that ends while the other side still sends would take the answer
 * with it: so the rest is thrown away for a moment first.
 */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  request.resume();
  const timer = setTimeout(() => request.destroy(), DISCARD_MS);
  request.once('close', () => clearTimeout(timer));
}

/**
 * Streams a body into the backend's incoming folder under a random name; the name the person's file has is kept as text only.
 * Answers 201 with the file's reference, or an error as JSON.
 *
 * @param limitBytes largest body accepted
 */
export async function receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  backend: HostBackend,
  limitBytes: number,
): Promise<void> {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const parsed = UploadQuery.safeParse(Object.fromEntries(query));
  if (!parsed.success) {
    discardRest(request, response);
    sendJson(response, 400, { code: 'invalid_input', message: 'An upload needs a name and the purpose "open".' });
    return;
  }
  const { name, purpose } = parsed.data;
  const folder = backend.files.incomingDir;
  const target = path.join(folder, randomBytes(16).toString('hex'));
  const partial = `${target}.part`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await refuseTooLarge(request, folder, limitBytes);
    await pipeline(upTo(request, limitBytes), createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
    await rename(partial, target);
    sendJson(response, 201, backend.files.register(target, purpose, { name, isUpload: true }));
  } catch (error) {
    await rm(partial, { force: true });
    answerFailure(request, response, error);
  }
}

async function refuseTooLarge(request: IncomingMessage, folder: string, limitBytes: number): Promise<void> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limitBytes) throw tooLarge(limitBytes);
  const disk = await statfs(folder);
  if (announced + SPARE_BYTES > disk.bavail * disk.bsize) {
    throw new UploadRefused(507, `The disk that holds ${folder} has too little space for this file.`);
  }
}

/** Announced lengths can lie or be missing, so the bytes that arrive are counted. The request stays open for the answer. */
async function* upTo(request: IncomingMessage, limitBytes: number): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    // Without an encoding set, a request gives Buffers only.
    const bytes = chunk as Buffer;
    seen += bytes.byteLength;
    if (seen > limitBytes) throw tooLarge(limitBytes);
    yield bytes;
  }
}

function tooLarge(limitBytes: number): UploadRefused {
  const gib = limitBytes / 1024 ** 3;
  const limit = gib >= 1 ? `${gib.toFixed(0)} GB` : `${limitBytes} bytes`;
  return new UploadRefused(413, `The file is larger than ${limit}; import it on the command line instead.`);
}

function answerFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) return;
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  const status = error instanceof UploadRefused ? error.status : isFull ? 507 : 500;
  const message = error instanceof Error ? error.message : 'The upload failed.';
  const code = status === 413 ? 'limit_exceeded' : status === 507 ? 'disk_full' : 'io_failed';
  discardRest(request, response);
  sendJson(response, status, { code, message });
}

/** Answers a one-time download, or 404 when its id is unknown, used or too old. */
export async function sendDownload(id: string, response: ServerResponse, backend: HostBackend): Promise<void> {
  const download = /^[\w-]{16,128}$/.test(id) ? backend.downloads.take(id) : undefined;
  if (download === undefined) {
    sendJson(response, 404, {
      code: 'not_found',
      message: 'This download was used or is too old; ask for it again in the app.',
    });
    return;
  }
  const handle = await open(download.path, 'r').catch(() => undefined);
  if (handle === undefined) {
    sendJson(response, 404, { code: 'not_found', message: `${download.name} is no longer where it was written.` });
    return;
  }
  const { size } = await handle.stat();
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': size,
    'Content-Disposition': contentDisposition(download.name),
    'Cache-Control': 'no-store',
  });
  await pipeline(handle.createReadStream({ end: Math.max(0, size - 1) }), response).catch(() => response.destroy());
}

/** A header that names an attachment: a plain fallback without anything special, and the real name percent-encoded. */
export function contentDisposition(name: string): string {
  const base = path.basename(name.replaceAll('\\', '/')).replace(/[\p{Cc}\p{Cf}]/gu, '') || 'download';
  const plain = base.replace(/[^\w.\- ]/g, '_');
  const encoded = encodeURIComponent(base.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
