import { AppError } from '../../../../shared/rpc/errors.ts';
import { createWorker } from './worker.ts';
import type { Worker, WorkerOptions } from './worker.ts';

export type Pool = {
  /**
   * Gives the task to the next free worker, in the order of calls.
   *
   * @throws {AppError} `cancelled` at once when the signal is aborted, `backend_unavailable` when the pool is closed; the task
   *   may still be ending then
   */
  readonly run: <T>(signal: AbortSignal | undefined, task: (worker: Worker) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

type Slot = { readonly worker: Worker; busy: boolean; idleTimer: NodeJS.Timeout | undefined };

export function createPool(options: WorkerOptions & { readonly children: number; readonly idleMs: number }): Pool {
  const queue: ((worker: Worker) => Promise<void>)[] = [];
  const stopped = new AbortController();
  const slots: Slot[] = Array.from({ length: options.children }, () => ({
    worker: createWorker(options),
    busy: false,
    idleTimer: undefined,
  }));

  const serve = async (slot: Slot): Promise<void> => {
    slot.busy = true;
    clearTimeout(slot.idleTimer);
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await task(slot.worker);
    slot.busy = false;
    if (stopped.signal.aborted) return;
    slot.idleTimer = setTimeout(() => void slot.worker.retire(), options.idleMs);
    slot.idleTimer.unref();
  };
  const run: Pool['run'] = (signal, task) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof task>>>();
    const cancel = (): void => reject(new AppError('cancelled', 'Grading was cancelled.'));
    const refuse = (): void => reject(new AppError('backend_unavailable', 'The Python host is closed.'));
    if (stopped.signal.aborted) refuse();
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    stopped.signal.addEventListener('abort', refuse, { once: true });
    queue.push(async (worker) => {
      try {
        if (signal?.aborted !== true && !stopped.signal.aborted) resolve(await task(worker));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      } finally {
        signal?.removeEventListener('abort', cancel);
        stopped.signal.removeEventListener('abort', refuse);
      }
    });
    const free = slots.find((slot) => !slot.busy);
    if (free !== undefined) void serve(free);
    return promise;
  };
  const close = async (): Promise<void> => {
    stopped.abort();
    await Promise.all(
      slots.map(async (slot) => {
        clearTimeout(slot.idleTimer);
        await slot.worker.retire();
      }),
    );
  };
  return { run, close };
}
