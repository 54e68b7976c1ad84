import { useCallback, useEffect, useRef, useState } from 'react';
import { isTerminal, type JobRow } from '../../shared/model/job.ts';
import type { JobId } from '../../shared/model/ids.ts';
import type { Input, JobName, JobResult } from './methods.ts';
import { useRpcCommand } from './use-rpc-command.tsx';
import { useRpcQuery } from './use-rpc-query.ts';

export type UseJobOptions<N extends JobName> = {
  readonly onSucceeded?: (result: JobResult<N>) => void;
  readonly onEnded?: (job: JobRow) => void;
};
export type UseJob<N extends JobName> = {
  /** Resolves with the id once the job is queued; undefined when it could not be (shown as a toast). */
  readonly start: (input: Input<N>) => Promise<JobId | undefined>;
  /** Follow a job that is already there. */
  readonly follow: (jobId: JobId | null) => void;
  readonly job: JobRow | null;
  /** Of the succeeded job. */
  readonly result: JobResult<N> | null;
  /** Being queued, queued or running. */
  readonly isRunning: boolean;
  /** Share done, 0..1; null while the total is unknown. */
  readonly share: number | null;
  readonly cancel: () => void;
};

/** Starts a job and follows it. Leaving the page does not stop it: the tray in the title bar goes on showing it. */
export function useJob<N extends JobName>(name: N, options: UseJobOptions<N> = {}): UseJob<N> {
  const [jobId, setJobId] = useState<JobId | null>(null);
  const startCommand = useRpcCommand(name);
  const cancelCommand = useRpcCommand('jobs.cancel');
  const { data } = useRpcQuery('jobs.get', jobId === null ? null : { jobId });
  const job = data ?? null;
  const { run } = startCommand;
  const { run: runCancel } = cancelCommand;
  useEnd(job, options);

  const start = useCallback(
    async (input: Input<N>) => {
      // Every job method answers with JobStarted.
      const started = (await run(input)) as { jobId: JobId } | undefined;
      if (started !== undefined) setJobId(started.jobId);
      return started?.jobId;
    },
    [run],
  );
  const cancel = useCallback(() => {
    if (jobId !== null) void runCancel({ jobId });
  }, [jobId, runCancel]);

  const isOpen = jobId !== null && (job === null || job.state === 'queued' || job.state === 'running');
  return {
    start,
    follow: setJobId,
    job,
    result: resultOf<N>(job),
    isRunning: startCommand.isPending || isOpen,
    share: shareOf(job),
    cancel,
  };
}

function useEnd<N extends JobName>(job: JobRow | null, options: UseJobOptions<N>): void {
  const reported = useRef<JobId | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (job === null || !isTerminal(job.state) || reported.current === job.id) return;
    reported.current = job.id;
    latest.current.onEnded?.(job);
    const result = resultOf<N>(job);
    if (result !== null) latest.current.onSucceeded?.(result);
  }, [job]);
}

function resultOf<N extends JobName>(job: JobRow | null): JobResult<N> | null {
  // The backend checks a job's result against the contract before it stores it.
  return job?.state === 'succeeded' ? (job.result as JobResult<N>) : null;
}

/** @returns share done, 0..1, or null while the total is unknown */
export function shareOf(job: Pick<JobRow, 'done' | 'total'> | null): number | null {
  if (job?.total == null || job.total === 0) return null;
  return Math.min(1, job.done / job.total);
}
