import { MantineProvider, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { BackendProvider, type Backend } from '../data/client.tsx';
import { translate } from '../i18n/index.ts';
import { CommandProvider } from '../state/commands.tsx';
import classes from './providers.module.css';
import { createAppTheme, cssVariablesResolver } from '../ui/theme.ts';

const STORED = 'assay.colorScheme';

/** What lasts is kept by the backend; this copy only keeps a reloaded page from flashing in the other scheme. */
function colorSchemeManager(storage: Storage): MantineColorSchemeManager {
  return {
    get: (fallback) => {
      const stored = storage.getItem(STORED);
      return stored === 'light' || stored === 'dark' || stored === 'auto' ? stored : fallback;
    },
    set: (value: MantineColorScheme) => storage.setItem(STORED, value),
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => storage.removeItem(STORED),
  };
}

type Props = { readonly backend: Backend; readonly queryClient: QueryClient; readonly children: ReactNode };

export function Providers({ backend, queryClient, children }: Props) {
  const theme = useMemo(() => createAppTheme(translate('common:actions.close')), []);
  const manager = useMemo(() => colorSchemeManager(window.sessionStorage), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <BackendProvider backend={backend}>
          <CommandProvider>
            {children}
            <Overlays />
            <Notifications position="bottom-right" classNames={{ root: classes.toasts }} limit={4} autoClose={6_000} />
          </CommandProvider>
        </BackendProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Where Mantine puts menus, hints and messages: a landmark of their own, so that nothing lies outside of all. */
function Overlays() {
  return (
    <div role="region" aria-label={translate('shell:regions.overlays')} data-portal data-mantine-shared-portal-node />
  );
}
