import { randomBytes } from 'node:crypto';
import type { LiveArrival, LiveStart, LiveStatus } from '../../../shared/contract/live.ts';
import { SampleId } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { heldBytes, openThreads, threadOfRef, type LiveThread } from '../store/live.ts';
import { createTokenCheck } from './guards.ts';
import { createBodyReader, listen, type LoopbackServer } from './http.ts';
import { createIntake, type Intake, type LiveCounts } from './intake.ts';
import { answerOtlp } from './otlp-receiver.ts';
import { answerProxy } from './proxy.ts';
import type { Settled } from './settle.ts';
import { createSweeper, type Sweeper } from './sweeper.ts';
import { openUpstream, type Upstream } from './upstream.ts';

const DEFAULT_QUIET_MS = 5_000;
const DEFAULT_LIMIT_MB = 256;
const MB = 1024 ** 2;
const ARRIVALS_KEPT = 20;
/** Windows are told of arrivals no more often. */
const TELL_MS = 1_000;

export type Collector = {
  readonly status: () => LiveStatus;
  readonly start: (input: LiveStart) => Promise<LiveStatus>;
  /** Stops listening and makes samples of all that came. */
  readonly stop: () => Promise<LiveStatus>;
  readonly pause: (isPaused: boolean) => LiveStatus;
  /** Makes samples of what came before the program ended without settling it. */
  readonly recover: () => void;
  readonly close: () => Promise<void>;
};

type Feed = {
  readonly startedAt: number;
  readonly token: string | null;
  readonly otlp: LoopbackServer | null;
  readonly proxy: { readonly server: LoopbackServer; readonly upstream: Upstream } | null;
  readonly intake: Intake;
  readonly sweeper: Sweeper;
};
type Tally = { added: number; updated: number; issues: number };

/** Live collection of one project: off until it is started, and listening on loopback only. */
export function createCollector(project: () => ProjectContext): Collector {
  let feed: Feed | null = null;
  let isBusy = false;
  let recovery: Sweeper | null = null;
  let limitBytes = DEFAULT_LIMIT_MB * MB;
  /** Of the last time it was on. */
  let counted: Readonly<LiveCounts> = { spans: 0, exchanges: 0, refused: 0, passed: 0 };
  const tally: Tally = { added: 0, updated: 0, issues: 0 };
  const last: LiveArrival[] = [];
  const teller = createTeller(() => project().announce(['live', 'source', 'sample', 'attempt', 'flag', 'tag'], null));

  function settled(list: readonly Settled[]): void {
    const at = project().app.clock.now();
    for (const { samples, issues } of list) {
      tally.issues += issues;
      for (const { change, sampleId, name, calls, durationMs, outcome } of samples) {
        if (change === 'added') tally.added += 1;
        if (change === 'updated') tally.updated += 1;
        if (change === 'unchanged') continue;
        last.unshift({ at, sampleId: SampleId.parse(sampleId), name, calls, durationMs, outcome, change });
      }
    }
    last.length = Math.min(last.length, ARRIVALS_KEPT);
    teller.tell();
  }

  function status(): LiveStatus {
    const buffer = feed?.intake.buffer.bytes();
    const held = buffer === undefined ? heldBytes(project().db) : null;
    return {
      on: feed !== null,
      paused: feed?.intake.isPaused() ?? false,
      startedAt: feed?.startedAt ?? null,
      token: feed?.token ?? null,
      needsToken: feed === null ? true : feed.token !== null,
      otlp: feed?.otlp == null ? null : { port: feed.otlp.port, url: `http://127.0.0.1:${feed.otlp.port}/v1/traces` },
      proxy: feed?.proxy == null ? null : describeProxy(feed.proxy, feed.token),
      counts: {
        ...(feed?.intake.counts() ?? counted),
        waiting: feed?.sweeper.waiting() ?? recovery?.waiting() ?? 0,
        samplesAdded: tally.added,
        samplesUpdated: tally.updated,
        issues: tally.issues,
      },
      perMinute: feed?.intake.rates.lastHour(project().app.clock.now()) ?? [],
      last: [...last],
      buffer: { bytes: buffer?.held ?? held?.total ?? 0, openBytes: buffer?.open ?? held?.open ?? 0, limitBytes },
    };
  }

  /** Starting and stopping take a moment, in which neither may begin again. */
  async function alone<T>(run: () => Promise<T>): Promise<T> {
    if (isBusy) throw new AppError('conflict', 'Live collection is being switched at the moment. Try again.');
    isBusy = true;
    try {
      return await run();
    } finally {
      isBusy = false;
      teller.tell();
    }
  }

  async function end(isFinal: boolean): Promise<void> {
    if (feed === null) return;
    const { otlp, proxy, intake, sweeper } = feed;
    await Promise.all([otlp?.close(), proxy?.server.close()]);
    proxy?.upstream.close();
    await intake.buffer.drain();
    await sweeper.all();
    await sweeper.stop();
    counted = intake.counts();
    feed = null;
    if (isFinal) teller.stop();
  }

  return {
    status,
    start: async (input) =>
      alone(async () => {
        if (feed !== null) throw new AppError('conflict', 'Live collection is on already. Stop it first.');
        if (project().journal === null)
          throw new AppError('read_only', 'This project is open read-only, so nothing can be collected into it.');
        await recovery?.stop();
        recovery = null;
        Object.assign(tally, { added: 0, updated: 0, issues: 0 });
        limitBytes = (input.limitMb ?? DEFAULT_LIMIT_MB) * MB;
        feed = await openFeed(project(), input, { limitBytes, onStored: teller.tell, onSettled: settled });
        return status();
      }),
    stop: async () =>
      alone(async () => {
        await end(false);
        return status();
      }),
    pause(isPaused) {
      if (feed === null) throw new AppError('conflict', 'Live collection is off.');
      feed.intake.pause(isPaused);
      teller.tell();
      return status();
    },
    recover() {
      if (openThreads(project().db).length === 0) return;
      const { buffer } = createIntake(project(), limitBytes, () => undefined);
      const sweeper = createSweeper(project(), DEFAULT_QUIET_MS, buffer, settled);
      recovery = sweeper;
      void sweeper.all().finally(() => void sweeper.stop());
    },
    async close() {
      await end(true);
      await recovery?.stop();
      teller.stop();
    },
  };
}

