import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import type { SampleId } from '../../../shared/model/ids.ts';
import { useSearchParam } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { nextReading, shownSample, startReading } from './reading-state.ts';
import { useRowPages, type OpenView } from './use-sample-view.ts';

export type Reading = {
  /** Row of the view that is read; null when there is none, or when the sample is not in the view. */
  readonly position: number | null;
  readonly sampleId: SampleId | null;
  /** The sample came from a link and is not in the view. */
  readonly isOutside: boolean;
  readonly moveTo: (position: number) => void;
  /** Finds a sample in the view and moves to it. */
  readonly find: (sampleId: SampleId) => void;
};

/** The address follows the reading after this pause: browsers refuse to have it changed at the pace of a held key. */
const ADDRESS_AFTER_MS = 250;

/** Which sample is read: a position of the view, kept on the same sample when the view changes, linked by `?sample=`. */
export function useReading(view: OpenView | null): Reading {
  const [param, setParam] = useSearchParam('sample');
  const [state, setState] = useState(() => startReading(param));
  const { position, wanted, outside } = state;
  const isOfView = position !== null && state.viewId === view?.viewId;
  const rowId = useRowId(view, isOfView ? position : null);
  const located = useRpcQuery(
    'views.position',
    view === null || wanted === null ? null : { viewId: view.viewId, sampleId: wanted },
    { gcTimeMs: 0 },
  );
  const next = nextReading(state, { param, view, rowId, found: located.data?.position });
  if (next !== state) setState(next);

  const shown = shownSample(state, rowId);
  const isSettled = wanted === null && next === state;
  const writeParam = useDebouncedCallback((id: SampleId) => setParam(String(id), { replace: true }), ADDRESS_AFTER_MS);
  useEffect(() => {
    if (isSettled && shown !== null && String(shown) !== param) writeParam(shown);
    return () => writeParam.cancel();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the address follows the reading, not the other way round
  }, [shown, isSettled]);

  const total = view?.total ?? 0;
  const moveTo = useCallback(
    (to: number) => {
      if (total === 0) return;
      const place = Math.max(0, Math.min(total - 1, to));
      setState((before) => ({ ...before, position: place, outside: null, wanted: null }));
    },
    [total],
  );
  const find = useCallback(
    (sampleId: SampleId) => setState((before) => ({ ...before, wanted: sampleId, isLinked: true })),
    [],
  );
  return { position: isOfView ? position : null, sampleId: shown, isOutside: outside !== null, moveTo, find };
}

/** The sample at a position, null until its page is there. */
function useRowId(view: OpenView | null, position: number | null): SampleId | null {
  const page = useRowPages(position === null ? null : view, position ?? 0, (position ?? 0) + 1);
  return position === null ? null : (page.rowAt(position)?.id ?? null);
}
