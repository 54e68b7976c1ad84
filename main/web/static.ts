import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { CONTENT_TYPES } from '../../shared/security/content-types.ts';

type PageFile = { readonly body: Buffer; readonly type: string; readonly tag: string };

/** Answers a GET or HEAD for a file of the page; false when there is none. */
export type StaticHandler = (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean;

/**
 * Serves the built page from memory (some 10 MB): only what was there at the start can be asked for, no path of a request ever
 * reaches the disk, and a build that replaces the folder meanwhile does not pull files away from an open page.
 *
 * @throws {Error} when the folder holds no built page
 */
export function createStaticHandler(folder: string): StaticHandler {
  if (!existsSync(path.join(folder, 'index.html'))) {
    throw new Error(`The page is not built: ${folder} has no index.html. Run npm run build.`);
  }
  const files = readFiles(folder);
  return (request, response, pathname) => {
    // A path without an extension is a route of the page itself.
    const file = files.get(path.posix.extname(pathname) === '' ? '/index.html' : pathname);
    if (file === undefined) return false;
    response.setHeader('ETag', file.tag);
    // File names under assets/ carry a hash of their content.
    const isHashed = pathname.startsWith('/assets/');
    response.setHeader('Cache-Control', isHashed ? 'private, max-age=31536000, immutable' : 'no-cache');
    if (request.headers['if-none-match'] === file.tag) {
      response.writeHead(304).end();
      return true;
    }
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.body.byteLength });
    response.end(request.method === 'HEAD' ? undefined : file.body);
    return true;
  };
}

function readFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = CONTENT_TYPES[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined || entry.name.startsWith('.')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const body = readFileSync(file);
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    files.set(`/${path.relative(folder, file).replaceAll(path.sep, '/')}`, { body, type, tag });
  }
  return files;
}