function describeProxy(
  { server, upstream }: NonNullable<Feed['proxy']>,
  token: string | null,
): NonNullable<LiveStatus['proxy']> {
  const path = token === null ? '/v1' : `/t/${token}/v1`;
  return { port: server.port, url: `http://127.0.0.1:${server.port}${path}`, upstream: upstream.base };
}

async function openFeed(
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
  let sweeper: Sweeper | null = null;
  const intake = createIntake(project, on.limitBytes, (threads: readonly LiveThread[]) => {
    sweeper?.touch(threads);
    on.onStored();
  });
  const shared = { intake, isAllowed: createTokenCheck(token), readBody: createBodyReader() };
  const opened: LoopbackServer[] = [];
  try {
    const otlp =
      input.otlp === undefined
        ? null
        : await listen(input.otlp.port, 'OpenTelemetry receiver', async (...of) => answerOtlp(shared, ...of));
    if (otlp !== null) opened.push(otlp);
    const proxy =
      upstream === null || input.proxy === undefined
        ? null
        : await listen(input.proxy.port, 'recording proxy', async (...of) =>
            answerProxy({ ...shared, upstream, token, threadOf: (id) => threadOfRef(project.db, id) }, ...of),
          );
    sweeper = createSweeper(project, input.quietMs ?? DEFAULT_QUIET_MS, intake.buffer, on.onSettled);
    return {
      startedAt: project.app.clock.now(),
      token,
      otlp,
      proxy: proxy === null || upstream === null ? null : { server: proxy, upstream },
      intake,
      sweeper,
    };
  } catch (error) {
    for (const server of opened) await server.close();
    upstream?.close();
    throw error;
  }
}

/** Tells at most once in a while, and always of the last change. */
function createTeller(announce: () => void): { readonly tell: () => void; readonly stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  return {
    tell() {
      if (isStopped) return;
      timer ??= setTimeout(() => {
        timer = null;
        announce();
      }, TELL_MS).unref();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
