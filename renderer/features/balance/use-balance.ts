import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import type { BalancePreview, BalanceSpec, Quota } from '../../../shared/contract/balance.ts';
import type { Output } from '../../data/methods.ts';
import { useDraft } from '../../data/use-draft.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { quotaKey, readDraft, rescale, type BalanceDraft } from './quotas.ts';

export type Facet = Output<'facets.list'>[number];
export type Preview = BalancePreview;

const PREVIEW_AFTER_MS = 200;
/** Facets of which every number of the floor is. */
const FLOOR_FACETS = ['tool', 'lang'];
const NO_QUOTAS: readonly Quota[] = [];

/** What is asked for, what it would do, and the draft it lives in. */
export function useBalance(facets: readonly Facet[], projectSeed: number) {
  const [stored, setStored] = useDraft('balance');
  const draft = useMemo(() => readDraft(stored), [stored]);
  const change = useCallback((part: Partial<BalanceDraft>) => setStored({ ...draft, ...part }), [draft, setStored]);
  const keys = useMemo(() => facetsOf(facets, draft.facets), [facets, draft.facets]);
  const quotas = draft.quotas[quotaKey(keys)] ?? NO_QUOTAS;
  const seed = draft.seed ?? projectSeed;
  const spec = useMemo(
    (): BalanceSpec => ({
      filter: draft.filter,
      facets: keys,
      aim: draft.aim,
      target: draft.size,
      quotas: draft.aim === 'custom' ? [...quotas] : [],
      unit: draft.unit,
      keepReviewed: draft.keepReviewed,
      floor: { atLeast: draft.hasFloor ? draft.atLeast : 0, facets: FLOOR_FACETS },
      seed,
    }),
    [draft, keys, quotas, seed],
  );
  const [asked] = useDebouncedValue(spec, PREVIEW_AFTER_MS);
  const preview = useRpcQuery('balance.preview', keys.length === 0 ? null : asked, { keepPrevious: true });
  const shown = preview.data ?? null;
  /** The preview is of what is on the screen, so that what is applied is what was read. */
  const isCurrent = asked === spec && preview.data !== undefined && !preview.isPlaceholderData;
  const setQuotas = (next: readonly Quota[], unit: 'count' | 'share' = draft.unit): void =>
    change({ aim: 'custom', unit, quotas: { ...draft.quotas, [quotaKey(keys)]: [...next] } });
  return {
    draft,
    change,
    keys,
    seed,
    spec,
    preview,
    shown,
    isCurrent,
    quotas,
    setQuotas,
    /** What the quotas come to now, to start own ones from. */
    counted: (): Quota[] =>
      (shown?.cells ?? []).flatMap((cell) => (cell.wanted > 0 ? [{ values: cell.values, amount: cell.wanted }] : [])),
    setSize(size: number | null): void {
      if (draft.aim === 'custom' && draft.unit === 'count' && size !== null) setQuotas(rescale(quotas, size));
      else change({ size });
    },
  };
}

export type Balance = ReturnType<typeof useBalance>;

function facetsOf(facets: readonly Facet[], chosen: readonly string[]): string[] {
  const known = chosen.filter((key) => facets.some((facet) => facet.key === key));
  if (known.length > 0) return known;
  const first = facets.find((facet) => facet.key === 'lang') ?? facets[0];
  return first === undefined ? [] : [first.key];
}
