import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useDraft } from '../../data/use-draft.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { quotaList, readDraft, type BalanceDraft, type Quotas } from './quotas.ts';

export type Facet = Output<'facets.list'>[number];
export type FacetValue = Output<'facets.counts'>[number]['values'][number];
export type Preview = Output<'balance.preview'>;

const PREVIEW_AFTER_MS = 200;
const NO_QUOTAS: Quotas = {};
const NO_VALUES: readonly FacetValue[] = [];

/** Quotas, what they would keep, and the draft they live in. */
export function useBalance(facets: readonly Facet[], projectSeed: number) {
  const [stored, setStored] = useDraft('balance');
  const draft = useMemo(() => readDraft(stored), [stored]);
  const change = useCallback(
    (part: Partial<BalanceDraft>) => {
      const { facet, scope, seed, size, quotas } = { ...draft, ...part };
      setStored({ facet, scope, seed, size, quotas });
    },
    [draft, setStored],
  );

  const facet = facets.find((one) => one.key === draft.facet) ?? facets.find((one) => one.key === 'lang') ?? facets[0];
  const key = facet?.key ?? '';
  const { scope } = draft;
  const counts = useRpcQuery('facets.counts', key === '' ? null : { filter: scope, keys: [key] }, { keepPrevious: true });
  const counted = counts.data?.find((one) => one.key === key);
  const values = counted?.values ?? NO_VALUES;
  const inScope = useRpcQuery('filters.check', { filter: scope }, { keepPrevious: true }).data?.total ?? null;

  const quotas = draft.quotas[key] ?? NO_QUOTAS;
  const seed = draft.seed ?? projectSeed;
  const spec = useMemo(() => {
    const available = values.map((value) => ({ value: value.value, available: value.count }));
    return { filter: scope, facet: key, quotas: quotaList(available, quotas), seed };
  }, [scope, key, values, quotas, seed]);
  const [asked] = useDebouncedValue(spec, PREVIEW_AFTER_MS);
  const hasQuotas = spec.quotas.length > 0;
  const preview = useRpcQuery('balance.preview', hasQuotas && asked.quotas.length > 0 ? asked : null, {
    keepPrevious: true,
  });
  return {
    draft,
    change,
    facet,
    values,
    /** Values that the list does not hold. */
    more: counted?.more ?? 0,
    counts,
    inScope,
    quotas,
    setQuotas: (next: Quotas) => change({ quotas: { ...draft.quotas, [key]: next } }),
    seed,
    spec,
    hasQuotas,
    preview,
    shown: hasQuotas ? (preview.data ?? null) : null,
    /** The preview is of what is on the screen, so that what is applied is what was read. */
    isCurrent: hasQuotas && asked === spec && preview.data !== undefined && !preview.isPlaceholderData,
  };
}

export type Balance = ReturnType<typeof useBalance>;
