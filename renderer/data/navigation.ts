import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';

/** @returns the address of the samples view for a filter (and a sample in it): every number can be opened */
export function samplesHref(filter: string, sampleId?: number): string {
  const params = new URLSearchParams();
  if (filter !== '') params.set('filter', filter);
  if (sampleId !== undefined) params.set('sample', String(sampleId));
  const search = params.toString();
  return search === '' ? '/samples' : `/samples?${search}`;
}

/** Opens the samples behind a number. */
export function useOpenSamples(): (filter: string, sampleId?: number) => void {
  const [, navigate] = useLocation();
  return useCallback((filter, sampleId) => navigate(samplesHref(filter, sampleId)), [navigate]);
}

/** A part of the page's state that lives in its address. Setting null removes it. */
export function useSearchParam(
  name: string,
): readonly [string | null, (value: string | null, options?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  // A page that was left stays mounted out of sight until the next one is loaded; a late write would lead back to it.
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const set = useCallback(
    (value: string | null, options?: { replace?: boolean }) => {
      if (!isShown.current) return;
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: options?.replace ?? false },
      );
    },
    [name, setParams],
  );
  return [params.get(name), set];
}
