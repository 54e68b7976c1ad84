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

export function createCommandRegistry(): CommandRegistry {
  const owners = new Map<string, readonly Command[]>();
  const listeners = new Set<() => void>();
  let all: readonly Command[] = [];
  return {
    set: (owner, commands) => {
      if (commands === null) owners.delete(owner);
      else owners.set(owner, commands);
      // Later owners come first, so that a page's key wins over the app's.
      const byId = new Map(
        [...owners.values()].reverse().flatMap((list) => list.map((item) => [item.id, item] as const)),
      );
      all = [...byId.values()];
      for (const listener of [...listeners]) listener();
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

/** Offers commands while the component is mounted. Memoise the list: a new one is registered anew. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  const owner = useId();
  useEffect(() => {
    registry.set(owner, commands);
    return () => registry.set(owner, null);
  }, [registry, owner, commands]);
}

/** Every command on offer right now. */
export function useAllCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.getAll);
}
