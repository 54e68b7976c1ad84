import { createReadStream, type ReadStream } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { AppError, invariant } from '../../../shared/rpc/errors.ts';
import { parseFile } from '../importers/parse-file.ts';
import { importerById } from '../importers/registry.ts';
import { createLossCollector } from '../importers/shared/loss.ts';
import type { Importer, ParsedIssue } from '../importers/types.ts';
import { hashFile, sourceUid } from '../services/importing/identify.ts';
import { createPrepareTools, prepareUntold } from '../services/importing/prepare.ts';
import {
  BATCHES_AHEAD,
  BATCH_CHARS,
  BATCH_RECORDS,
  type ImportTask,
  type PreparedIssue,
  type WorkerMessage,
  type WorkerOrder,
} from './import-protocol.ts';
import type { UntoldSample } from '../store/prepared.ts';

const port = parentPort;
invariant(port, 'the import worker runs in a thread');

/** What the main thread says about the file that is being read. */
type Orders = {
  readonly hear: (order: WorkerOrder) => void;
  /** @returns whether the file is to be read; false when it is known already */
  readonly verdict: Promise<boolean>;
  /** Waits for a credit of the main thread: at most a few batches are on their way at once. */
  readonly takeCredit: () => Promise<void>;
};

function createOrders(): Orders {
  let left = BATCHES_AHEAD;
  let wake: (() => void) | null = null;
  const { promise: verdict, resolve } = Promise.withResolvers<boolean>();
  return {
    hear: ({ t }) => {
      if (t !== 'credit') return resolve(t === 'go');
      left += 1;
      wake?.();
    },
    verdict,
    async takeCredit() {
      while (left === 0)
        await new Promise<void>((done) => {
          wake = done;
        });
      left -= 1;
    },
  };
}

function send(message: WorkerMessage): void {
  port?.postMessage(message);
}

type Open = { samples: UntoldSample[]; issues: PreparedIssue[]; seen: number; kept: number; chars: number };
function emptyBatch(): Open {
  return { samples: [], issues: [], seen: 0, kept: 0, chars: 0 };
}

function addSample(batch: Open, sample: UntoldSample): void {
  batch.samples.push(sample);
  batch.chars += sample.promptJson.length;
  for (const attempt of sample.attempts) batch.chars += attempt.bodyJson.length;
}

function addIssue(batch: Open, { position, code, message, raw, rejected }: ParsedIssue): void {
  batch.issues.push({
    line: position.line,
    offset: position.offset,
    code,
    message,
    raw,
    rejected,
    index: position.index,
  });
  batch.chars += raw?.length ?? 0;
}

async function run(task: ImportTask, orders: Orders): Promise<void> {
  const importer = importerById(task.format);
  if (importer === undefined) throw new AppError('unsupported_format', `There is no format called ${task.format}.`);
  const { sha256, bytes } = await hashFile(task.path);
  const uid = sourceUid(sha256, importer.id, importer.version, task.per, task.options);
  send({ t: 'identified', sourceUid: uid, sha256, bytes });
  if (!(await orders.verdict)) return;

  const stream = createReadStream(task.path, { highWaterMark: 1 << 18 });
  try {
    await read(task, { importer, uid, stream }, orders);
  } finally {
    stream.destroy();
  }
}

type Opened = { readonly importer: Importer; readonly uid: string; readonly stream: ReadStream };

async function read(task: ImportTask, { importer, uid, stream }: Opened, orders: Orders): Promise<void> {
  let batch = emptyBatch();
  const flush = async (): Promise<void> => {
    if (batch.seen === 0 && batch.issues.length === 0) return;
    await orders.takeCredit();
    send({ t: 'batch', batch: { ...batch, bytesRead: stream.bytesRead } });
    batch = emptyBatch();
  };
  const joins = importer.assemble?.({ per: task.per, map: task.options.map ?? {} }) != null;
  const loss = createLossCollector(importer, joins);
  const batches = parseFile(stream, importer, {
    per: task.per,
    map: task.options.map ?? {},
    ...(task.options.encoding === undefined ? {} : { encoding: task.options.encoding }),
    ...(task.options.delimiter === undefined ? {} : { delimiter: task.options.delimiter }),
    skipRecords: task.skipRecords,
    onRecord: loss.record,
  });
  const tools = createPrepareTools(task.promptTokens);
  for await (const items of batches)
    for (const item of items) {
      if (item.kind === 'sample') {
        loss.sample(item);
        addSample(batch, prepareUntold(item, uid, tools));
      } else if (item.kind === 'issue') addIssue(batch, item);
      else {
        batch.seen += 1;
        if (item.kept) batch.kept += 1;
        if (batch.seen >= BATCH_RECORDS || batch.chars >= BATCH_CHARS) await flush();
      }
    }
  await flush();
  send({ t: 'done', loss: loss.report() });
}

async function handle(task: ImportTask, orders: Orders): Promise<void> {
  try {
    await run(task, orders);
  } catch (error) {
    const known = error instanceof AppError;
    send({
      t: 'failed',
      code: known ? error.code : 'parse_failed',
      message: known
        ? error.message
        : `${task.name} could not be read: ${error instanceof Error ? error.message : 'unknown error'}.`,
    });
  }
}

function serve(): void {
  let orders = createOrders();
  port?.on('message', (order: WorkerOrder) => {
    if (order.t !== 'task') return orders.hear(order);
    // The file before has ended; what was still said of it went to the orders of that file.
    orders = createOrders();
    void handle(order.task, orders);
  });
}

serve();
