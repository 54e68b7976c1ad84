import {
  IconArrowsSplit,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconColumns2,
  IconScan,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCommands, type Command } from '../../../state/commands.tsx';
import { moveOf } from './leak-kinds.ts';
import type { PairDialog } from './LeaksPane.tsx';
import type { Leaks } from './use-leaks.ts';

/** Every key of the leaking pairs. */
export function useLeakCommands(leaks: Leaks, onDialog: (dialog: PairDialog) => void): void {
  const commands = useMemo((): readonly Command[] => {
    const { open, canWrite, isBusy, summary, check } = leaks;
    const move = open === null ? null : moveOf(open);
    const has = (): boolean => open !== null;
    const can = (): boolean => open !== null && open.state === 'open' && canWrite && !isBusy;
    const compare = {
      titleKey: 'split:commands.compare',
      icon: IconColumns2,
      run: () => onDialog('compare'),
    } as const;
    return [
      {
        id: 'split.fixAll',
        titleKey: 'split:commands.fixAll',
        icon: IconWand,
        keys: ['mod+enter'],
        when: () => leaks.canFixAll,
        run: leaks.fixAll,
      },
      {
        id: 'split.check',
        titleKey: 'split:commands.check',
        icon: IconScan,
        keys: ['c'],
        when: () => canWrite && !check.isBusy && summary.data?.isSplit === true,
        run: check.start,
      },
      {
        id: 'split.next',
        titleKey: 'split:commands.next',
        icon: IconChevronDown,
        keys: ['j'],
        when: has,
        run: () => leaks.step(1),
      },
      {
        id: 'split.previous',
        titleKey: 'split:commands.previous',
        icon: IconChevronUp,
        keys: ['k'],
        when: has,
        run: () => leaks.step(-1),
      },
      { id: 'split.compare', ...compare, keys: ['b'], when: has },
      // Enter belongs to whatever control has the focus.
      { id: 'split.compareEnter', ...compare, keys: ['enter'], when: () => has() && !isOnControl(), isHidden: true },
      {
        id: 'split.move',
        titleKey: 'split:commands.move',
        icon: IconArrowsSplit,
        keys: ['m'],
        when: () => can() && move !== null,
        run: () => {
          if (move !== null) leaks.move(move.sampleId, move.to);
        },
      },
      {
        id: 'split.accept',
        titleKey: 'split:commands.accept',
        icon: IconCheck,
        keys: ['a'],
        when: can,
        run: () => onDialog('accept'),
      },
      {
        id: 'split.drop',
        titleKey: 'split:commands.drop',
        icon: IconTrash,
        keys: ['d'],
        when: can,
        run: () => {
          if (open !== null) leaks.drop(open, open.b.sampleId);
        },
      },
    ];
  }, [leaks, onDialog]);
  useCommands(commands);
}

function isOnControl(): boolean {
  return document.activeElement?.closest('button, a, summary, [role="separator"], [role="slider"]') != null;
}
