import {
  IconArrowLeft,
  IconArrowMerge,
  IconArrowRight,
  IconBookmark,
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconCopyOff,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCommands, type Command } from '../../state/commands.tsx';
import type { useGroups } from './use-groups.ts';
import type { Resolve } from './use-resolve.ts';

type Props = {
  readonly groups: ReturnType<typeof useGroups>;
  readonly resolve: Resolve;
  readonly canWrite: boolean;
};

/** Every key of the screen. */
export function useDuplicateCommands({ groups, resolve, canWrite }: Props): void {
  const commands = useMemo((): readonly Command[] => {
    const has = (): boolean => groups.open !== null;
    const can = (): boolean => groups.open !== null && canWrite;
    const keepBoth = {
      titleKey: 'duplicates:commands.keepBoth',
      icon: IconCopy,
      run: () => resolve.one('both'),
    } as const;
    return [
      { id: 'duplicates.next', titleKey: 'duplicates:commands.next', icon: IconChevronDown, keys: ['j'], when: has, run: () => groups.move(1) },
      { id: 'duplicates.previous', titleKey: 'duplicates:commands.previous', icon: IconChevronUp, keys: ['k'], when: has, run: () => groups.move(-1) },
      { id: 'duplicates.nextMember', titleKey: 'duplicates:commands.nextMember', icon: IconArrowRight, keys: ['arrowright'], when: has, run: () => groups.moveMember(1) },
      { id: 'duplicates.previousMember', titleKey: 'duplicates:commands.previousMember', icon: IconArrowLeft, keys: ['arrowleft'], when: has, run: () => groups.moveMember(-1) },
      { id: 'duplicates.makeKeeper', titleKey: 'duplicates:commands.makeKeeper', icon: IconBookmark, keys: ['m'], when: can, run: groups.makeKeeper },
      { id: 'duplicates.keepOnly', titleKey: 'duplicates:commands.keepOnly', icon: IconCopyOff, keys: ['1'], when: can, run: () => resolve.one('keep') },
      { id: 'duplicates.merge', titleKey: 'duplicates:commands.merge', icon: IconArrowMerge, keys: ['shift+m'], when: can, run: () => resolve.one('merge') },
      { id: 'duplicates.keepBoth', ...keepBoth, keys: ['b'], when: can },
      // Enter belongs to whatever control has the focus.
      { id: 'duplicates.keepBothEnter', ...keepBoth, keys: ['enter'], when: () => can() && !isOnControl(), isHidden: true },
    ];
  }, [groups, resolve, canWrite]);
  useCommands(commands);
}

function isOnControl(): boolean {
  return document.activeElement?.closest('button, a, summary, [role="separator"]') != null;
}
