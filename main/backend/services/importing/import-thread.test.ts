import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportTask } from '../../jobs/import-protocol.ts';
import { createImportThread, type ThreadTask } from './import-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-thread-'));
const started: Worker[] = [];
const count = (worker: Worker): void => void started.push(worker);
beforeAll(() => void process.on('worker', count));
beforeEach(() => void started.splice(0));
afterAll(() => {
  process.off('worker', count);
  rmSync(folder, { recursive: true });
});

function taskOf(name: string, rows: number): ImportTask {
  const path = join(folder, name);
  const row = (at: number): string => `{"messages":[{"role":"user","content":"Bell ${at}?"}],"shelf":"${at}"}\n`;
  writeFileSync(path, Array.from({ length: rows }, (_, at) => row(at)).join(''));
  return {
    path,
    name,
    format: 'openai-finetune',
    per: 'conversation',
    options: { map: {} },
    skipRecords: 0,
    promptTokens: 1_000,
  };
}

const never = new AbortController().signal;

/** Reads a file as an import does. @returns how it ended, and how many records came */
async function readAll(thread: ThreadTask, signal = never): Promise<readonly [string, number]> {
  let seen = 0;
  for (;;) {
    const message = await thread.next(signal);
    if (message.t === 'identified') thread.tell({ t: 'go' });
    else if (message.t === 'batch') {
      seen += message.batch.seen;
      thread.tell({ t: 'credit' });
    } else return [message.t, seen];
  }
}

describe('the thread of an import', () => {
  it('reads one file after the other: long ones, known ones that are skipped, and after one that failed', async () => {
    const thread = createImportThread();
    // More batches than may be on their way at once.
    expect(await thread.read(taskOf('long.jsonl', 4_000), readAll)).toEqual(['done', 4_000]);
    const known = taskOf('known.jsonl', 3_000);
    const skipped = await thread.read(known, async (reading) => {
      const first = await reading.next(never);
      reading.tell({ t: 'skip' });
      return first.t;
    });
    expect(skipped).toBe('identified');
    expect(await thread.read({ ...known, path: join(folder, 'gone.jsonl') }, readAll)).toEqual(['failed', 0]);
    expect(await thread.read(taskOf('short.jsonl', 3), readAll)).toEqual(['done', 3]);
    expect(started).toHaveLength(1);
    await thread.close();
  });

  it('is replaced for the next file when it was stopped in the middle of one, or died', async () => {
    const thread = createImportThread();
    const stop = new AbortController();
    const stopped = thread.read(taskOf('long.jsonl', 4_000), async (reading) => {
      await reading.next(never);
      reading.tell({ t: 'go' });
      stop.abort();
      return readAll(reading, stop.signal);
    });
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    expect(await thread.read(taskOf('next.jsonl', 5), readAll)).toEqual(['done', 5]);
    const [, second] = started;
    const died = thread.read(taskOf('long.jsonl', 4_000), async (reading) => {
      await second?.terminate();
      return readAll(reading);
    });
    await expect(died).rejects.toMatchObject({ code: 'parse_failed' });
    expect(await thread.read(taskOf('last.jsonl', 2), readAll)).toEqual(['done', 2]);
    expect(started).toHaveLength(3);
    await thread.close();
  });
});
