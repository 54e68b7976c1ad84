import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ImportTask, WorkerMessage, WorkerOrder } from '../../jobs/import-protocol.ts';
import { entryUrl } from '../../platform/entries.ts';

/** A parsing thread may not use more: one record is at most 64 MB and few are held at once. */
const WORKER_MEMORY_MB = 768;
/** Records live for a moment only: a large young generation spares most of the copying. */
const YOUNG_MB = 48;

/** What a file's reader sees of the thread. */
export type ThreadTask = {
  /** @returns the next message about this file; rejects when the thread dies or the signal aborts */
  readonly next: (signal: AbortSignal) => Promise<WorkerMessage>;
  readonly tell: (order: Exclude<WorkerOrder, { t: 'task' }>) => void;
};

/**
 * The thread that parses the files of a job, one after the other: it loads all importers, which takes longer than most
 * files. It starts with the first file.
 */
export type ImportThread = {
  /**
   * Reads one file. A thread that died is replaced first.
   *
   * @param use reads the messages up to `done` or `failed`, or tells the thread to skip the file; when it throws before,
   *   the thread is ended, since it is still busy with that file
   */
  readonly read: <T>(task: ImportTask, use: (thread: ThreadTask) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

/** @returns a thread that is started when it is needed */
export function createImportThread(): ImportThread {
  let running: Running | null = null;
  const close = async (): Promise<void> => {
    const { worker } = running ?? {};
    running = null;
    await worker?.terminate();
  };
  return {
    async read(task, use) {
      if (running?.isDead() === true) running = null;
      const { worker, next } = (running ??= start());
      const order = (message: WorkerOrder): void => worker.postMessage(message);
      // Changed while the file is read.
      const state = { isBusy: true };
      order({ t: 'task', task });
      try {
        return await use({
          async next(signal) {
            const message = await next(signal);
            if (message.t === 'done' || message.t === 'failed') state.isBusy = false;
            return message;
          },
          tell(message) {
            if (message.t === 'skip') state.isBusy = false;
            order(message);
          },
        });
      } finally {
        if (state.isBusy) await close();
      }
    },
    close,
  };
}

type Running = {
  readonly worker: Worker;
  readonly next: (signal: AbortSignal) => Promise<WorkerMessage>;
  readonly isDead: () => boolean;
};

/** Messages of a thread as a queue; a thread that dies or is aborted ends the wait with an error. */
function start(): Running {
  const worker = new Worker(entryUrl('import-worker'), {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const messages: WorkerMessage[] = [];
  let failure: Error | null = null;
  let wake: (() => void) | null = null;
  const poke = (): void => {
    wake?.();
    wake = null;
  };
  worker.on('message', (message: WorkerMessage) => {
    messages.push(message);
    poke();
  });
  worker.on('error', (error: unknown) => {
    const why = error instanceof Error ? error.message : 'unknown error';
    failure = new AppError('parse_failed', `Reading stopped: ${why}.`, { cause: error });
    poke();
  });
  worker.on('exit', () => {
    failure ??= new AppError('parse_failed', 'Reading stopped before the end of the file.');
    poke();
  });
  return {
    worker,
    isDead: () => failure !== null,
    async next(signal) {
      for (;;) {
        if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
        const message = messages.shift();
        if (message !== undefined) return message;
        if (failure !== null) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', poke, { once: true });
        });
        signal.removeEventListener('abort', poke);
      }
    },
  };
}
