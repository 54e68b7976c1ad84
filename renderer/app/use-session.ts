import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { watchChanges } from '../data/invalidation.ts';
import { useBackend, useConnectionState } from '../data/client.tsx';
import { restoreProject } from '../data/use-project.ts';

/** Follows the backend's events, and after each connect finds the project again. @returns whether that is done */
export function useSession(): boolean {
  const { connection, actions } = useBackend();
  const queryClient = useQueryClient();
  const state = useConnectionState();
  const client = state.status === 'ready' ? state.client : null;
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    if (client === null) return undefined;
    const stops = [watchChanges(client, queryClient), actions.watch(client)];
    const life = { isOver: false };
    async function restore(): Promise<void> {
      // Of the client that was lost: whatever it said may be out of date, and its views are gone.
      if (client !== null) await restoreProject(client, connection, queryClient);
      if (life.isOver) return;
      setReady(true);
      await queryClient.invalidateQueries();
    }
    void restore();
    return () => {
      life.isOver = true;
      for (const stop of stops) stop();
    };
  }, [client, connection, actions, queryClient]);
  return isReady;
}
