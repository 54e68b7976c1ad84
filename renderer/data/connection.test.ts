import { expect, test, vi } from 'vitest';
import { HostRefusal } from '../host/host.ts';
import type { Port } from '../../shared/rpc/port.ts';
import { PROTOCOL_VERSION } from '../../shared/rpc/envelope.ts';
import { createTestHost, greet } from '../testing/test-host.ts';
import { createConnection } from './connection.ts';

test('is ready once the backend has greeted', async () => {
  const connection = createConnection(createTestHost((far) => greet(far)));
  expect(connection.getState().status).toBe('connecting');
  await connection.client();
  expect(connection.getState()).toMatchObject({ status: 'ready', appVersion: '1.2.3' });
  connection.close();
});

test('connects again after the port closed, and goes on in the same project', async () => {
  const projects: unknown[] = [];
  const ports: Port[] = [];
  const states: string[] = [];
  const host = createTestHost((far) => {
    ports.push(far);
    greet(far);
    far.onMessage((message) => {
      // The test reads what the client sent.
      const call = message as { id: number; project: string | null };
      projects.push(call.project);
      far.post({ t: 'err', id: call.id, error: { code: 'not_found', message: 'Gone.' } });
    });
  });
  const connection = createConnection(host);
  connection.subscribe(() => states.push(connection.getState().status));
  await connection.client();
  connection.setProject('p1');
  ports[0]?.close();
  await vi.waitFor(() => expect(states).toEqual(['ready', 'lost', 'ready']), { timeout: 5_000 });
  await expect(connection.clientNow().projects.info({})).rejects.toMatchObject({ code: 'not_found' });
  expect(projects).toEqual(['p1']);
  connection.close();
});

test('stops trying when the host refuses the page, and says why', async () => {
  const refuse = vi.fn(async () => {
    throw new HostRefusal('bad_token');
  });
  const connection = createConnection(createTestHost(() => undefined, { connect: refuse }));
  await expect(connection.client()).rejects.toMatchObject({ code: 'backend_unavailable' });
  expect(connection.getState()).toEqual({ status: 'refused', reason: 'bad_token' });
  expect(refuse).toHaveBeenCalledOnce();
});

test('asks for a reload when the backend speaks another protocol', async () => {
  const connection = createConnection(createTestHost((far) => greet(far, PROTOCOL_VERSION + 1)));
  await expect(connection.client()).rejects.toMatchObject({ code: 'backend_unavailable' });
  expect(connection.getState()).toEqual({ status: 'refused', reason: 'version' });
});

test('refuses commands while the connection is lost instead of sending them later', async () => {
  const connection = createConnection(createTestHost(() => undefined));
  expect(() => connection.clientNow()).toThrow(expect.objectContaining({ code: 'backend_unavailable' }));
  const controller = new AbortController();
  const waiting = connection.client(controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  connection.close();
});
