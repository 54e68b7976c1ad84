import { useCallback, useEffect, useRef } from 'react';
import type { Likeness } from '../../../../shared/model/likeness.ts';
import type { Output } from '../../../data/methods.ts';
import { useJob, type UseJob } from '../../../data/use-job.ts';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';

type Sets = Output<'likeness.compare'>;
export type LikenessState = {
  readonly query: ReturnType<typeof useRpcQuery<'likeness.compare'>>;
  readonly job: UseJob<'likeness.measure'>;
  readonly measure: (withText?: boolean) => void;
};

/** Changes come in runs: a measurement begins once they pause. */
const PAUSE_MS = 700;

/** The sets, the last result, and a measurement that begins by itself when there is none or it is from before a change. */
export function useLikeness(filter: string | null): LikenessState {
  const query = useRpcQuery('likeness.compare', { filter }, { keepPrevious: true });
  const job = useJob('likeness.measure');
  const { start } = job;
  const hadText = query.data?.result?.text.state === 'measured';
  const measure = useCallback((withText = hadText) => void start({ filter, text: withText }), [start, filter, hadText]);
  const key = keyOf(query.data, job.result);
  const tried = useRef<string | null>(null);
  const isBusy = job.isRunning || query.isFetching;
  useEffect(() => {
    if (key === null || isBusy || tried.current === key) return undefined;
    const timer = setTimeout(() => {
      // Once for each state of the sets: what was cancelled stays so until something changes.
      tried.current = key;
      measure();
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, isBusy, measure]);
  return { query, job, measure };
}

/** What asks for a measurement; null when nothing does. */
function keyOf(sets: Sets | undefined, latest: Likeness | null): string | null {
  if (sets === undefined || sets.production.length === 0 || sets.curated === 0) return null;
  if (sets.result === null) return latest === null ? `none ${sets.filter}` : null;
  if (!sets.isStale) return null;
  const production = sets.production.map((source) => `${source.sourceId} ${source.kept} ${source.samples}`).join();
  return [sets.filter, sets.measuredAt, sets.curated, production].join('|');
}
