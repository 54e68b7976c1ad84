import { useJob } from '../../../data/use-job.ts';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { isTerminal } from '../../../../shared/model/job.ts';

/** The job that looks for leaks, whoever started it. */
export function useLeakCheck() {
  const job = useJob('leaks.check');
  const cancel = useRpcCommand('jobs.cancel');
  const { data: jobs = [] } = useRpcQuery('jobs.list', {});
  const running = jobs.find(({ kind, state }) => kind === 'leaks.check' && !isTerminal(state)) ?? null;
  return {
    start: () => void job.start({ settings: {} }),
    running,
    isBusy: running !== null || job.isRunning,
    /** Why the last one started here stopped; cleared by the next. */
    failure: job.job?.state === 'failed' ? (job.job.error?.message ?? null) : null,
    cancel: () => {
      if (running !== null) void cancel.run({ jobId: running.id });
    },
  };
}
export type LeakCheck = ReturnType<typeof useLeakCheck>;
