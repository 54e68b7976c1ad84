import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';

export type StaticHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Serves the built page. The folder is listed once, so only files that were there at the start can be asked for; a path without an
 * extension answers the page itself, which does its own routing.
 *
 * @throws {Error} when the folder holds no built page
 */
export function createStaticHandler(folder: string): StaticHandler {
  if (!existsSync(path.join(folder, 'index.html'))) {
    throw new Error(`The page is not built: ${folder} has no index.html. Run npm run build.`);
  }
  return sirv(folder, {
    single: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, pathname) {
      // File names under assets/ carry a hash of their content.
      const isHashed = pathname.startsWith('/assets/');
      response.setHeader('Cache-Control', isHashed ? 'private, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
