import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type GuardRefusal = { readonly status: 401 | 403 | 415; readonly message: string };

/**
 * Whether a request may come from somewhere else than a program of this person. Any page in a browser can post to a local
 * port, and a rebound name reaches it too, so whatever a browser sent is refused, and the host must be our own address.
 *
 * @param port the port that is listened on
 * @returns why the request is refused, or null
 */
export function refuseForeign(headers: IncomingHttpHeaders, port: number): GuardRefusal | null {
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`)
    return { status: 403, message: 'This address is not the one Assay listens on.' };
  // Programs send neither; browsers send at least one of them with every request that a page can make.
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return { status: 403, message: 'Requests of web pages are refused.' };
  return null;
}

/** @returns a check of the tokens somebody sent, any of which may be the right one; with a null token all pass */
export function createTokenCheck(token: string | null): (candidates: readonly (string | undefined)[]) => boolean {
  if (token === null) return () => true;
  const expected = digest(token);
  // Digests have one length, so the comparison takes the same time whatever was sent.
  return (candidates) =>
    candidates.reduce((isRight, one) => timingSafeEqual(digest(one ?? ''), expected) || isRight, false);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** @returns the one value of a header, undefined when it is missing or stands several times */
export function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** @returns the token of an `Authorization: Bearer …` header, undefined when there is none */
export function bearer(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer (\S+)$/iu.exec(headers.authorization ?? '')?.[1];
}

/** @returns the content type without its parameters, in lower case; empty when there is none */
export function mediaType(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The header both receivers take the token from. */
export const TOKEN_HEADER = 'x-assay-token';
