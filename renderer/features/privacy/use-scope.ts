import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Input } from '../../data/methods.ts';
import { PrivateKind } from '../../../shared/model/privacy.ts';
import { SourceId } from '../../../shared/model/ids.ts';
import { parse } from '../../../shared/query/parse.ts';

export type FindingState = 'open' | 'dismissed' | 'all';
export type Conditions = {
  readonly filter: string;
  readonly source: string | null;
  readonly kind: PrivateKind | null;
  readonly state: FindingState;
};

/** What is looked at, kept in the address so that other screens can lead to it. */
export function useScope() {
  const [params, setParams] = useSearchParams();
  const filter = params.get('filter') ?? '';
  const source = params.get('source');
  const kindText = params.get('kind');
  const stateText = params.get('state');
  const conditions = useMemo((): Conditions => {
    const kind = PrivateKind.safeParse(kindText);
    return {
      filter,
      source,
      kind: kind.success ? kind.data : null,
      state: stateText === 'dismissed' || stateText === 'all' ? stateText : 'open',
    };
  }, [filter, source, kindText, stateText]);
  const set = useCallback(
    (change: Partial<Conditions>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value === null || value === '' || (name === 'state' && value === 'open')) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const isReadable = parse(filter).problem === null;
  const scope = useMemo((): Required<Input<'privacy.summary'>> => {
    const id = SourceId.safeParse(Number(source ?? 0));
    return { filter: isReadable ? filter : '', sourceId: source !== null && id.success ? id.data : null };
  }, [filter, source, isReadable]);
  return { conditions, set, scope, isReadable };
}
export type Scope = ReturnType<typeof useScope>;
