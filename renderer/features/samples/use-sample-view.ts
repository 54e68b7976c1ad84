import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ViewId } from '../../../shared/model/ids.ts';
import type { SampleRow } from '../../../shared/model/sample.ts';
import type { AppError } from '../../../shared/rpc/errors.ts';
import { useRpcQuery, useRpcQueryOptions } from '../../data/use-rpc-query.ts';
import type { Input } from '../../data/methods.ts';

export const PAGE_SIZE = 200;

export type OpenView = { readonly viewId: ViewId; readonly total: number };
export type SampleView = {
  /** The view on show: the one before stays until the first page of the next is there. null while the first is opened. */
  readonly view: OpenView | null;
  readonly isStale: boolean;
  readonly error: AppError | null;
  readonly drift: { readonly gone: number; readonly added: number };
  readonly refresh: () => void;
};

/** Freezes an order of samples and keeps it on show until another one is ready. */
export function useSampleView(filter: string, sort: Input<'views.open'>['sort']): SampleView {
  const opened = useRpcQuery('views.open', { filter, sort }, { gcTimeMs: 0, keepPrevious: true });
  const next = opened.data;
  const isCurrent = next !== undefined && !opened.isPlaceholderData;
  const firstPage = useRpcQuery('views.rows', isCurrent ? { viewId: next.viewId, from: 0, to: PAGE_SIZE } : null);
  const [shown, setShown] = useState<OpenView | null>(null);
  if (isCurrent && firstPage.data !== undefined && shown?.viewId !== next.viewId) {
    setShown({ viewId: next.viewId, total: next.total });
  }
  const drift = useRpcQuery('views.drift', shown === null ? null : { viewId: shown.viewId }, { keepPrevious: true });
  // A view is dropped when the connection was lost or too many are open: then it is simply opened again.
  const isDropped = [firstPage.error, drift.error].some((error) => error?.code === 'not_found');
  const { refetch } = opened;
  useEffect(() => {
    if (isDropped) void refetch();
  }, [isDropped, refetch]);
  return {
    view: shown,
    isStale: !isCurrent || shown?.viewId !== next.viewId,
    error: opened.error ?? (isDropped ? null : firstPage.error),
    drift: drift.data ?? { gone: 0, added: 0 },
    refresh: () => void refetch(),
  };
}

export type RowPages = {
  /** undefined while its page is on the way, null when the sample of that row is gone. */
  readonly rowAt: (position: number) => SampleRow | null | undefined;
  readonly error: Error | null;
  /** Samples of the view were deleted from the project, so that positions no longer fit: it must be opened again. */
  readonly isShort: boolean;
  readonly refetch: () => void;
};

/** Rows of the pages that `[from, to)` touches. */
export function useRowPages(view: OpenView | null, from: number, to: number): RowPages {
  const optionsFor = useRpcQueryOptions();
  const first = Math.floor(from / PAGE_SIZE);
  const last = Math.floor(Math.max(from, to - 1) / PAGE_SIZE);
  const pages = useMemo(
    () => (view === null ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)),
    [view, first, last],
  );
  const results = useQueries({
    queries: pages.map((page) => ({
      ...optionsFor('views.rows', {
        viewId: view?.viewId ?? '', // `pages` is empty without a view
        from: page * PAGE_SIZE,
        to: (page + 1) * PAGE_SIZE,
      }),
    })),
  });
  return {
    rowAt: (position) => {
      const page = results[Math.floor(position / PAGE_SIZE) - first];
      if (page?.data === undefined) return undefined;
      return page.data[position % PAGE_SIZE] ?? null;
    },
    isShort: results.some(({ data }, index) => {
      const at = (pages[index] ?? 0) * PAGE_SIZE;
      return data !== undefined && data.length < Math.min(PAGE_SIZE, (view?.total ?? 0) - at);
    }),
    error: results.find((result) => result.error !== null)?.error ?? null,
    refetch: () => {
      for (const result of results) void result.refetch();
    },
  };
}
