import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { useRpcCommand } from '../data/use-rpc-command.tsx';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { useAppStore } from '../state/store.ts';

const KEY = 'colorScheme';
const Scheme = z.enum(['auto', 'light', 'dark']);

/** Takes the scheme from the app's settings once, shows what was chosen, and keeps what is chosen from then on. */
export function useColorSchemeSetting(): void {
  const { setColorScheme } = useMantineColorScheme();
  const chosen = useAppStore((state) => state.colorScheme);
  const colorSchemeChosen = useAppStore((state) => state.colorSchemeChosen);
  const { data: settings } = useRpcQuery('settings.app', {});
  const { run } = useRpcCommand('settings.setApp');
  const stored = Scheme.safeParse(settings?.[KEY]).data ?? 'auto';
  const known = useRef<string | null>(null);

  useEffect(() => {
    if (settings === undefined) return;
    if (known.current === null) {
      known.current = stored;
      colorSchemeChosen(stored);
      setColorScheme(stored);
    } else if (known.current !== chosen) {
      known.current = chosen;
      setColorScheme(chosen);
      void run({ key: KEY, value: chosen });
    }
  }, [settings, stored, chosen, colorSchemeChosen, setColorScheme, run]);
}
