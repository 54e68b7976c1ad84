import type { SourceReport } from '../../../../shared/model/source.ts';
import { SourceId } from '../../../../shared/model/ids.ts';
import { Json } from '../../../../shared/model/json.ts';
import { AppError, ErrorCode } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { ImportBatch, ImportTask, WorkerMessage } from '../../jobs/import-protocol.ts';
import type { JobIo } from '../../jobs/types.ts';
import { createLanguageTeller } from '../../facets/language.ts';
import { dropHashIndexes, ensureHashIndexes } from '../../db/hash-indexes.ts';
import { promptTokensOf } from '../checking.ts';
import { createSampleWriter } from '../../store/import-rows.ts';
import {
  addCounts,
  countAllSamples,
  findSource,
  importedAs,
  insertIssue,
  insertSource,
  saveLossReport,
} from '../../store/sources.ts';
import type { ImportThread, ThreadTask } from './import-thread.ts';
import type { ImportCheckpoint, ImportParams } from './params.ts';
import { importerVersion, reviveSource } from './known-sources.ts';
import { tellSample } from './prepare-sample.ts';

export type FileProgress = {
  readonly state: ImportCheckpoint;
  readonly file: ImportParams['files'][number];
  readonly at: number;
  readonly fileCount: number;
};

/**
 * Has one file read in the thread and writes its batches here.
 *
 * @returns the report of a file that is a source already, else null with `state.current` set
 */
export async function readFile(
  project: ProjectContext,
  progress: FileProgress,
  thread: ImportThread,
  io: JobIo,
): Promise<SourceReport | null> {
  const { state, file } = progress;
  if (state.current !== null && state.current.stage !== 'records') return null;
  const task: ImportTask = {
    ...file,
    skipRecords: state.current?.records ?? 0,
    promptTokens: promptTokensOf(project.db),
  };
  try {
    return await thread.read(task, (reading) => takeBatches(project, progress, reading, io));
  } finally {
    // Also after a cancel: what compares hashes would read whole tables until the project is opened again.
    if (project.db.open) ensureHashIndexes(project.db);
  }
}

async function takeBatches(
  project: ProjectContext,
  progress: FileProgress,
  reading: ThreadTask,
  io: JobIo,
): Promise<SourceReport | null> {
  const { state, file } = progress;
  const waiting: ImportBatch[] = [];
  const tell = createLanguageTeller();
  let total = 0;
  for (;;) {
    const message = await reading.next(io.signal);
    if (message.t === 'done') {
      commit(project, progress, waiting.splice(0), tell, io);
      const { current } = state;
      if (current !== null) project.write([], () => saveLossReport(project.db, current.sourceId, message.loss));
      return null;
    }
    if (message.t === 'failed') throw new AppError(codeOf(message.code), message.message);
    if (message.t === 'identified') {
      const known = begin(project, progress, message, io);
      reading.tell({ t: known === null ? 'go' : 'skip' });
      if (known !== null) return known;
      total = message.bytes;
      if (isBulk(project, total)) dropHashIndexes(project.db);
    } else {
      waiting.push(message.batch);
      reading.tell({ t: 'credit' });
      if (!isFull(waiting)) continue;
      commit(project, progress, waiting.splice(0), tell, io);
      io.report({ stage: file.name, done: message.batch.bytesRead, total, failed: 0 });
      await io.breathe();
    }
  }
}

function begin(
  project: ProjectContext,
  { state, file }: FileProgress,
  identified: Extract<WorkerMessage, { t: 'identified' }>,
  io: JobIo,
): SourceReport | null {
  if (state.current !== null) return null;
  const { sourceUid: uid, sha256, bytes } = identified;
  const known = findSource(project.db, uid);
  if (known?.state === 'ready') {
    if (file.updates !== null && known.id !== file.updates)
      throw new AppError(
        'conflict',
        `${file.name} is in this project already, as ${known.name}, so it cannot bring another source up to date.`,
      );
    if (known.isRemoved) reviveSource(project, uid, known.name);
    return {
      sourceId: SourceId.parse(known.id),
      name: file.name,
      format: file.format,
      seen: known.seen,
      kept: known.kept,
      rejected: known.rejected,
      samplesAdded: 0,
      attemptsAdded: 0,
      alreadyImported: true,
      importedAs: importedAs(known),
      issues: [],
      issueCount: 0,
    };
  }
  project.write(['source'], () => {
    const sourceId = insertSource(project.db, {
      uid,
      format: file.format,
      version: importerVersion(file.format),
      name: file.name,
      per: file.per,
      sha256,
      bytes,
      options: Json.parse(file.options),
      now: project.app.clock.now(),
      state: 'importing',
    });
    state.current = { sourceId, records: 0, samples: 0, attempts: 0, stage: 'records', after: 0, report: null };
    io.saveCheckpoint(state);
  });
  return null;
}

/** A commit costs as much as some hundred records, and holds up the window while it runs. */
const COMMIT_RECORDS = 1_000;
const COMMIT_CHARS = 8_000_000;

function isFull(batches: readonly ImportBatch[]): boolean {
  const sum = (of: (batch: ImportBatch) => number): number => batches.reduce((all, batch) => all + of(batch), 0);
  return sum(({ seen }) => seen) >= COMMIT_RECORDS || sum(({ chars }) => chars) >= COMMIT_CHARS;
}

/** About the fewest bytes of a record: a file has hardly more records than this tells. */
const RECORD_BYTES = 2_000;
const BULK_RECORDS = 10_000;

/** Whether a file brings so many rows that making the hash indexes again is cheaper than keeping them. */
function isBulk(project: ProjectContext, bytes: number): boolean {
  const records = bytes / RECORD_BYTES;
  return records > BULK_RECORDS && records > countAllSamples(project.db);
}

function commit(
  project: ProjectContext,
  { state }: FileProgress,
  batches: readonly ImportBatch[],
  tell: (opening: string) => string | null,
  io: JobIo,
): void {
  const { current } = state;
  if (current === null || batches.length === 0) return;
  const next = { ...current };
  project.fill(() => {
    const writer = createSampleWriter(project.db);
    const putIssue = insertIssue(project.db, current.sourceId);
    for (const batch of batches) {
      for (const sample of batch.samples) {
        const added = writer.put(current.sourceId, tellSample(sample, tell));
        next.samples += added.samples;
        next.attempts += added.attempts;
      }
      for (const issue of batch.issues) putIssue(issue);
      addCounts(project.db, current.sourceId, batch.seen, batch.kept);
      next.records += batch.seen;
    }
    io.saveCheckpoint({ ...state, current: next });
  });
  state.current = next;
}

function codeOf(text: string): ErrorCode {
  const parsed = ErrorCode.safeParse(text);
  return parsed.success ? parsed.data : 'parse_failed';
}
