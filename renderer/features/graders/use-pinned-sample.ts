import { useCallback } from 'react';
import { SampleId } from '../../../shared/model/ids.ts';
import type { SampleDetail } from '../../../shared/model/sample.ts';
import { useSearchParam } from '../../data/navigation.ts';
import { useRpcFetch, useRpcQuery } from '../../data/use-rpc-query.ts';

export type PinnedSample = {
  readonly sampleId: SampleId | null;
  readonly detail: SampleDetail | null;
  /** How many samples there are to go through. */
  readonly total: number | null;
  readonly pick: (sampleId: SampleId) => void;
  /** Goes to the next (1) or previous (-1) sample, round and round. */
  readonly move: (step: 1 | -1) => void;
};

const ALL = { filter: '', sort: { key: 'id', descending: false } } as const;

/**
 * The sample that graders are tried on. It is part of the page's address, so that it can be linked to.
 *
 * @param preferred where to begin; null: with the first sample there is, undefined: it is not known yet
 */
export function usePinnedSample(preferred: SampleId | null | undefined = null): PinnedSample {
  const [param, setParam] = useSearchParam('sample');
  const fetch = useRpcFetch();
  const { data: view, refetch } = useRpcQuery('views.open', ALL, { gcTimeMs: 0 });
  const asked = SampleId.safeParse(Number(param));
  const { data: first } = useRpcQuery(
    'views.rows',
    view === undefined || asked.success || preferred !== null ? null : { viewId: view.viewId, from: 0, to: 1 },
  );
  const sampleId = asked.success ? asked.data : (preferred ?? first?.[0]?.id ?? null);
  const { data: detail } = useRpcQuery('samples.get', sampleId === null ? null : { sampleId }, { keepPrevious: true });
  const pick = useCallback((next: SampleId) => setParam(String(next), { replace: true }), [setParam]);

  const move = useCallback(
    async (step: 1 | -1) => {
      if (view === undefined || view.total === 0 || sampleId === null) return;
      try {
        const { position } = await fetch('views.position', { viewId: view.viewId, sampleId });
        const next = ((position ?? (step === 1 ? -1 : 0)) + step + view.total) % view.total;
        const [row] = await fetch('views.rows', { viewId: view.viewId, from: next, to: next + 1 });
        if (row !== undefined) pick(row.id);
      } catch {
        // The backend has let go of the view: a new one is asked for, and the key works again.
        await refetch();
      }
    },
    [view, sampleId, fetch, pick, refetch],
  );
  return {
    sampleId,
    detail: detail ?? null,
    total: view?.total ?? null,
    pick,
    move: (step) => void move(step),
  };
}
