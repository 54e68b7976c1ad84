import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { entryUrl } from '../../platform/entries.ts';
import type { SimilarMessage, SimilarTask } from './protocol.ts';

/** 100,000 texts and their pairs; vectors and shingles lie outside of it. */
const MEMORY_MB = 2_048;

export type Answer = Exclude<SimilarMessage, { readonly t: 'progress' | 'learned' | 'failed' }>;

/**
 * Does a task in a thread of its own, which is ended with it: its model and texts are not kept.
 *
 * @param hear gets progress and what was learned while it works; what it throws ends the task
 * @throws {AppError} `cancelled`, or `internal` when the thread fails
 */
export async function inThread(
  task: SimilarTask,
  hear: (message: Extract<SimilarMessage, { readonly t: 'progress' | 'learned' }>) => void,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  if (signal?.aborted === true) throw new AppError('cancelled', 'Cancelled.');
  const worker = new Worker(entryUrl('similar-worker'), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const answer = Promise.withResolvers<Answer>();
  const stop = (): void => answer.reject(new AppError('cancelled', 'Cancelled.'));
  const fail = (why: string, cause?: unknown): void =>
    answer.reject(new AppError('internal', `Comparing samples stopped: ${why}.`, { cause }));
  worker.on('message', (message: SimilarMessage) => {
    if (message.t === 'failed') fail(message.message);
    else if (message.t === 'progress' || message.t === 'learned') {
      try {
        hear(message);
      } catch (error) {
        answer.reject(error);
      }
    } else answer.resolve(message);
  });
  worker.on('error', (error: unknown) => fail(error instanceof Error ? error.message : 'unknown error', error));
  worker.on('exit', () => fail('its thread ended'));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    worker.postMessage(task);
    return await answer.promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
