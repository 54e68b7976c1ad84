import { parentPort } from 'node:worker_threads';
import { invariant } from '../../../shared/rpc/errors.ts';
import { createFindCache } from '../privacy/find-in-sample.ts';
import { scanTexts } from '../privacy/scan-texts.ts';
import type { SampleTexts } from '../engine/sample-texts.ts';

const port = parentPort;
invariant(port, 'the privacy worker runs in a thread');
const cache = createFindCache();

/** Each message is the texts of a batch of samples; each answer what was found in them, or why nothing could be. */
type Task = { readonly id: number; readonly batch: readonly SampleTexts[]; readonly withHits: boolean };
port.on('message', (task: Task) => void answer(task));

async function answer({ id, batch, withHits }: Task): Promise<void> {
  try {
    port?.postMessage({ id, found: await scanTexts(batch, cache, withHits) });
  } catch (error) {
    port?.postMessage({ id, error: error instanceof Error ? error.message : 'unknown error' });
  }
}
