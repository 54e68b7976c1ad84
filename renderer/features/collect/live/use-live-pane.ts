import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useDraft } from '../../../data/use-draft.ts';

export type LivePaneState = {
  /** Beside the sources; in narrow windows it lies over them. */
  readonly isWide: boolean;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
};

/** In wide windows the pane is there unless a person put it away, which is remembered; in narrow ones it is fetched. */
export function useLivePane(): LivePaneState {
  const isWide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const [draft, setDraft] = useDraft('live.pane');
  const [isOver, setOver] = useState(false);
  return isWide ? { isWide, isOpen: draft !== false, setOpen: setDraft } : { isWide, isOpen: isOver, setOpen: setOver };
}
