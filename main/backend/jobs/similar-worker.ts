import { parentPort } from 'node:worker_threads';
import { invariant } from '../../../shared/rpc/errors.ts';
import { runTask } from '../services/similarity/run-task.ts';
import type { SimilarMessage, SimilarTask } from '../services/similarity/protocol.ts';

const port = parentPort;
invariant(port, 'the similarity worker runs in a thread');

port.once('message', (task: SimilarTask) => void answer(task));

function tell(message: SimilarMessage): void {
  port?.postMessage(message);
}

async function answer(task: SimilarTask): Promise<void> {
  try {
    await runTask(task, tell);
  } catch (error) {
    tell({ t: 'failed', message: error instanceof Error ? error.message : 'unknown error' });
  }
}
