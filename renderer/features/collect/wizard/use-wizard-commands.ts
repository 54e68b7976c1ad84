import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useCommands, type Command } from '../../../state/commands.tsx';

type Deps = {
  readonly goOn: (() => void) | null;
  readonly goBack: (() => void) | null;
  readonly close: () => void;
};

/** What takes Enter for itself. Radios and boxes do not: there Enter goes on, as in any form. */
const TAKES_ENTER =
  'a[href], button:not([role="radio"]), select, textarea, summary, input:not([type="radio"]):not([type="checkbox"])';
const TAKES_TYPING = 'select, textarea, input:not([type="radio"]):not([type="checkbox"])';

/** Enter goes on, Alt Left back, Esc closes. The list stays the same; what it acts on is looked up when it runs. */
export function useWizardCommands(deps: Deps): void {
  const latest = useRef(deps);
  useEffect(() => {
    latest.current = deps;
  });
  const commands = useMemo((): readonly Command[] => {
    // The field of the palette does not count: there the commands are listed, and its keys are its own.
    const isOn = (selector: string): boolean => {
      const active = document.activeElement;
      return active !== null && active.matches(selector) && active.closest('[role="dialog"]') === null;
    };
    const goOn = (): void => latest.current.goOn?.();
    return [
      {
        id: 'collect.next',
        titleKey: 'collect:commands.next',
        icon: IconArrowRight,
        keys: ['enter'],
        inFields: true,
        when: () => latest.current.goOn !== null && !isOn(TAKES_ENTER),
        run: goOn,
      },
      {
        id: 'collect.nextAnywhere',
        titleKey: 'collect:commands.next',
        keys: ['mod+enter'],
        isHidden: true,
        when: () => latest.current.goOn !== null,
        run: goOn,
      },
      {
        id: 'collect.back',
        titleKey: 'collect:commands.back',
        icon: IconArrowLeft,
        keys: ['alt+arrowleft'],
        inFields: true,
        when: () => latest.current.goBack !== null && !isOn(TAKES_TYPING),
        run: () => latest.current.goBack?.(),
      },
      {
        id: 'collect.close',
        titleKey: 'collect:commands.close',
        icon: IconX,
        keys: ['escape'],
        inFields: true,
        when: () => !isOn(TAKES_TYPING),
        run: () => latest.current.close(),
      },
    ];
  }, []);
  useCommands(commands);
}
