import { createContext, useContext } from 'react';

/** What the parts of one trajectory share: what is folded, how texts are shown, and what the pointer is on. */
export type TraceControls = {
  readonly isOpen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly hasMarkdown: boolean;
  readonly hoverKey: string | null;
  readonly setHover: (key: string | null) => void;
};

const STILL: TraceControls = {
  isOpen: () => false,
  toggle: () => undefined,
  hasMarkdown: false,
  hoverKey: null,
  setHover: () => undefined,
};

export const TraceContext = createContext<TraceControls>(STILL);

export function useTrace(): TraceControls {
  return useContext(TraceContext);
}
