import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { entryUrl } from '../../platform/entries.ts';
import type { LikenessAnswer, LikenessMessage, LikenessTask } from './protocol.ts';
import { runTask } from './run-task.ts';

const MEMORY_MB = 1_024;

/**
 * Does a task in a thread of its own, which is ended with it or by cancelling.
 *
 * @throws {AppError} `cancelled`, or `internal` when the thread fails
 */
export async function inThread(
  task: LikenessTask,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<LikenessAnswer> {
  if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
  // Starting a thread takes longer than this.
  if (isSmall(task)) return runTask(task, onProgress);
  const worker = new Worker(entryUrl('likeness-worker'), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const answer = Promise.withResolvers<LikenessAnswer>();
  const stop = (): void => answer.reject(new AppError('cancelled', 'Cancelled.'));
  const fail = (why: string, cause?: unknown): void =>
    answer.reject(new AppError('internal', `Comparing with production stopped: ${why}.`, { cause }));
  worker.on('message', (message: LikenessMessage) => {
    if (message.t === 'failed') fail(message.message);
    else if (message.t === 'progress') onProgress(message.done);
    else answer.resolve(message);
  });
  worker.on('error', (error: unknown) => fail(error instanceof Error ? error.message : 'unknown error', error));
  worker.on('exit', () => fail('its thread ended'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    worker.postMessage(task);
    return await answer.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** Draws that take some 20 ms. */
const FEW_DRAWS = 400_000;

function isSmall(task: LikenessTask): boolean {
  if (task.t === 'texts') return task.parts.length === 0;
  let draws = 0;
  for (const { patterns, curated, both } of task.tables) {
    draws += patterns.length;
    for (let at = 0; at < patterns.length; at += 1) draws += (curated[at] ?? 0) + (both[at] ?? 0);
  }
  return draws * task.resamples < FEW_DRAWS;
}
