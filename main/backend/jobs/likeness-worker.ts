import { parentPort } from 'node:worker_threads';
import { invariant } from '../../../shared/rpc/errors.ts';
import type { LikenessMessage, LikenessTask } from '../services/likeness/protocol.ts';
import { runTask } from '../services/likeness/run-task.ts';

const port = parentPort;
invariant(port, 'the likeness worker runs in a thread');
port.once('message', answer);

function tell(message: LikenessMessage): void {
  port?.postMessage(message);
}

function answer(task: LikenessTask): void {
  try {
    tell(runTask(task, (done) => tell({ t: 'progress', done })));
  } catch (error) {
    tell({ t: 'failed', message: error instanceof Error ? error.message : 'unknown error' });
  }
}
