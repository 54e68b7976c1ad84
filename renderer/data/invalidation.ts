import type { QueryClient } from '@tanstack/react-query';
import type { EventPayload } from '../../shared/contract/events.ts';
import type { Table } from '../../shared/contract/tables.ts';
import type { JobRow } from '../../shared/model/job.ts';
import type { Client } from '../../shared/rpc/client.ts';
import { methodDef, type MethodName } from './methods.ts';
import { rpcKey } from './query-client.ts';

/** A long job commits many times a second; asking again more often than this would only keep the backend busy. */
const PAUSE_MS = 250;

/**
 * Marks cached answers stale when the contract says that they read a table that has changed: at once for a single
 * change, at most four times a second during a stream of them.
 */
export function watchChanges(client: Client, queryClient: QueryClient): () => void {
  const pending = new Map<string | null, Set<Table>>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastAt = 0;

  function flush(): void {
    timer = null;
    lastAt = performance.now();
    for (const [project, tables] of pending) invalidate(queryClient, project, tables);
    pending.clear();
  }
  function onChanged(event: EventPayload<'changed'>): void {
    const tables = pending.get(event.project) ?? new Set();
    pending.set(event.project, tables);
    for (const table of event.tables) tables.add(table);
    timer ??= setTimeout(flush, Math.max(16, lastAt + PAUSE_MS - performance.now()));
  }
  const stops = [
    client.on('changed', onChanged),
    client.on('job', ({ project, job }) => updateJob(queryClient, project, job)),
  ];
  return () => {
    if (timer !== null) clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

function invalidate(queryClient: QueryClient, project: string | null, tables: ReadonlySet<Table>): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const [scope, name] = queryKey;
      if (scope !== 'app' && scope !== project) return false;
      // Every key is made by rpcKey.
      const def = methodDef(name as MethodName);
      return def.kind === 'query' && def.reads.some((table) => tables.has(table));
    },
  });
}

function updateJob(queryClient: QueryClient, project: string, job: JobRow): void {
  queryClient.setQueryData(rpcKey(project, 'jobs.get', { jobId: job.id }), job);
  queryClient.setQueryData<readonly JobRow[]>(rpcKey(project, 'jobs.list', {}), (rows) => {
    if (rows === undefined) return undefined;
    if (!rows.some((row) => row.id === job.id)) return [job, ...rows];
    return rows.map((row) => (row.id === job.id ? job : row));
  });
}
