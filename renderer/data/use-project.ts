import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ProjectInfo } from '../../shared/contract/app.ts';
import type { Client } from '../../shared/rpc/client.ts';
import { translate } from '../i18n/index.ts';
import { useAppStore } from '../state/store.ts';
import { useBackend } from './client.tsx';
import type { Connection } from './connection.ts';
import type { Input, Output } from './methods.ts';
import { recallProject, rememberProject } from './project-memory.ts';
import { rpcKey } from './query-client.ts';
import { showToast } from './toasts.tsx';
import { useRpcCommand } from './use-rpc-command.tsx';
import { useRpcQuery } from './use-rpc-query.ts';

/** What the window shows of its project; undefined before one is open. */
export function useProject(): ProjectInfo | undefined {
  return useRpcQuery('projects.info', {}).data;
}

export type ProjectActions = {
  readonly create: (input: Input<'projects.create'>) => Promise<ProjectInfo | undefined>;
  readonly open: (input: Input<'projects.open'>) => Promise<ProjectInfo | undefined>;
  readonly close: () => Promise<void>;
  readonly isPending: boolean;
};

/** Opening, making and closing the project of this window. Failures are shown as toasts. */
export function useProjectActions(): ProjectActions {
  const { connection } = useBackend();
  const queryClient = useQueryClient();
  const { run: runCreate, isPending: isCreating } = useRpcCommand('projects.create');
  const { run: runOpen, isPending: isOpening } = useRpcCommand('projects.open');
  const { run: runClose } = useRpcCommand('projects.close');
  const { run: runStop } = useRpcCommand('live.stop');

  const enter = useCallback(
    async (info: ProjectInfo | undefined) => {
      if (info === undefined) return undefined;
      // The project that is left stays open; what listens for it must not go on out of sight.
      const isLeaving = useAppStore.getState().project !== info.project;
      if (isLeaving && isListening(queryClient) && (await runStop({})) !== undefined) showStopped();
      showProject(info, connection, queryClient);
      return info;
    },
    [connection, queryClient, runStop],
  );
  const create = useCallback(
    async (input: Input<'projects.create'>) => enter(await runCreate(input)),
    [enter, runCreate],
  );
  const open = useCallback(async (input: Input<'projects.open'>) => enter(await runOpen(input)), [enter, runOpen]);
  const close = useCallback(async () => {
    const wasListening = isListening(queryClient);
    if ((await runClose({})) === undefined) return;
    if (wasListening) showStopped();
    rememberProject(null);
    connection.setProject(null);
    useAppStore.getState().projectOpened(null);
    await queryClient.invalidateQueries({ queryKey: ['app'] });
  }, [connection, queryClient, runClose]);

  return useMemo(
    () => ({ create, open, close, isPending: isCreating || isOpening }),
    [create, open, close, isCreating, isOpening],
  );
}

/** A person who left Collect long ago should know. */
function showStopped(): void {
  showToast({ message: translate('live:shell.stopped') });
}

function isListening(queryClient: QueryClient): boolean {
  const key = rpcKey(useAppStore.getState().project, 'live.status', {});
  return queryClient.getQueryData<Output<'live.status'>>(key)?.on === true;
}

function showProject(info: ProjectInfo, connection: Connection, queryClient: QueryClient): void {
  const before = useAppStore.getState().project;
  connection.setProject(info.project);
  rememberProject({ project: info.project, path: info.path });
  queryClient.setQueryData(rpcKey(info.project, 'projects.info', {}), info);
  if (before !== info.project) {
    useAppStore.getState().projectOpened(info.project);
    queryClient.removeQueries({ queryKey: [before] });
  }
  void queryClient.invalidateQueries({ queryKey: rpcKey(null, 'projects.recent', {}) });
}

/**
 * Finds the project a new or reconnected page should show: the one it had, the same file opened anew after the backend
 * was restarted, or the one this session was started with.
 */
export async function restoreProject(client: Client, connection: Connection, queryClient: QueryClient): Promise<void> {
  const memory = recallProject();
  const info = memory === undefined ? await client.projects.current({}) : await reopen(client, memory);
  if (info !== null) {
    showProject(info, connection, queryClient);
    return;
  }
  connection.setProject(null);
  if (useAppStore.getState().project !== null) useAppStore.getState().projectOpened(null);
}

async function reopen(
  client: Client,
  memory: { readonly project: string; readonly path: string } | null,
): Promise<ProjectInfo | null> {
  if (memory === null) return null;
  client.setProject(memory.project);
  try {
    return await client.projects.info({});
  } catch {
    // Not open any more: the backend was restarted.
  }
  try {
    const recents = await client.projects.recent({});
    const recent = recents.find((entry) => entry.path === memory.path && !entry.missing);
    return recent === undefined ? null : await client.projects.open({ recentId: recent.recentId });
  } catch {
    // The welcome screen lists it, and opening it from there says why it cannot be.
    return null;
  }
}
