import type { Icon } from '@tabler/icons-react';
import { createContext, useContext, useEffect, useId, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { TextKey } from '../i18n/index.ts';

/** One thing a person can do. Menu, palette, keyboard and the list of shortcuts are made from these. */
export type Command = {
  /** `samples.accept`: unique; the part before the dot groups it in the list of shortcuts. */
  readonly id: string;
  readonly titleKey: TextKey;
  /** Values of the title, such as a count. */
  readonly titleValues?: Readonly<Record<string, string | number>>;
  readonly icon?: Icon;
  /** First one is shown. See `keys.ts` for the notation. */
  readonly keys?: readonly string[];
  /** Absent means always; a command that is not possible is neither run nor listed. */
  readonly when?: () => boolean;
  readonly run: () => void;
  /** Also act while a field has focus. Default: only combinations with mod, never mod+Z. */
  readonly inFields?: boolean;
  /** Not in the palette: moves of the focus and the like. */
  readonly isHidden?: boolean;
};

export type CommandRegistry = {
  readonly set: (owner: string, commands: readonly Command[] | null) => void;
  readonly getAll: () => readonly Command[];
  readonly subscribe: (listener: () => void) => () => void;
};

/** What the lists show of commands. Only when this changes are the lists told. */
function signature(commands: readonly Command[]): string {
  return JSON.stringify(
    commands.map(({ id, titleKey, titleValues, keys, inFields, isHidden, when }) => [
      id,
      titleKey,
      titleValues,
      keys,
      inFields,
      isHidden,
      when?.() !== false,
    ]),
  );
}

type Offer = { latest: readonly Command[]; shown: string };

/** A command whose `run` and `when` are always those given last, so that a page may offer new closures on each render. */
function follow(offer: Offer, command: Command): Command {
  const latest = (): Command => offer.latest.find(({ id }) => id === command.id) ?? command;
  return { ...command, run: () => latest().run(), when: () => latest().when?.() !== false };
}

export function createCommandRegistry(): CommandRegistry {
  const offers = new Map<string, Offer>();
  const listeners = new Set<() => void>();
  let all: readonly Command[] = [];

  function tell(): void {
    // Later owners come first, so that a page's key wins over the app's.
    const byId = new Map<string, Command>();
    for (const offer of [...offers.values()].reverse())
      for (const command of offer.latest) if (!byId.has(command.id)) byId.set(command.id, follow(offer, command));
    all = [...byId.values()];
    for (const listener of [...listeners]) listener();
  }
  return {
    set: (owner, commands) => {
      if (commands === null) {
        if (offers.delete(owner)) tell();
        return;
      }
      const shown = signature(commands);
      const offer = offers.get(owner);
      if (offer?.shown === shown) {
        offer.latest = commands;
        return;
      }
      offers.set(owner, { latest: commands, shown });
      tell();
    },
    getAll: () => all,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const CommandContext = createContext<CommandRegistry | null>(null);

export function CommandProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => createCommandRegistry(), []);
  return <CommandContext value={registry}>{children}</CommandContext>;
}

function useRegistry(): CommandRegistry {
  const registry = useContext(CommandContext);
  if (registry === null) throw new Error('CommandProvider is missing');
  return registry;
}

/** Offers commands while the component is mounted. Their `run` and `when` may be new on each render. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  const owner = useId();
  useEffect(() => {
    registry.set(owner, commands);
  }, [registry, owner, commands]);
  useEffect(() => () => registry.set(owner, null), [registry, owner]);
}

/** Every command on offer right now. */
export function useAllCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.getAll);
}
