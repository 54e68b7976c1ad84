import { IconFold, IconListDetails, IconSearch } from '@tabler/icons-react';
import { useMemo, type RefObject } from 'react';
import { useCommands, type Command } from '../state/commands.tsx';
import type { TraceHandle } from './TraceView.tsx';

/** Keys of a trajectory, wherever it is shown: O, Shift O, Ctrl F. */
export function useTraceCommands(view: RefObject<TraceHandle | null>): void {
  const commands = useMemo(() => traceCommands(view), [view]);
  useCommands(commands);
}

function traceCommands(view: RefObject<TraceHandle | null>): readonly Command[] {
  return [
    {
      id: 'trace.toggleStep',
      titleKey: 'trace:fold.openStep',
      icon: IconListDetails,
      keys: ['o'],
      run: () => view.current?.toggleStep(),
    },
    {
      id: 'trace.toggleAll',
      titleKey: 'trace:fold.openAll',
      icon: IconFold,
      keys: ['shift+o'],
      run: () => view.current?.toggleAll(),
    },
    {
      id: 'trace.find',
      titleKey: 'trace:find.label',
      icon: IconSearch,
      keys: ['mod+f'],
      run: () => view.current?.openFind(),
    },
  ];
}
