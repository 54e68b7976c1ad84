import type { LiveStart, LiveStatus } from '../../../shared/contract/live.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { heldBytes, openThreads } from '../store/live.ts';
import { describeFeed, OFF, openFeed, type Feed } from './feed.ts';
import { createIntake } from './intake.ts';
import { createLedger } from './ledger.ts';
import type { Settled } from './settle.ts';
import { createSweeper, DEFAULT_QUIET_MS, type Sweeper } from './sweeper.ts';

const DEFAULT_LIMIT_MB = 256;
const MB = 1024 ** 2;
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

/** Live collection of one project: off until it is started, and listening on loopback only. */
export function createCollector(project: () => ProjectContext): Collector {
  let feed: Feed | null = null;
  let isBusy = false;
  let recovery: Sweeper | null = null;
  let limitBytes = DEFAULT_LIMIT_MB * MB;
  const ledger = createLedger(() => project().app.clock.now());
  const teller = createTeller(() => project().announce(['live', 'source', 'sample', 'attempt', 'flag', 'tag'], null));

  function settled(list: readonly Settled[]): void {
    ledger.add(list);
    teller.tell();
  }

  function status(): LiveStatus {
    if (feed !== null)
      return {
        ...describeFeed(feed, project().app.clock.now()),
        ...ledger.facts(feed.sweeper.waiting(), feed.intake.counts()),
      };
    // A file that is only read may be of a version that knows no live records.
    const { total, open } = project().journal === null ? { total: 0, open: 0 } : heldBytes(project().db);
    const buffer = { bytes: total, openBytes: open, limitBytes };
    return { ...OFF, ...ledger.facts(recovery?.waiting() ?? 0), buffer };
  }

  /** Starting and stopping take a moment, in which neither may begin again. */
  async function alone(run: () => Promise<void>): Promise<LiveStatus> {
    if (isBusy) throw new AppError('conflict', 'Live collection is being switched at the moment. Try again.');
    isBusy = true;
    try {
      await run();
      return status();
    } finally {
      isBusy = false;
      teller.tell();
    }
  }

  async function start(input: LiveStart): Promise<void> {
    if (feed !== null) throw new AppError('conflict', 'Live collection is on already. Stop it first.');
    if (project().journal === null)
      throw new AppError('read_only', 'This project is open read-only, so nothing can be collected into it.');
    await recovery?.stop();
    recovery = null;
    limitBytes = (input.limitMb ?? DEFAULT_LIMIT_MB) * MB;
    feed = await openFeed(project(), input, { limitBytes, onStored: teller.tell, onSettled: settled });
    ledger.clear();
  }

  async function end(): Promise<void> {
    if (feed === null) return;
    const { otlp, proxy, intake, sweeper } = feed;
    await Promise.all([otlp?.close(), proxy?.server.close()]);
    proxy?.upstream.close();
    await intake.buffer.drain();
    await sweeper.all();
    await sweeper.stop();
    ledger.remember(intake.counts());
    feed = null;
  }

  return {
    status,
    start: async (input) => alone(async () => start(input)),
    stop: async () => alone(end),
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
      await end();
      await recovery?.stop();
      teller.stop();
    },
  };
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
