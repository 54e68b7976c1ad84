import type { ProjectContext } from '../context.ts';
import { openThreads, type LiveThread } from '../store/live.ts';
import type { LiveBuffer } from './buffer.ts';
import { createReview } from './review.ts';
import { createSettler, type Settled, type Settler } from './settle.ts';

/** How long a thread is quiet before samples are made of it, unless told otherwise. */
export const DEFAULT_QUIET_MS = 5_000;
/** A thread that is never quiet is read from time to time all the same. */
const LONGEST_WAIT = 12;
/** How long one transaction may take, so that requests and windows are answered in between. */
const SLICE_MS = 25;
/** After a fault, before the same threads are tried again. */
const PAUSE_MS = 5_000;

type Waiting = LiveThread & { firstAt: number; lastAt: number };

export type Sweeper = {
  /** Something came for these threads. */
  readonly touch: (threads: readonly LiveThread[]) => void;
  readonly waiting: () => number;
  /** Settles every thread that waits, quiet or not, and reviews what came. */
  readonly all: () => Promise<void>;
  /** Stops the clock; what waits stays on the disk and is settled when the project is opened again. */
  readonly stop: () => Promise<void>;
};

/**
 * Watches for threads that have gone quiet and makes samples of them, a few at a time.
 *
 * @param onSettled told after each commit
 */
export function createSweeper(
  project: ProjectContext,
  quietMs: number,
  buffer: LiveBuffer,
  onSettled: (settled: readonly Settled[]) => void,
): Sweeper {
  const { clock, log } = project.app;
  const waiting = new Map<string, Waiting>(openThreads(project.db).map((thread) => [keyOf(thread), thread]));
  const review = createReview(project);
  let restUntil = 0;
  let isStopped = false;

  async function work(threads: readonly Waiting[]): Promise<void> {
    // Made anew each time, since how samples are masked may have changed.
    const settler = createSettler(project);
    for (let at = 0; at < threads.length && !isStopped;) {
      at += slice(settler, threads.slice(at));
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
  }

  /** @returns how many threads were settled */
  function slice(settler: Settler, threads: readonly Waiting[]): number {
    const done: Settled[] = [];
    const started = performance.now();
    project.write([], () => {
      for (const thread of threads) {
        done.push(settler.settle(thread));
        if (performance.now() - started > SLICE_MS) break;
      }
      settler.check(
        done
          .flatMap(({ samples }) => samples)
          .flatMap(({ change, sampleId }) => (change === 'unchanged' ? [] : [sampleId])),
      );
    });
    for (const thread of threads.slice(0, done.length)) {
      waiting.delete(keyOf(thread));
      review.note(thread.sourceId);
    }
    buffer.settled(done.reduce((sum, { bytes }) => sum + bytes, 0));
    onSettled(done);
    return done.length;
  }

  const turns = createTurns((error) => {
    restUntil = clock.now() + PAUSE_MS;
    log.error({ name: error instanceof Error ? error.name : 'error' }, 'live records could not be settled');
  });
  const reviewAll = async (): Promise<void> => review.run(() => isStopped);

  const timer = setInterval(
    () => {
      const now = clock.now();
      if (turns.isBusy() || now < restUntil) return;
      const threads = due(waiting, now, quietMs);
      if (threads.length > 0) void turns.take(async () => work(threads));
      else if (review.isDue(now)) void turns.take(reviewAll);
    },
    Math.max(50, Math.min(1_000, quietMs / 4)),
  );
  timer.unref();

  return {
    touch(threads) {
      const now = clock.now();
      for (const thread of threads) {
        const key = keyOf(thread);
        waiting.set(key, { ...thread, firstAt: waiting.get(key)?.firstAt ?? now, lastAt: now });
      }
    },
    waiting: () => waiting.size,
    async all() {
      await turns.take(async () => work([...waiting.values()]));
      await turns.take(reviewAll);
    },
    async stop() {
      clearInterval(timer);
      isStopped = true;
      await turns.idle();
    },
  };
}

/** Settling and reviewing one after the other, since both write. */
function createTurns(onFault: (error: unknown) => void): {
  readonly take: (task: () => Promise<void>) => Promise<void>;
  readonly isBusy: () => boolean;
  readonly idle: () => Promise<void>;
} {
  let running: Promise<void> | null = null;
  const idle = async (): Promise<void> => {
    if (running !== null) await running;
  };
  return {
    async take(task) {
      await idle();
      running = task().catch(onFault);
      await running;
      running = null;
    },
    isBusy: () => running !== null,
    idle,
  };
}

function due(waiting: ReadonlyMap<string, Waiting>, now: number, quietMs: number): Waiting[] {
  return [...waiting.values()].filter(
    ({ firstAt, lastAt }) => now - lastAt >= quietMs || now - firstAt >= quietMs * LONGEST_WAIT,
  );
}

function keyOf({ sourceId, thread }: LiveThread): string {
  return `${sourceId} ${thread}`;
}
