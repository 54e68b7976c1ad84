import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../data/methods.ts';
import { useRpcFetch, useRpcQuery } from '../../data/use-rpc-query.ts';
import { useAppStore } from '../../state/store.ts';
import type { RunFailure } from './run-problems.ts';
import { reasonTerm, type Run } from './run-view.ts';

type Reason = Output<'scores.reasons'>[number];

/** Each costs three questions; the most frequent come first. */
const MOST_REASONS = 10;

/**
 * @param run null: do not ask
 * @returns for each reason a run errored for, one of the scores it holds for; undefined until they are known
 */
export function useRunFailures(run: Run | null): readonly RunFailure[] | undefined {
  const project = useAppStore((state) => state.project);
  const fetch = useRpcFetch();
  const { data: reasons } = useRpcQuery('scores.reasons', run === null ? null : { runId: run.id });
  const { data } = useQuery({
    // Named apart from the methods: the scores of a run never change, so no change of the project makes it stale.
    queryKey: ['run-failures', project, run?.id, reasons],
    enabled: run !== null && reasons !== undefined,
    queryFn: async () => {
      const errored = (reasons ?? []).filter(({ state }) => state === 'errored').slice(0, MOST_REASONS);
      const found = await Promise.all(errored.map(async (reason) => (run === null ? null : failureOf(run, reason))));
      return found.filter((failure) => failure !== null);
    },
  });
  return data;

  async function failureOf({ id: runId }: Run, reason: Reason): Promise<RunFailure | null> {
    const sort = { key: 'id', descending: false } as const;
    const { viewId } = await fetch('views.open', { filter: reasonTerm(reason, runId), sort });
    const [row] = await fetch('views.rows', { viewId, from: 0, to: 1 });
    if (row === undefined) return null;
    const { scores } = await fetch('scores.forSample', { sampleId: row.id, runId });
    const part = scores.find((score) => score.state === 'errored' && score.reason === reason.reason)?.detail ?? null;
    return part === null ? null : { part, count: reason.count };
  }
}
