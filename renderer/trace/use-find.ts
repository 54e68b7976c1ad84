import { useDeferredValue, useMemo, useState } from 'react';
import { findMatches, type FindMatch } from './find.ts';
import { findPieces } from './find-pieces.ts';
import type { TimelineNode } from './timeline.ts';

export type Finder = {
  readonly isOpen: boolean;
  readonly query: string;
  /** What is marked: follows the typed text when the page has time. */
  readonly shownQuery: string;
  readonly matches: readonly FindMatch[];
  readonly index: number;
  readonly current: FindMatch | null;
  readonly open: () => void;
  readonly close: () => void;
  readonly setQuery: (query: string) => void;
  readonly move: (by: 1 | -1) => void;
};

/** Finds in all texts of a trajectory, folded ones too. */
export function useFinder(nodes: readonly TimelineNode[]): Finder {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [position, setPosition] = useState(0);
  const deferred = useDeferredValue(query);
  const shownQuery = isOpen ? deferred : '';
  const hasQuery = shownQuery !== '';
  // Pieces are texts of everything that is folded away: made once per trajectory, and only when something is looked for.
  const pieces = useMemo(() => (hasQuery ? findPieces(nodes) : []), [nodes, hasQuery]);
  const matches = useMemo(() => findMatches(pieces, shownQuery), [pieces, shownQuery]);
  const index = matches.length === 0 ? 0 : position % matches.length;
  return {
    isOpen,
    query,
    shownQuery,
    matches,
    index,
    current: matches[index] ?? null,
    open: () => setOpen(true),
    close: () => setOpen(false),
    setQuery: (next) => {
      setQuery(next);
      setPosition(0);
    },
    move: (by) => setPosition((at) => (matches.length === 0 ? 0 : (at + by + matches.length) % matches.length)),
  };
}
