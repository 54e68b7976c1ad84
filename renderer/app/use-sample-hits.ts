import type { SampleRow } from '../../shared/model/sample.ts';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { sampleNumber, wordsFilter, type PaletteQuery } from './palette-search.ts';

const SHOWN = 5;
const NEWEST_FIRST = { key: 'newest', descending: true } as const;

export type SampleHits = {
  readonly rows: readonly SampleRow[];
  readonly total: number;
  /** What was asked; '' when nothing was. */
  readonly filter: string;
  readonly isPending: boolean;
};

const NOTHING: SampleHits = { rows: [], total: 0, filter: '', isPending: false };

/** The first samples that hold the words, and how many there are. */
export function useSampleHits(query: PaletteQuery): SampleHits {
  const filter = filterOf(query);
  const view = useRpcQuery('views.open', filter === '' ? null : { filter, sort: NEWEST_FIRST }, { gcTimeMs: 0 });
  const total = view.data?.total ?? 0;
  const rows = useRpcQuery(
    'views.rows',
    view.data === undefined || total === 0 ? null : { viewId: view.data.viewId, from: 0, to: Math.min(SHOWN, total) },
    { gcTimeMs: 0 },
  );
  if (filter === '') return NOTHING;
  return { rows: rows.data ?? [], total, filter, isPending: view.isLoading || rows.isLoading };
}

/** @returns what to ask, '' for too little to ask for */
function filterOf(query: PaletteQuery): string {
  const isAsked = query.mode === 'samples' ? query.text !== '' : query.mode === 'all' && query.text.length >= 2;
  if (!isAsked) return '';
  const number = sampleNumber(query);
  return number === null ? wordsFilter(query.text) : `id:${number}`;
}
