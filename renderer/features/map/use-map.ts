import { useMemo, useState } from 'react';
import type { SimilarScope } from '../../../shared/model/similar.ts';
import type { Output } from '../../data/methods.ts';
import { useSearchParam } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

export type MapData = NonNullable<Output<'map.get'>>;
export type Selection = {
  /** Sample numbers. */
  readonly ids: ReadonlySet<number>;
  readonly set: (ids: Iterable<number>) => void;
  readonly add: (ids: Iterable<number>) => void;
  /** Takes them away when all are selected already, else adds them. */
  readonly toggle: (ids: readonly number[]) => void;
};

const SCOPES = ['prompt', 'trajectory', 'reference'] as const satisfies readonly SimilarScope[];
export { SCOPES };

/** What of the map is on show: scope and colour are in the address. */
export function useMapView() {
  const [scopeParam, setScope] = useSearchParam('scope');
  const [colour, setColour] = useSearchParam('colour');
  const scope = SCOPES.find((one) => one === scopeParam) ?? 'prompt';
  const query = useRpcQuery('map.get', { scope, colour }, { keepPrevious: true });
  const facets = useRpcQuery('facets.list', {});
  return {
    scope,
    setScope: (next: SimilarScope) => setScope(next === 'prompt' ? null : next, { replace: true }),
    colour,
    setColour: (next: string | null) => setColour(next, { replace: true }),
    query,
    facets: facets.data ?? [],
  };
}

/** Which samples of the map are selected; those that are not on it any more do not count. */
export function useSelection(data: MapData | null): Selection {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const ids = useMemo(() => {
    const there = new Set(data?.points.ids ?? []);
    return new Set([...picked].filter((id) => there.has(id)));
  }, [data, picked]);
  return {
    ids,
    set: (next) => setPicked(new Set(next)),
    add: (more) => setPicked(new Set([...ids, ...more])),
    toggle: (some) => {
      const isAll = some.every((id) => ids.has(id));
      const gone = new Set(some);
      setPicked(isAll ? new Set([...ids].filter((id) => !gone.has(id))) : new Set([...ids, ...some]));
    },
  };
}

/** @returns the numbers of the samples whose column has a value */
export function idsWhere(data: MapData, column: 'cluster' | 'value', is: number): number[] {
  return data.points.ids.filter((_, at) => data.points[column][at] === is);
}
