import { ExportResult } from '../../../shared/contract/graders.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

/** @returns what the job that wrote a package said; undefined when that job is not in the list of jobs any more */
export function useRunOf(exportId: number): ExportResult | undefined {
  const { data: jobs } = useRpcQuery('jobs.list', {});
  return jobs
    ?.filter((job) => job.kind === 'exports.run' && job.state === 'succeeded')
    .flatMap((job) => ExportResult.safeParse(job.result).data ?? [])
    .find((result) => result.exportId === exportId);
}
