import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { AppError } from '../../shared/rpc/errors.ts';
import { methodDef, type MethodName } from './methods.ts';

/** Where an answer is kept: `[project, method, input]`, with `app` for methods that need no project. */
export function rpcKey(project: string | null, name: MethodName, input: unknown): QueryKey {
  return [methodDef(name).scope === 'app' ? 'app' : project, name, input];
}

/** Answers stay fresh until the backend says that a table they read has changed, so nothing is asked twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 5 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (count, error) => error instanceof AppError && error.code === 'backend_unavailable' && count < 3,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
