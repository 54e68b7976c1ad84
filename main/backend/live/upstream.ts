import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { AppError } from '../../../shared/rpc/errors.ts';
import { TOKEN_HEADER } from './guards.ts';

/** A model that thinks may say nothing for long. */
const IDLE_MS = 15 * 60_000;

/** Headers of one connection only, and those that are ours to set or no upstream's business. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'accept-encoding',
  'cookie',
  TOKEN_HEADER,
]);
const NOT_GIVEN_BACK: ReadonlySet<string> = new Set([
  ...NOT_SENT,
  'set-cookie',
  'strict-transport-security',
  'alt-svc',
  'access-control-allow-origin',
  'access-control-allow-credentials',
]);

/** Bodies are unpacked before they are sent on. */
const NOT_SENT_ON: ReadonlySet<string> = new Set([...NOT_SENT, 'content-encoding']);

export type Upstream = {
  /** Base address as the SDK would have it, without a slash at its end. */
  readonly base: string;
  /**
   * Sends a request on with the caller's own headers.
   *
   * @param rest path behind the base, with its query
   * @throws {Error} when the upstream cannot be reached; its `code` says why
   */
  readonly forward: (call: {
    readonly method: string;
    readonly rest: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer | null;
    readonly signal: AbortSignal;
  }) => Promise<IncomingMessage>;
  readonly close: () => void;
};

/**
 * @param address base address of the API, such as `https://api.openai.com/v1`; without a path, `/v1` is meant
 * @throws {AppError} `invalid_input` saying what is wrong with the address
 */
export function openUpstream(address: string): Upstream {
  const url = parseAddress(address);
  const isTls = url.protocol === 'https:';
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const path = url.pathname.replace(/\/+$/u, '');
  const base = `${url.origin}${path === '' ? '/v1' : path}`;
  const start = isTls ? httpsRequest : httpRequest;
  return {
    base,
    async forward({ method, rest, headers, body, signal }) {
      return new Promise((resolve, reject) => {
        const outgoing = start(
          `${base}${rest}`,
          {
            method,
            agent,
            signal,
            timeout: IDLE_MS,
            headers: {
              ...passed(headers, NOT_SENT_ON),
              'accept-encoding': 'identity',
              ...(body === null ? {} : { 'content-length': body.length }),
            },
          },
          resolve,
        );
        outgoing.on('timeout', () => outgoing.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
        outgoing.on('error', reject);
        outgoing.end(body ?? undefined);
      });
    },
    close: () => agent.destroy(),
  };
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const wrong = (why: string): AppError =>
    new AppError('invalid_input', `The upstream address ${why}. Write it like https://api.openai.com/v1.`);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw wrong('is not a web address');
  if (url.username !== '' || url.password !== '') throw wrong('may not hold a user or a password');
  if (url.search !== '' || url.hash !== '') throw wrong('may not hold a query or a fragment');
  if (url.protocol === 'http:' && !isNear(url.hostname))
    throw wrong('must begin with https, since the key would be sent in the clear');
  return url;
}

/** This machine, or a network of one's own. */
function isNear(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+)$/u.test(
    host,
  );
}

function passed(headers: IncomingHttpHeaders, not: ReadonlySet<string>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
      value === undefined || not.has(name) ? [] : [[name, value]],
    ),
  );
}

/** @returns the headers of an upstream's answer that the caller gets */
export function givenBack(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  return passed(headers, NOT_GIVEN_BACK);
}
