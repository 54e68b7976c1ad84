import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createClient, type Client } from '../../shared/rpc/client.ts';
import { createBackend, createLog, type Backend } from '../backend/index.ts';
import { startWebServer, type WebServer } from './server.ts';
import { toPort } from './socket.ts';

// The web host with the real engine behind it, over a real socket.
const TOKEN = 'a-token-for-tests';

let folder = '';
let backend: Backend;
let server: WebServer;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-session-'));
  const rendererDir = path.join(folder, 'renderer');
  mkdirSync(rendererDir);
  writeFileSync(path.join(rendererDir, 'index.html'), 'page');
  mkdirSync(path.join(folder, 'home'));
  mkdirSync(path.join(folder, 'picked'));
  writeFileSync(path.join(folder, 'picked', 'a.jsonl'), '{}');
  backend = createBackend({
    version: '1.2.3',
    dataDir: path.join(folder, 'data'),
    homeDir: path.join(folder, 'home'),
    roots: [path.join(folder, 'picked')],
    log: createLog(null),
  });
  server = await startWebServer({ backend, rendererDir, port: 0, token: TOKEN });
});

afterEach(async () => {
  await server.close();
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, { origin: `http://127.0.0.1:${server.port}` });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const client = createClient(toPort(socket));
  socket.send(JSON.stringify({ token: TOKEN }));
  await client.ready;
  return client;
}

describe('a session over a socket', () => {
  it('is greeted and asks the engine', async () => {
    const client = await connect();
    expect(await client.app.info({})).toMatchObject({ version: '1.2.3', host: 'web' });
  });

  it('gets the errors of the contract', async () => {
    const client = await connect();
    await expect(client.projects.open({ recentId: 'none' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.projects.create({ name: '' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('hears of changes that another session made', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    const heard = new Promise((resolve) => two.on('changed', resolve));
    const project = await one.projects.create({ name: 'Claims' });
    one.setProject(project.project);
    await one.settings.setProject({ key: 'seed', value: 7 });
    expect(await heard).toMatchObject({ tables: expect.arrayContaining(['setting']) });
  });

  it('browses only the folders it was given', async () => {
    const client = await connect();
    const roots = await client.files.list({ folder: null });
    expect(roots.entries.map((entry) => entry.name)).toEqual([path.join(folder, 'picked')]);
    const inside = await client.files.list({ folder: roots.entries[0]!.ref });
    expect(inside.entries.map((entry) => entry.name)).toEqual(['a.jsonl']);
    expect(inside.parent).toBeNull();
  });

  it('fails what was being asked when the server ends', async () => {
    const client = await connect();
    const closed = new Promise<void>((resolve) => client.onClose(() => resolve()));
    await server.close();
    await closed;
    await expect(client.app.info({})).rejects.toMatchObject({ code: 'backend_unavailable' });
  });
});

describe('files over the web host', () => {
  it('an upload can be opened by the reference it answers', async () => {
    const client = await connect();
    const created = await client.projects.create({ name: 'Claims' });
    client.setProject(created.project);
    const copy = await client.projects.saveCopy({});
    const answer = await fetch(`http://127.0.0.1:${server.port}/upload?name=Claims.assay`, {
      method: 'POST',
      headers: { origin: `http://127.0.0.1:${server.port}`, authorization: `Bearer ${TOKEN}` },
      body: readFileSync(copy.path),
    });
    expect(answer.status).toBe(201);
    const { id, name } = (await answer.json()) as { id: never; name: string };
    expect(name).toBe('Claims.assay');
    expect(await client.projects.open({ fileRef: id })).toMatchObject({ samples: 0 });
  });

  it.each(['application/vnd.ms-excel', '', 'text/csv', 'application/json'])(
    'an upload called a table by its content is one, though its type is said to be “%s” (T06)',
    async (type) => {
      const client = await connect();
      const created = await client.projects.create({ name: 'Claims' });
      client.setProject(created.project);
      const answer = await fetch(`http://127.0.0.1:${server.port}/upload?name=ROWS.CSV`, {
        method: 'POST',
        headers: {
          origin: `http://127.0.0.1:${server.port}`,
          authorization: `Bearer ${TOKEN}`,
          'content-type': type,
        },
        body: 'question,answer\n"What, exactly?",This\n',
      });
      const { id } = (await answer.json()) as { id: never };
      const inspected = await client.sources.inspect({ fileRef: id, options: {} });
      expect(inspected).toMatchObject({ name: 'ROWS.CSV', format: 'delimited', recordsRead: 1, refusal: null });
    },
  );

  it('a download is what the engine offered, once', async () => {
    const client = await connect();
    const created = await client.projects.create({ name: 'Claims' });
    client.setProject(created.project);
    const { downloadId, path: copy } = await client.projects.saveCopy({});
    const link = `http://127.0.0.1:${server.port}/download/${downloadId ?? ''}`;
    const first = await fetch(link);
    expect(Buffer.from(await first.arrayBuffer()).equals(readFileSync(copy))).toBe(true);
    expect(first.headers.get('content-disposition')).toContain('.assay');
    expect((await fetch(link)).status).toBe(404);
  });
});
