import { useJob } from '../../data/use-job.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useUndoableJob } from '../../data/use-undoable-job.ts';
import type { JobRow } from '../../../shared/model/job.ts';

const KINDS = ['privacy.scan', 'privacy.mask', 'privacy.unmask', 'privacy.purge'] as const;
export type PrivacyJobKind = (typeof KINDS)[number];

/** @returns a job's kind when it is one about personal data */
export function privacyJobKind(job: Pick<JobRow, 'kind'>): PrivacyJobKind | null {
  return KINDS.find((kind) => kind === job.kind) ?? null;
}

/** Scanning, masking and putting back; what runs of it, whoever started it. */
export function usePrivacyJobs() {
  const scan = useJob('privacy.scan');
  const mask = useUndoableJob('privacy.mask');
  const unmask = useUndoableJob('privacy.unmask');
  const { data: jobs = [] } = useRpcQuery('jobs.list', {});
  const { run: runCancel } = useRpcCommand('jobs.cancel');
  const own = jobs.filter((job) => privacyJobKind(job) !== null);
  const running = own.find((job) => job.state === 'running') ?? own.find((job) => job.state === 'queued') ?? null;
  return {
    scan,
    mask,
    unmask,
    running,
    isBusy: running !== null || scan.isRunning || mask.isRunning || unmask.isRunning,
    /** The last of the jobs started here that failed; cleared by the next. */
    failure: [scan.job, mask.job, unmask.job].find((job) => job?.state === 'failed')?.error?.message ?? null,
    cancel: (job: JobRow) => void runCancel({ jobId: job.id }),
  };
}
export type PrivacyJobs = ReturnType<typeof usePrivacyJobs>;
