import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { entryUrl } from '../../platform/entries.ts';
import { createFindCache } from '../../privacy/find-in-sample.ts';
import { scanTexts, type ScannedTexts } from '../../privacy/scan-texts.ts';
import type { SampleTexts } from '../../engine/sample-texts.ts';

/** Looks through texts, in a thread of its own once they are many. */
export type Scanner = {
  readonly scan: (
    batch: readonly SampleTexts[],
    signal: AbortSignal,
    withHits?: boolean,
  ) => Promise<readonly ScannedTexts[]>;
  readonly close: () => Promise<void>;
};

/** Starting a thread takes as long as looking through this many samples. */
const FEW_SAMPLES = 200;

export function createScanner(samples: number): Scanner {
  return samples <= FEW_SAMPLES ? inPlace() : inThread();
}

function inPlace(): Scanner {
  const cache = createFindCache();
  return {
    async scan(batch, signal, withHits = false) {
      const found: ScannedTexts[] = [];
      for (const texts of batch) {
        if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
        found.push(...(await scanTexts([texts], cache, withHits)));
        await nextTurn();
      }
      return found;
    },
    close: () => Promise.resolve(),
  };
}

type Answer = { readonly id: number; readonly found?: readonly ScannedTexts[]; readonly error?: string };

function inThread(): Scanner {
  const worker = new Worker(entryUrl('privacy-worker'), { resourceLimits: { maxOldGenerationSizeMb: 768 } });
  const waiting = new Map<number, PromiseWithResolvers<readonly ScannedTexts[]>>();
  let last = 0;
  const failAll = (why: string, cause?: unknown): void => {
    for (const one of waiting.values())
      one.reject(new AppError('internal', `Looking for personal data stopped: ${why}.`, { cause }));
    waiting.clear();
  };
  worker.on('message', ({ id, found, error }: Answer) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (found === undefined) one?.reject(new AppError('internal', `Looking for personal data failed: ${error ?? ''}.`));
    else one?.resolve(found);
  });
  worker.on('error', (error: unknown) => failAll(error instanceof Error ? error.message : 'unknown error', error));
  worker.on('exit', () => failAll('its thread ended'));
  return {
    async scan(batch, signal, withHits = false) {
      if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
      const answer = Promise.withResolvers<readonly ScannedTexts[]>();
      waiting.set((last += 1), answer);
      worker.postMessage({ id: last, batch, withHits });
      const stop = (): void => answer.reject(new AppError('cancelled', 'Cancelled.'));
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await answer.promise;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async close() {
      await worker.terminate();
    },
  };
}
