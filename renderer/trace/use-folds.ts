import { useState } from 'react';
import { withFlipped, withKeys } from './key-set.ts';

export type Folds = {
  readonly isOpen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly toggleAll: () => void;
  readonly setAll: (keys: readonly string[], isOpen: boolean) => void;
};

type FoldState = { readonly all: boolean; readonly flipped: ReadonlySet<string> };

/** Keys of what a step holds. Instructions, tools offered and other fields are no steps and open on their own. */
const IN_STEP = /^(?:prompt|attempt):\d+:/u;

/** All steps are folded, or all are open; the set holds what differs from that. */
export function useFolds(): Folds {
  const [state, setState] = useState<FoldState>({ all: false, flipped: new Set() });
  return {
    isOpen: (key) => (state.all && IN_STEP.test(key)) !== state.flipped.has(key),
    toggle: (key) => setState(({ all, flipped }) => ({ all, flipped: withFlipped(flipped, key) })),
    toggleAll: () =>
      setState(({ all, flipped }) => ({
        all: !all,
        flipped: new Set([...flipped].filter((key) => !IN_STEP.test(key))),
      })),
    setAll: (keys, isOpen) =>
      setState(({ all, flipped }) => ({
        all,
        flipped: withKeys(
          withKeys(
            flipped,
            keys.filter((key) => IN_STEP.test(key)),
            all !== isOpen,
          ),
          keys.filter((key) => !IN_STEP.test(key)),
          isOpen,
        ),
      })),
  };
}
