import {
  IconArrowsLeftRight,
  IconArrowRight,
  IconChevronDown,
  IconChevronUp,
  IconEraser,
  IconLockOpen,
  IconScan,
  IconShieldLock,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useCommands, type Command } from '../../state/commands.tsx';
import { findingHref } from './finding-href.ts';
import type { Can, PrivacyDialog } from './PrivacyPage.tsx';
import type { Findings } from './use-findings.ts';

type Props = {
  readonly findings: Findings;
  readonly can: Can;
  readonly open: (dialog: PrivacyDialog) => void;
  readonly scan: () => void;
  readonly turn: () => void;
};

/** Every key of the screen. */
export function usePrivacyCommands({ findings, can, open, scan, turn }: Props): void {
  const [, navigate] = useLocation();
  const dismiss = useRpcCommand('privacy.dismiss');
  const reopen = useRpcCommand('privacy.reopen');
  const commands = useMemo((): readonly Command[] => {
    const { current, move } = findings;
    const has = (): boolean => current !== null;
    const change = (): boolean => can.change;
    const say = (everywhere: boolean) => () => {
      if (current === null) return;
      const command = current.state === 'open' ? dismiss : reopen;
      void command.run({ flagId: current.flagId, everywhere });
    };
    const decide = (): boolean => has() && can.write;
    return [
      {
        id: 'privacy.next',
        titleKey: 'privacy:commands.next',
        icon: IconChevronDown,
        keys: ['j'],
        when: has,
        run: () => move(1),
      },
      {
        id: 'privacy.previous',
        titleKey: 'privacy:commands.previous',
        icon: IconChevronUp,
        keys: ['k'],
        when: has,
        run: () => move(-1),
      },
      {
        id: 'privacy.dismiss',
        titleKey: 'privacy:commands.dismiss',
        icon: IconX,
        keys: ['d'],
        when: decide,
        run: say(false),
      },
      {
        id: 'privacy.dismissAll',
        titleKey: 'privacy:commands.dismissAll',
        icon: IconX,
        keys: ['shift+d'],
        when: decide,
        run: say(true),
      },
      {
        id: 'privacy.openSample',
        titleKey: 'privacy:commands.openSample',
        icon: IconArrowRight,
        keys: ['o'],
        when: has,
        run: () => {
          if (current !== null) navigate(findingHref(current));
        },
      },
      {
        id: 'privacy.side',
        titleKey: 'privacy:commands.side',
        icon: IconArrowsLeftRight,
        keys: ['b'],
        when: has,
        run: turn,
      },
      {
        id: 'privacy.mask',
        titleKey: 'privacy:commands.mask',
        icon: IconShieldLock,
        keys: ['m'],
        when: change,
        run: () => open('mask'),
      },
      {
        id: 'privacy.unmask',
        titleKey: 'privacy:commands.unmask',
        icon: IconLockOpen,
        when: change,
        run: () => open('unmask'),
      },
      { id: 'privacy.scan', titleKey: 'privacy:commands.scan', icon: IconScan, keys: ['s'], when: change, run: scan },
      {
        id: 'privacy.purge',
        titleKey: 'privacy:commands.purge',
        icon: IconEraser,
        when: change,
        run: () => open('purge'),
      },
    ];
  }, [findings, can, open, scan, turn, navigate, dismiss, reopen]);
  useCommands(commands);
}
