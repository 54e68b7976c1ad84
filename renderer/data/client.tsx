import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { Host } from '../host/host.ts';
import type { ActionWatch } from './action-watch.ts';
import type { Connection, ConnectionState } from './connection.ts';

export type Backend = { readonly host: Host; readonly connection: Connection; readonly actions: ActionWatch };

const BackendContext = createContext<Backend | null>(null);

export function BackendProvider({ backend, children }: { backend: Backend; children: ReactNode }) {
  return <BackendContext value={backend}>{children}</BackendContext>;
}

export function useBackend(): Backend {
  const backend = useContext(BackendContext);
  if (backend === null) throw new Error('BackendProvider is missing');
  return backend;
}

/** Dialogs for files, links and downloads, whatever program is around the page. */
export function useHost(): Host {
  return useBackend().host;
}

export function useConnectionState(): ConnectionState {
  const { connection } = useBackend();
  return useSyncExternalStore(connection.subscribe, connection.getState);
}
