import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobRow } from '../../../shared/model/job.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { AppError, isCancelled } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { createJobStore, type JobStore } from '../store/jobs.ts';
import type { JobIo, JobKind, JobProgress } from './types.ts';

export type JobRunner = {
  readonly start: (kind: string, subject: string, params: JsonValue) => number;
  readonly list: () => readonly JobRow[];
  readonly get: (id: number) => JobRow;
  readonly cancel: (id: number) => void;
  readonly resume: (id: number) => void;
  readonly discard: (id: number) => Promise<void>;
  readonly clear: () => void;
  /**
   * Call once after opening: what a crash left running becomes interrupted; kinds that cannot resume are taken back at
   * once, so that nothing half-made stays.
   */
  readonly recover: () => void;
  /** Resolves when the job has ended, for the command line and tests. */
  readonly wait: (id: number) => Promise<JobRow>;
  /** Stops the running job, leaving it to be resumed, and waits up to 5 s. */
  readonly close: () => Promise<void>;
};

type Running = { readonly id: number; readonly abort: AbortController; readonly ended: Promise<void> };

const REPORT_EVERY_MS = 100;

/** Runs jobs one at a time; a queue per project, since each writes. */
export function createJobRunner(getProject: () => ProjectContext, kinds: readonly JobKind[]): JobRunner {
  const kindOf = new Map(kinds.map((kind) => [kind.kind, kind]));
  const waiters = new Map<number, ((row: JobRow) => void)[]>();
  const queue: number[] = [];
  let running: Running | null = null;
  let isClosing = false;
  let store: JobStore | null = null;

  function jobs(): JobStore {
    store ??= createJobStore(getProject().db, (kind) => kindOf.get(kind)?.resumable ?? false);
    return store;
  }
  function get(id: number): JobRow {
    const job = jobs().get(id);
    if (job === undefined) throw new AppError('not_found', `There is no job ${id}.`);
    return job.row;
  }
  function announce(id: number): void {
    const project = getProject();
    const row = get(id);
    // The id was made by this process and is a plain string.
    project.app.broadcast('job', { project: project.id as never, job: row });
    project.announce(['job'], null);
    const isEnded = row.state !== 'queued' && row.state !== 'running';
    if (!isEnded) return;
    for (const resolve of waiters.get(id) ?? []) resolve(row);
    waiters.delete(id);
  }

  /** Undoes what an interrupted job left behind and ends it as cancelled. */
  async function takeBack(id: number): Promise<void> {
    const job = jobs().get(id);
    if (job === undefined) return;
    await kindOf.get(job.row.kind)?.rollback?.(getProject(), job.params, job.checkpoint);
    jobs().setState(id, 'cancelled', { finishedAt: getProject().app.clock.now() });
    announce(id);
  }

  function pump(): void {
    const id = queue[0];
    if (running !== null || isClosing || id === undefined) return;
    queue.shift();
    const abort = new AbortController();
    running = { id, abort, ended: execute(id, abort.signal) };
  }

  async function execute(id: number, signal: AbortSignal): Promise<void> {
    await nextTurn();
    const project = getProject();
    const job = jobs().get(id);
    const kind = kindOf.get(job?.row.kind ?? '');
    try {
      if (job === undefined || kind === undefined) throw new AppError('not_found', `Job ${id} is of an unknown kind.`);
      jobs().setState(id, 'running', { startedAt: project.app.clock.now() });
      announce(id);
      const reporter = createReporter(project, jobs(), id, announce);
      const io: JobIo = {
        jobId: id,
        checkpoint: job.checkpoint,
        signal,
        report: reporter.report,
        saveCheckpoint: (checkpoint) => jobs().setCheckpoint(id, checkpoint),
        async breathe() {
          await nextTurn();
          if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
        },
      };
      const result = await kind.run(project, job.params, io);
      reporter.flush();
      jobs().setOutcome(id, null, result);
      jobs().setState(id, 'succeeded', { finishedAt: project.app.clock.now() });
    } catch (error) {
      await settle(id, kind, error);
    } finally {
      running = null;
      if (project.db.open) announce(id);
      pump();
    }
  }

  async function settle(id: number, kind: JobKind | undefined, error: unknown): Promise<void> {
    const project = getProject();
    const now = project.app.clock.now();
    if (isCancelled(error)) {
      if (isClosing) return jobs().setState(id, 'interrupted', { finishedAt: now });
      const job = jobs().get(id);
      await kind?.rollback?.(project, job?.params ?? {}, job?.checkpoint ?? null);
      return jobs().setState(id, 'cancelled', { finishedAt: now });
    }
    const known = error instanceof AppError ? error : null;
    const ref = project.app.ids.uuid().slice(-8);
    if (known === null) project.app.log.error({ ref, err: error }, 'job failed');
    const job = jobs().get(id);
    await kind?.rollback?.(project, job?.params ?? {}, job?.checkpoint ?? null);
    jobs().setOutcome(
      id,
      {
        code: known?.code ?? 'internal',
        message: known?.message ?? `The job stopped on an error of Assay's own (${ref}).`,
      },
      null,
    );
    jobs().setState(id, 'failed', { finishedAt: now });
  }

  return {
    start(kind, subject, params) {
      const project = getProject();
      if (project.readOnlyReason !== null)
        throw new AppError('read_only', 'This project is open read-only, so nothing can be changed in it.');
      const id = jobs().insert(kind, subject, params, project.app.clock.now());
      queue.push(id);
      announce(id);
      pump();
      return id;
    },
    list: () =>
      jobs()
        .list()
        .map((job) => job.row),
    get,
    cancel(id) {
      if (running?.id === id) return running.abort.abort();
      const at = queue.indexOf(id);
      if (at === -1) return;
      queue.splice(at, 1);
      jobs().setState(id, 'cancelled', { finishedAt: getProject().app.clock.now() });
      announce(id);
    },
    resume(id) {
      const row = get(id);
      if (!row.resumable) throw new AppError('conflict', 'This job cannot be resumed.');
      jobs().setState(id, 'queued', {});
      queue.push(id);
      announce(id);
      pump();
    },
    async discard(id) {
      if (get(id).state !== 'interrupted') throw new AppError('conflict', 'Only an interrupted job can be discarded.');
      await takeBack(id);
    },
    clear() {
      jobs().dismissEnded();
      getProject().announce(['job'], null);
    },
    recover() {
      jobs().interruptRunning(getProject().app.clock.now());
      for (const { row } of jobs().list())
        if (row.state === 'interrupted' && kindOf.get(row.kind)?.resumable !== true) void takeBack(row.id);
    },
    async wait(id) {
      const row = get(id);
      if (row.state !== 'queued' && row.state !== 'running') return row;
      const ended = Promise.withResolvers<JobRow>();
      waiters.set(id, [...(waiters.get(id) ?? []), ended.resolve]);
      return await ended.promise;
    },
    async close() {
      isClosing = true;
      if (running === null) return;
      running.abort.abort();
      const patience = new Promise<void>((resolve) => setTimeout(resolve, 5_000).unref());
      await Promise.race([running.ended, patience]);
    },
  };
}

/** Merges progress so that at most ten reports a second go out; `flush` sends the last one. */
function createReporter(
  project: ProjectContext,
  store: JobStore,
  id: number,
  announce: (id: number) => void,
): { report: (progress: JobProgress) => void; flush: () => void } {
  let last: JobProgress | null = null;
  let sentAt = 0;
  function send(): void {
    if (last === null) return;
    store.setProgress(id, { ...last, failed: last.failed ?? 0 });
    last = null;
    sentAt = project.app.clock.now();
    announce(id);
  }
  return {
    report(progress) {
      last = progress;
      if (project.app.clock.now() - sentAt >= REPORT_EVERY_MS) send();
    },
    flush: send,
  };
}
