import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useDraft } from '../../data/use-draft.ts';
import type { Input, Output } from '../../data/methods.ts';
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
  const scope = useScope(draft, facets);
  const { key, values } = scope;
  const quotas = draft.quotas[key] ?? NO_QUOTAS;
  const seed = draft.seed ?? projectSeed;
  const spec = useMemo(() => {
    const available = values.map((value) => ({ value: value.value, available: value.count }));
    return { filter: draft.scope, facet: key, quotas: quotaList(available, quotas), seed };
  }, [draft.scope, key, values, quotas, seed]);
  return {
    ...scope,
    ...usePreview(spec),
    draft,
    change,
    quotas,
    setQuotas: (next: Quotas) => change({ quotas: { ...draft.quotas, [key]: next } }),
    seed,
    spec,
  };
}

export type Balance = ReturnType<typeof useBalance>;

/** The facet in use, and what of it is in scope. */
function useScope(draft: BalanceDraft, facets: readonly Facet[]) {
  const facet = facetOf(facets, draft.facet);
  const key = facet?.key ?? '';
  const filter = draft.scope;
  const counts = useRpcQuery('facets.counts', key === '' ? null : { filter, keys: [key] }, { keepPrevious: true });
  const counted = counts.data?.find((one) => one.key === key);
  const check = useRpcQuery('filters.check', { filter }, { keepPrevious: true });
  return {
    facet,
    key,
    counts,
    values: counted?.values ?? NO_VALUES,
    /** Values that the list does not hold. */
    more: counted?.more ?? 0,
    inScope: check.data?.total ?? null,
  };
}

function facetOf(facets: readonly Facet[], key: string | null): Facet | undefined {
  return facets.find((one) => one.key === key) ?? facets.find((one) => one.key === 'lang') ?? facets[0];
}

/** What the quotas would keep, asked for once typing rests. */
function usePreview(spec: Input<'balance.preview'>) {
  const [asked] = useDebouncedValue(spec, PREVIEW_AFTER_MS);
  const hasQuotas = spec.quotas.length > 0;
  const preview = useRpcQuery('balance.preview', hasQuotas && asked.quotas.length > 0 ? asked : null, {
    keepPrevious: true,
  });
  return {
    hasQuotas,
    preview,
    shown: hasQuotas ? (preview.data ?? null) : null,
    /** The preview is of what is on the screen, so that what is applied is what was read. */
    isCurrent: hasQuotas && asked === spec && preview.data !== undefined && !preview.isPlaceholderData,
  };
}
