import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsDiff,
  IconBookmark,
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconCopyOff,
  IconCopyX,
  IconRefresh,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCommands, type Command } from '../../state/commands.tsx';
import type { Clusters } from './use-clusters.ts';
import type { Decide } from './use-decide.ts';
import type { Scan } from './use-scan.ts';

type Props = {
  readonly clusters: Clusters;
  readonly decide: Decide;
  readonly canWrite: boolean;
  readonly scan: Scan;
  readonly onRemove: () => void;
};

/** Every key of the screen. */
export function useDuplicateCommands({ clusters, decide, canWrite, scan, onRemove }: Props): void {
  const commands = useMemo((): readonly Command[] => {
    const any = (): boolean => clusters.rows.length > 0;
    const has = (): boolean => clusters.open !== null;
    const can = (): boolean => has() && canWrite;
    const keepBoth = {
      titleKey: 'duplicates:commands.keepBoth',
      icon: IconCopy,
      run: () => decide.one('keepBoth'),
    } as const;
    return [
      {
        id: 'duplicates.next',
        titleKey: 'duplicates:commands.next',
        icon: IconChevronDown,
        keys: ['j'],
        when: any,
        run: () => clusters.move(1),
      },
      {
        id: 'duplicates.previous',
        titleKey: 'duplicates:commands.previous',
        icon: IconChevronUp,
        keys: ['k'],
        when: any,
        run: () => clusters.move(-1),
      },
      {
        id: 'duplicates.nextMember',
        titleKey: 'duplicates:commands.nextMember',
        icon: IconArrowRight,
        keys: ['arrowright'],
        when: has,
        run: () => clusters.moveMember(1),
      },
      {
        id: 'duplicates.previousMember',
        titleKey: 'duplicates:commands.previousMember',
        icon: IconArrowLeft,
        keys: ['arrowleft'],
        when: has,
        run: () => clusters.moveMember(-1),
      },
      {
        id: 'duplicates.makeKeeper',
        titleKey: 'duplicates:commands.makeKeeper',
        icon: IconBookmark,
        keys: ['m'],
        when: can,
        run: clusters.makeKeeper,
      },
      {
        id: 'duplicates.keepOnly',
        titleKey: 'duplicates:commands.keepOnly',
        icon: IconCopyOff,
        keys: ['1'],
        when: can,
        run: () => decide.one('keepOnly'),
      },
      { id: 'duplicates.keepBoth', ...keepBoth, keys: ['b'], when: can },
      // Enter belongs to whatever control has the focus.
      {
        id: 'duplicates.keepBothEnter',
        ...keepBoth,
        keys: ['enter'],
        when: () => can() && !isOnControl(),
        isHidden: true,
      },
      {
        id: 'duplicates.notDuplicates',
        titleKey: 'duplicates:commands.notDuplicates',
        icon: IconArrowsDiff,
        keys: ['n'],
        when: can,
        run: () => decide.one('notDuplicates'),
      },
      {
        id: 'duplicates.scan',
        titleKey: 'duplicates:commands.scan',
        icon: IconRefresh,
        when: () => canWrite && !scan.isRunning,
        run: scan.start,
      },
      { id: 'duplicates.remove', titleKey: 'duplicates:commands.remove', icon: IconCopyX, when: can, run: onRemove },
    ];
  }, [clusters, decide, canWrite, scan, onRemove]);
  useCommands(commands);
}

function isOnControl(): boolean {
  return document.activeElement?.closest('button, a, summary, [role="separator"], [role="slider"]') != null;
}
