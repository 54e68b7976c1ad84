import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobRow } from '../../../shared/model/job.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { AppError, isCancelled } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { createJobStore, type JobStore, type StoredJob } from '../store/jobs.ts';
import { createReporter } from './reporter.ts';
import type { JobIo, JobKind } from './types.ts';

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
  /** Stops the running job, leaving it to be resumed, and waits up to 5 s. */
  readonly close: () => Promise<void>;
};

type Running = { readonly id: number; readonly abort: AbortController; readonly ended: Promise<void> };

/** What the functions below share: the project's queue. */
type State = {
  readonly project: () => ProjectContext;
  readonly kinds: ReadonlyMap<string, JobKind>;
  readonly jobs: () => JobStore;
  readonly queue: number[];
  running: Running | null;
  isClosing: boolean;
};

/** Runs jobs one at a time; a queue per project, since each writes. */
export function createJobRunner(project: () => ProjectContext, kinds: readonly JobKind[]): JobRunner {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]));
  let store: JobStore | null = null;
  const state: State = {
    project,
    kinds: byKind,
    jobs: () => (store ??= createJobStore(project().db, (kind) => byKind.get(kind)?.resumable ?? false)),
    queue: [],
    running: null,
    isClosing: false,
  };
  return {
    start: (kind, subject, params) => start(state, kind, subject, params),
    list: () =>
      state
        .jobs()
        .list()
        .map((job) => job.row),
    get: (id) => rowOf(state, id),
    cancel: (id) => cancel(state, id),
    resume: (id) => resume(state, id),
    async discard(id) {
      if (rowOf(state, id).state !== 'interrupted')
        throw new AppError('conflict', 'Only an interrupted job can be discarded.');
      if (project().journal === null)
        throw new AppError('read_only', 'This project is open read-only, so nothing can be changed in it.');
      await takeBack(state, id);
    },
    clear() {
      state.jobs().dismissEnded();
      project().announce(['job'], null);
    },
    recover() {
      state.jobs().interruptRunning(project().app.clock.now());
      for (const { row } of state.jobs().list())
        if (row.state === 'interrupted' && byKind.get(row.kind)?.resumable !== true) void takeBack(state, row.id);
    },
    close: () => close(state),
  };
}

function start(state: State, kind: string, subject: string, params: JsonValue): number {
  const project = state.project();
  allow(state, kind);
  const id = state.jobs().insert(kind, subject, params, project.app.clock.now());
  enqueue(state, id);
  return id;
}

/** @throws {AppError} `read_only` for a kind that would write into a project that only reads */
function allow(state: State, kind: string): void {
  const project = state.project();
  if (project.journal !== null || (project.canNote && state.kinds.get(kind)?.writesOutside === true)) return;
  throw new AppError('read_only', 'This project is open read-only, so nothing can be changed in it.');
}

function resume(state: State, id: number): void {
  const row = rowOf(state, id);
  allow(state, row.kind);
  if (!row.resumable) throw new AppError('conflict', 'This job cannot be resumed.');
  state.jobs().setState(id, 'queued', {});
  enqueue(state, id);
}

function cancel(state: State, id: number): void {
  if (state.running?.id === id) {
    state.running.abort.abort();
    return;
  }
  const at = state.queue.indexOf(id);
  if (at === -1) return;
  state.queue.splice(at, 1);
  state.jobs().setState(id, 'cancelled', { finishedAt: state.project().app.clock.now() });
  announce(state, id);
}

async function close(state: State): Promise<void> {
  state.isClosing = true;
  if (state.running === null) return;
  state.running.abort.abort();
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, 5_000).unref();
  });
  await Promise.race([state.running.ended, patience]);
}

function rowOf(state: State, id: number): JobRow {
  const job = state.jobs().get(id);
  if (job === undefined) throw new AppError('not_found', `There is no job ${id}.`);
  return job.row;
}

function announce(state: State, id: number): void {
  const project = state.project();
  // The project's id was made by this process and is a plain string.
  project.app.broadcast('job', { project: project.id as never, job: rowOf(state, id) });
  project.announce(['job'], null);
}

function enqueue(state: State, id: number): void {
  state.queue.push(id);
  announce(state, id);
  pump(state);
}

function pump(state: State): void {
  const id = state.queue[0];
  if (state.running !== null || state.isClosing || id === undefined) return;
  state.queue.shift();
  const abort = new AbortController();
  state.running = { id, abort, ended: execute(state, id, abort.signal) };
}

async function execute(state: State, id: number, signal: AbortSignal): Promise<void> {
  await nextTurn();
  const project = state.project();
  const job = state.jobs().get(id);
  const kind = state.kinds.get(job?.row.kind ?? '');
  try {
    if (job === undefined || kind === undefined) throw new AppError('not_found', `Job ${id} is of an unknown kind.`);
    await work(state, job, kind, signal);
  } catch (error) {
    await settle(state, id, kind, error);
  } finally {
    state.running = null;
    if (project.db.open) announce(state, id);
    pump(state);
  }
}

async function work(state: State, job: StoredJob, kind: JobKind, signal: AbortSignal): Promise<void> {
  const project = state.project();
  const { id } = job.row;
  state.jobs().setState(id, 'running', { startedAt: project.app.clock.now() });
  announce(state, id);
  const reporter = createReporter(
    () => project.app.clock.now(),
    (progress) => {
      state.jobs().setProgress(id, { ...progress, failed: progress.failed ?? 0 });
      announce(state, id);
    },
  );
  const io: JobIo = {
    jobId: id,
    checkpoint: job.checkpoint,
    signal,
    report: reporter.report,
    saveCheckpoint: (checkpoint) => {
      state.jobs().setCheckpoint(id, checkpoint);
    },
    async breathe() {
      await nextTurn();
      if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
    },
  };
  const result = await kind.run(project, job.params, io);
  reporter.flush();
  state.jobs().setOutcome(id, null, result);
  state.jobs().setState(id, 'succeeded', { finishedAt: project.app.clock.now() });
}

/** Ends a job that threw: interrupted when the project is closing, else taken back. */
async function settle(state: State, id: number, kind: JobKind | undefined, error: unknown): Promise<void> {
  const finishedAt = state.project().app.clock.now();
  if (isCancelled(error) && state.isClosing) {
    state.jobs().setState(id, 'interrupted', { finishedAt });
    return;
  }
  await rollback(state, id, kind);
  if (isCancelled(error)) {
    state.jobs().setState(id, 'cancelled', { finishedAt });
    return;
  }
  state.jobs().setOutcome(id, describe(state.project(), error), null);
  state.jobs().setState(id, 'failed', { finishedAt });
}

function describe(project: ProjectContext, error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  const ref = project.app.ids.uuid().slice(-8);
  project.app.log.error({ ref, err: error }, 'job failed');
  return { code: 'internal', message: `The job stopped on an error of Assay's own. The log has it under ${ref}.` };
}

async function rollback(state: State, id: number, kind: JobKind | undefined): Promise<void> {
  const job = state.jobs().get(id);
  if (job !== undefined) await kind?.rollback?.(state.project(), job.params, job.checkpoint);
}

/** Undoes what an interrupted job left behind and ends it as cancelled. */
async function takeBack(state: State, id: number): Promise<void> {
  await rollback(state, id, state.kinds.get(rowOf(state, id).kind));
  state.jobs().setState(id, 'cancelled', { finishedAt: state.project().app.clock.now() });
  announce(state, id);
}
