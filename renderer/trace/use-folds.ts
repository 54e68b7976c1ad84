import { useState } from 'react';
import { withFlipped, withKeys } from './key-set.ts';

export type Folds = {
  readonly isOpen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly toggleAll: () => void;
  readonly setAll: (keys: readonly string[], isOpen: boolean) => void;
};

type FoldState = { readonly all: boolean; readonly flipped: ReadonlySet<string> };

/** Everything is folded, or everything is open; the set holds what differs from that. */
export function useFolds(): Folds {
  const [state, setState] = useState<FoldState>({ all: false, flipped: new Set() });
  return {
    isOpen: (key) => state.all !== state.flipped.has(key),
    toggle: (key) => setState(({ all, flipped }) => ({ all, flipped: withFlipped(flipped, key) })),
    toggleAll: () => setState(({ all }) => ({ all: !all, flipped: new Set() })),
    setAll: (keys, isOpen) =>
      setState(({ all, flipped }) => ({ all, flipped: withKeys(flipped, keys, all !== isOpen) })),
  };
}
