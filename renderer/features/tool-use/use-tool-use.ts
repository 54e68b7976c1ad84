import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useSearchParam } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

const DEFAULT_FACET = 'model';

/** What is counted stands in the address, so that a comparison can be kept and gone back to. */
export function useToolUse() {
  const [filterParam, setFilter] = useSearchParam('filter');
  const [against, setAgainst] = useSearchParam('against');
  const [byParam, setBy] = useSearchParam('by');
  const [, navigate] = useLocation();
  const filter = filterParam ?? '';
  const by = byParam ?? DEFAULT_FACET;
  const compare = useCallback(
    (one: string, other: string) => {
      navigate(`/tool-use?${new URLSearchParams({ filter: one, against: other, by }).toString()}`);
    },
    [navigate, by],
  );
  const summary = useRpcQuery('toolUse.summary', { filter, by }, { keepPrevious: true });
  const comparison = useRpcQuery('toolUse.compare', against === null ? null : { filter, against }, {
    keepPrevious: true,
  });
  const isOld = summary.isPlaceholderData || (against !== null && comparison.isPlaceholderData);
  return { isOld, filter, setFilter, against, setAgainst, by, setBy, compare, summary, comparison };
}
export type ToolUseState = ReturnType<typeof useToolUse>;
