import { IconArrowsSplit, IconDice5 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCommands, type Command } from '../../state/commands.tsx';
import type { Split } from './use-split.ts';

/** What the head of the screen offers, in the palette too. */
export function useSplitCommands(split: Split): void {
  const commands = useMemo(
    (): readonly Command[] => [
      {
        id: 'split.again',
        titleKey: 'split:commands.again',
        icon: IconArrowsSplit,
        keys: ['s'],
        when: () => split.canApply,
        run: split.apply,
      },
      {
        id: 'split.newSeed',
        titleKey: 'split:commands.newSeed',
        icon: IconDice5,
        keys: ['n'],
        when: () => split.canWrite && split.stored.scope > 0,
        run: split.newSeed,
      },
    ],
    [split],
  );
  useCommands(commands);
}
