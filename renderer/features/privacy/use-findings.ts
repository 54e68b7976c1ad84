import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PrivacyFinding } from '../../../shared/contract/privacy.ts';
import type { AppError } from '../../../shared/rpc/errors.ts';
import type { Input } from '../../data/methods.ts';
import { useRpcQuery, useRpcQueryOptions } from '../../data/use-rpc-query.ts';
import type { Scope } from './use-scope.ts';

const PAGE = 100;

/** The findings that the conditions let through, a page at a time, and the one that is read. */
export function useFindings({ scope, conditions }: Scope) {
  const optionsFor = useRpcQueryOptions();
  const asked = useMemo(
    (): Input<'privacy.findings'> => ({
      ...scope,
      kind: conditions.kind,
      state: conditions.state === 'all' ? null : conditions.state,
      withExcerpt: true,
      limit: PAGE,
    }),
    [scope, conditions.kind, conditions.state],
  );
  const first = useRpcQuery('privacy.findings', { ...asked, from: 0 }, { keepPrevious: true });
  const total = first.data?.total ?? 0;
  const [place, setPlace] = useState(0);
  const [seen, setSeen] = useState<readonly [from: number, to: number]>([0, 1]);
  const name = JSON.stringify(asked);
  const [shownName, setShownName] = useState(name);
  if (shownName !== name) {
    setShownName(name);
    setPlace(0);
  }
  // A dismissed finding leaves the list of open ones: the one after it takes its place.
  const at = Math.max(0, Math.min(place, total - 1));
  const numbers = [...new Set([seen[0], seen[1], at].map((index) => Math.floor(index / PAGE)))];
  const pages = useQueries({
    queries: numbers.map((page) => optionsFor('privacy.findings', { ...asked, from: page * PAGE })),
  });
  function rowAt(index: number): PrivacyFinding | undefined {
    const page = Math.floor(index / PAGE);
    const rows = pages[numbers.indexOf(page)]?.data?.rows ?? (page === 0 ? first.data?.rows : undefined);
    return rows?.[index % PAGE];
  }
  const error: AppError | null = first.error ?? pages.find((page) => page.error !== null)?.error ?? null;
  return {
    query: { ...first, error },
    total,
    at,
    current: rowAt(at) ?? null,
    rowAt,
    pick: setPlace,
    move: (by: 1 | -1) => setPlace(Math.max(0, Math.min(total - 1, at + by))),
    /** Rows in sight, so that their pages are asked for. */
    see: (from: number, to: number) => {
      if (from !== seen[0] || to !== seen[1]) setSeen([from, to]);
    },
  };
}
export type Findings = ReturnType<typeof useFindings>;
