import type { SampleId } from '../../../shared/model/ids.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import type { Scoring } from './use-scoring.ts';

/** Rows looked at for one that has a score. */
const LOOKED_AT = 20;

/**
 * A grader is written for some samples of a project: one that it has scored shows more of it than the first of all.
 *
 * @returns a sample of the latest run; null when there is none, undefined until that is known
 */
export function useRunSample({ run, isLoaded }: Pick<Scoring, 'run' | 'isLoaded'>): SampleId | null | undefined {
  const input = run === null ? null : { runId: run.id, from: 0, limit: LOOKED_AT };
  const { data, isError } = useRpcQuery('scores.list', input);
  if (run === null) return isLoaded ? null : undefined;
  if (data === undefined) return isError ? null : undefined;
  const scored = data.rows.find((row) => row.state === 'scored') ?? data.rows[0];
  return scored?.sampleId ?? null;
}
