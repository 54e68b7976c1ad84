import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type Refusal = { readonly status: 400 | 401 | 403 | 429; readonly message: string };

type GuardedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** A WebSocket upgrade: read-looking, but it opens a session. */
  readonly isUpgrade: boolean;
};

/**
 * The checks every request passes before anything else looks at it. The Host check is what stops DNS rebinding: a page on a
 * rebound name sends an Origin that equals its Host, so only comparing both to our own address proves anything.
 *
 * @param port the port that is being listened on
 * @returns why the request is refused, or undefined
 */
export function refuse(request: GuardedRequest, port: number): Refusal | undefined {
  const { headers } = request;
  const host = headers.host;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    return { status: 403, message: 'This address is not the one Assay listens on.' };
  }
  const opensOrWrites = request.isUpgrade || (request.method !== 'GET' && request.method !== 'HEAD');
  if (opensOrWrites && headers.origin !== `http://${host}`) {
    return { status: 403, message: 'Only the page of this Assay may do that.' };
  }
  const site = headers['sec-fetch-site'];
  // Following the printed link from another page (a web terminal) is a cross-site navigation; the page alone holds nothing.
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && (opensOrWrites || !isNavigation)) {
    return { status: 403, message: 'Only the page of this Assay may do that.' };
  }
  return leavesFolder(request.url) ? { status: 403, message: 'This path leads out of the app.' } : undefined;
}

/** Whether a request's raw path could climb out of a folder, in any spelling. A path that cannot be decoded counts as such. */
export function leavesFolder(url: string): boolean {
  const raw = url.split(/[?#]/, 1)[0] ?? '';
  if (!raw.startsWith('/') || raw.startsWith('//')) return true;
  try {
    const path = decodeURIComponent(raw);
    return path.includes('\\') || path.includes('\0') || path.split('/').some((part) => part === '..' || part === '.');
  } catch {
    return true;
  }
}

const MAX_WRONG = 5;
const PAUSE_MS = 60_000;

export type TokenGuard = {
  /** Checks a token somebody sent. Wrong ones are counted; the fifth closes the door for a minute. */
  readonly check: (candidate: string) => 'ok' | 'wrong' | 'paused';
  /** Whether the door is closed at the moment, for everything. */
  readonly isPaused: () => boolean;
};

/**
 * Call `check` only for requests that `refuse` let through: otherwise any page could close the door by guessing.
 *
 * @param token the session's secret
 * @param now clock in milliseconds
 */
export function createTokenGuard(token: string, now: () => number): TokenGuard {
  const expected = digest(token);
  let wrong = 0;
  let pausedUntil = 0;
  function isPaused(): boolean {
    return now() < pausedUntil;
  }
  return {
    isPaused,
    check(candidate) {
      if (isPaused()) return 'paused';
      // Digests have one length, so the comparison takes the same time whatever was sent.
      if (timingSafeEqual(digest(candidate), expected)) {
        wrong = 0;
        return 'ok';
      }
      wrong += 1;
      if (wrong >= MAX_WRONG) {
        wrong = 0;
        pausedUntil = now() + PAUSE_MS;
      }
      return 'wrong';
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The token of an `Authorization: Bearer …` header, or an empty string. */
export function bearerToken(headers: IncomingHttpHeaders): string {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}
