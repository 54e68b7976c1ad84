import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';
import { CONTENT_TYPES } from '../../shared/security/content-types.ts';
import { securityHeaders } from '../../shared/security/csp.ts';
import { APP_SCHEME, isOwnAddress } from './window.ts';

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page at app://assay/. */
export function serveApp(root: string): void {
  protocol.handle(APP_SCHEME, (request) => answer(root, request.method, request.url));
}

/** Answers one request for a file of the page; a path without an extension is a route of the page itself. */
export async function answer(root: string, method: string, address: string): Promise<Response> {
  if (method !== 'GET') return refuse(405);
  if (!isOwnAddress(address)) return refuse(403);
  const file = containedFile(root, new URL(address).pathname);
  if (file === undefined) return refuse(403);
  const type = CONTENT_TYPES[path.extname(file)];
  if (type === undefined) return refuse(404);
  try {
    // A link inside the folder could still lead out of it.
    const [real, realRoot] = await Promise.all([realpath(file), realpath(root)]);
    if (!real.startsWith(realRoot + path.sep)) return refuse(403);
    return new Response(new Uint8Array(await readFile(real)), {
      headers: { ...securityHeaders(), 'Content-Type': type },
    });
  } catch {
    return refuse(404);
  }
}

/** The file a URL's path means below the root, or undefined when it leads out or cannot be decoded. */
export function containedFile(root: string, pathname: string): string | undefined {
  try {
    const decoded = decodeURIComponent(pathname);
    if (decoded.includes('\0') || decoded.includes('\\')) return undefined;
    const wanted = path.extname(decoded) === '' ? '/index.html' : decoded;
    const file = path.join(root, wanted);
    return file.startsWith(path.resolve(root) + path.sep) ? file : undefined;
  } catch {
    return undefined;
  }
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: securityHeaders() });
}
