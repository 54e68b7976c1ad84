import { keepPreviousData, queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AppError } from '../../shared/rpc/errors.ts';
import { useAppStore } from '../state/store.ts';
import { useBackend } from './client.tsx';
import type { Connection } from './connection.ts';
import { callMethod, methodDef, type Input, type Output, type QueryName } from './methods.ts';
import { rpcKey } from './query-client.ts';

export type RpcQueryOptions = {
  readonly enabled?: boolean;
  /** Show the answer to the earlier input, marked `isPlaceholderData`, until the new one is there. */
  readonly keepPrevious?: boolean;
  /** Answers without `reads` are kept for good unless this says otherwise. */
  readonly staleTimeMs?: number;
  readonly gcTimeMs?: number;
};
export type RpcQueryResult<N extends QueryName> = UseQueryResult<Output<N>, AppError>;

/**
 * Asks the backend and keeps the answer until a table it reads has changed. Unmounting or a new input cancels.
 *
 * @param input null: do not ask yet
 */
export function useRpcQuery<N extends QueryName>(
  name: N,
  input: Input<N> | null,
  options: RpcQueryOptions = {},
): RpcQueryResult<N> {
  const { connection } = useBackend();
  const project = useAppStore((state) => state.project);
  const isPossible = input !== null && (project !== null || methodDef(name).scope === 'app');
  return useQuery({
    ...rpcQueryOptions(connection, project, name, input),
    enabled: isPossible && (options.enabled ?? true),
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleTimeMs === undefined ? {} : { staleTime: options.staleTimeMs }),
    ...(options.gcTimeMs === undefined ? {} : { gcTime: options.gcTimeMs }),
  });
}

/** For `useQueries`, prefetching and code that asks once: the same keys and the same cache as `useRpcQuery`. */
export function useRpcQueryOptions() {
  const { connection } = useBackend();
  const project = useAppStore((state) => state.project);
  return useCallback(
    <N extends QueryName>(name: N, input: Input<N>) => rpcQueryOptions(connection, project, name, input),
    [connection, project],
  );
}

/** Asks once, through the cache. */
export function useRpcFetch(): <N extends QueryName>(name: N, input: Input<N>) => Promise<Output<N>> {
  const queryClient = useQueryClient();
  const optionsFor = useRpcQueryOptions();
  return useCallback((name, input) => queryClient.query(optionsFor(name, input)), [queryClient, optionsFor]);
}

function rpcQueryOptions<N extends QueryName>(
  connection: Connection,
  project: string | null,
  name: N,
  input: Input<N> | null,
) {
  return queryOptions<Output<N>, AppError>({
    queryKey: rpcKey(project, name, input),
    queryFn: async ({ signal }) => {
      if (input === null) throw new Error(`${name} was asked without an input`);
      return callMethod(await connection.client(signal), name, input, signal);
    },
  });
}
