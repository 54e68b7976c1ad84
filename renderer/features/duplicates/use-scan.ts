import type { SimilarScope } from '../../../shared/model/similar.ts';
import { useJob } from '../../data/use-job.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

/** Looks for samples like each other; follows what runs of it, whoever started it. */
export function useScan(scope: SimilarScope) {
  const own = useJob('duplicates.scan');
  const { data: jobs = [] } = useRpcQuery('jobs.list', {});
  const { run: cancel } = useRpcCommand('jobs.cancel');
  const scans = jobs.filter((job) => job.kind === 'duplicates.scan');
  const running = scans.find((job) => job.state === 'running') ?? scans.find((job) => job.state === 'queued') ?? null;
  const isRunning = running !== null || own.isRunning;
  return {
    running,
    isRunning,
    /** Of the last scan that was started here; cleared by the next. */
    failure: own.job?.state === 'failed' ? (own.job.error?.message ?? null) : null,
    start: () => {
      if (!isRunning) void own.start({ scopes: [scope], kinds: ['near', 'semantic'] });
    },
    cancel: () => {
      if (running !== null) void cancel({ jobId: running.id });
    },
  };
}
export type Scan = ReturnType<typeof useScan>;
