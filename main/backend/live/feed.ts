import { randomBytes } from 'node:crypto';
import type { LiveStart, LiveStatus } from '../../../shared/contract/live.ts';
import type { ProjectContext } from '../context.ts';
import { threadOfRef } from '../store/live.ts';
import { createTokenCheck } from './guards.ts';
import { createBodyReader, listen, type LoopbackServer } from './http.ts';
import { createIntake, type Intake } from './intake.ts';
import { answerOtlp } from './otlp-receiver.ts';
import { answerProxy } from './proxy.ts';
import type { Settled } from './settle.ts';
import { createSweeper, DEFAULT_QUIET_MS, type Sweeper } from './sweeper.ts';
import { openUpstream, type Upstream } from './upstream.ts';

/** What listens while collection is on. */
export type Feed = {
  readonly startedAt: number;
  readonly token: string | null;
  readonly otlp: LoopbackServer | null;
  readonly proxy: { readonly server: LoopbackServer; readonly upstream: Upstream } | null;
  readonly intake: Intake;
  readonly sweeper: Sweeper;
};

/** @throws {AppError} `conflict` when a port is taken, `invalid_input` for a bad upstream; nothing listens then */
export async function openFeed(
  project: ProjectContext,
  input: LiveStart,
  on: {
    readonly limitBytes: number;
    readonly onStored: () => void;
    readonly onSettled: (settled: readonly Settled[]) => void;
  },
): Promise<Feed> {
  // 256 bits, for as long as it is on.
  const token = input.needsToken ? randomBytes(32).toString('base64url') : null;
  const upstream = input.proxy === undefined ? null : openUpstream(input.proxy.upstream);
  const intake = createIntake(project, on.limitBytes, (threads) => {
    sweeper.touch(threads);
    on.onStored();
  });
  const sweeper = createSweeper(project, input.quietMs ?? DEFAULT_QUIET_MS, intake.buffer, on.onSettled);
  const shared = { intake, isAllowed: createTokenCheck(token), readBody: createBodyReader() };
  const opened: LoopbackServer[] = [];
  const open = async (...of: Parameters<typeof listen>): Promise<LoopbackServer> => {
    const server = await listen(...of);
    opened.push(server);
    return server;
  };
  try {
    const otlp =
      input.otlp === undefined
        ? null
        : await open(input.otlp.port, 'OpenTelemetry receiver', async (...of) => answerOtlp(shared, ...of));
    const proxied = upstream === null ? null : { ...shared, upstream, token, threadOf: threadOf(project) };
    const server =
      proxied === null
        ? null
        : await open(input.proxy?.port ?? null, 'recording proxy', async (...of) => answerProxy(proxied, ...of));
    return {
      startedAt: project.app.clock.now(),
      token,
      otlp,
      proxy: server === null || upstream === null ? null : { server, upstream },
      intake,
      sweeper,
    };
  } catch (error) {
    for (const server of opened) await server.close();
    upstream?.close();
    await sweeper.stop();
    throw error;
  }
}

function threadOf(project: ProjectContext): (responseId: string) => string | undefined {
  return (responseId) => threadOfRef(project.db, responseId);
}

type Described = Omit<LiveStatus, 'counts' | 'last'>;

/** @returns what there is to say of a feed, but for its counts */
export function describeFeed({ startedAt, token, otlp, proxy, intake }: Feed, now: number): Described {
  const { held, open, limit } = intake.buffer.bytes();
  return {
    on: true,
    paused: intake.isPaused(),
    startedAt,
    token,
    needsToken: token !== null,
    otlp: otlp === null ? null : { port: otlp.port, url: `http://127.0.0.1:${otlp.port}/v1/traces` },
    proxy: proxy === null ? null : describeProxy(proxy, token),
    perMinute: intake.rates.lastHour(now),
    buffer: { bytes: held, openBytes: open, limitBytes: limit },
  };
}

function describeProxy({ server, upstream }: NonNullable<Feed['proxy']>, token: string | null): LiveStatus['proxy'] {
  const path = token === null ? '/v1' : `/t/${token}/v1`;
  return { port: server.port, url: `http://127.0.0.1:${server.port}${path}`, upstream: upstream.base };
}

/** The same while it is off. */
export const OFF = {
  on: false,
  paused: false,
  startedAt: null,
  token: null,
  needsToken: true,
  otlp: null,
  proxy: null,
  perMinute: [],
} satisfies Partial<LiveStatus>;
