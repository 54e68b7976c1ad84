import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Table } from '../../shared/contract/tables.ts';
import { createClient } from '../../shared/rpc/client.ts';
import { createPortPair, type Port } from '../../shared/rpc/port.ts';
import { greet } from '../testing/test-host.ts';
import { watchChanges } from './invalidation.ts';
import type { MethodName } from './methods.ts';
import { createQueryClient, rpcKey } from './query-client.ts';

function setUp() {
  const [near, far] = createPortPair();
  const queryClient = createQueryClient();
  const stop = watchChanges(createClient(near), queryClient);
  greet(far);
  const asked = new Map<string, number>();
  function observe(project: string | null, name: MethodName, input: unknown): void {
    const key = `${project ?? 'app'} ${name}`;
    new QueryObserver(queryClient, {
      queryKey: rpcKey(project, name, input),
      queryFn: () => {
        asked.set(key, (asked.get(key) ?? 0) + 1);
        return asked.get(key);
      },
    }).subscribe(() => undefined);
  }
  return { far, queryClient, asked, observe, stop };
}

function announce(far: Port, project: string | null, tables: readonly Table[]): void {
  far.post({
    t: 'event',
    seq: 1,
    name: 'changed',
    payload: { project, tables, revision: 1, actionId: null, label: null },
  });
}

test('asks again only what reads a changed table, in the project that changed', async () => {
  const { far, asked, observe, stop } = setUp();
  observe('p1', 'stats.get', {});
  observe('p2', 'stats.get', {});
  observe('p1', 'jobs.list', {});
  observe('p1', 'views.open', { filter: '' });
  await vi.waitFor(() => expect(asked.size).toBe(4));
  announce(far, 'p1', ['decision']);
  await vi.waitFor(() => expect(asked.get('p1 stats.get')).toBe(2));
  expect(Object.fromEntries(asked)).toEqual({
    'p1 stats.get': 2,
    'p2 stats.get': 1,
    'p1 jobs.list': 1,
    'p1 views.open': 1,
  });
  stop();
});

test('asks once for a burst of changes', async () => {
  const { far, asked, observe, stop } = setUp();
  observe('p1', 'stats.get', {});
  await vi.waitFor(() => expect(asked.size).toBe(1));
  for (let i = 0; i < 50; i += 1) announce(far, 'p1', ['sample', 'attempt']);
  await vi.waitFor(() => expect(asked.get('p1 stats.get')).toBe(2));
  stop();
});

test('puts a job that reports into the list that is shown, without asking', async () => {
  const { far, queryClient, stop } = setUp();
  const key = rpcKey('p1', 'jobs.list', {});
  const job = (done: number) => ({
    ...{ id: 7, kind: 'import', subject: 'a.jsonl', state: 'running', stage: null, done, total: 10, failed: 0 },
    ...{ resumable: true, error: null, result: null, createdAt: 1, startedAt: 1, finishedAt: null },
  });
  queryClient.setQueryData(key, []);
  const report = (done: number): void =>
    far.post({ t: 'event', seq: 1, name: 'job', payload: { project: 'p1', job: job(done) } });
  report(1);
  report(2);
  await vi.waitFor(() => expect(queryClient.getQueryData(key)).toEqual([job(2)]));
  stop();
});
