import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { MessagePortMain } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../shared/rpc/client.ts';
import type { Port } from '../../shared/rpc/port.ts';
import { createBackend, createLog, type Backend } from '../backend/index.ts';
import { serveShell, toPort } from './backend-entry.ts';

let folder = '';
let backend: Backend;
const replies: unknown[] = [];
const reply = (message: unknown) => replies.push(message);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-entry-'));
  backend = createBackend({
    version: '1.2.3',
    dataDir: path.join(folder, 'data'),
    homeDir: folder,
    log: createLog(null),
  });
  replies.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Node's port with the face of Electron's: events carry the message in `data`. */
function asElectronPort(port: MessagePort): MessagePortMain {
  const face = {
    postMessage: (message: unknown) => port.postMessage(message),
    on: (name: string, listener: (event: { data: unknown }) => void) =>
      name === 'message'
        ? port.on('message', (data) => listener({ data }))
        : port.on(name as 'close', () => listener({ data: null })),
    start: () => port.start(),
    close: () => port.close(),
  };
  return face as unknown as MessagePortMain;
}

function pagePort(port: MessagePort): Port {
  return toPort(asElectronPort(port));
}

describe('the engine in Electron', () => {
  it('serves a page over the port the shell hands on', async () => {
    const { port1, port2 } = new MessageChannel();
    await serveShell(backend, { type: 'connect', session: { host: 'electron' } }, [asElectronPort(port1)], reply);
    const client = createClient(pagePort(port2));
    expect(await client.app.info({})).toMatchObject({ version: '1.2.3', host: 'electron' });
    client.close();
    await backend.close();
  });

  it('opens the project a window was started with', async () => {
    const { port1, port2 } = new MessageChannel();
    const file = path.join(folder, 'new.assay');
    await serveShell(
      backend,
      { type: 'connect', session: { host: 'electron', openPath: file } },
      [asElectronPort(port1)],
      reply,
    );
    const client = createClient(pagePort(port2));
    expect(await client.projects.current({})).toMatchObject({ path: file });
    client.close();
    await backend.close();
  });

  it('registers what a dialog picked, and refuses nothing silently', async () => {
    writeFileSync(path.join(folder, 'a.jsonl'), '{}');
    await serveShell(
      backend,
      { type: 'registerPath', id: 7, path: path.join(folder, 'a.jsonl'), purpose: 'open' },
      [],
      reply,
    );
    await serveShell(backend, { type: 'takeDownload', id: 8, downloadId: 'none' }, [], reply);
    expect(replies).toEqual([
      { id: 7, value: { id: expect.any(String), name: 'a.jsonl', sizeBytes: 2 } },
      { id: 8, value: undefined },
    ]);
    await backend.close();
  });

  it('says when it has closed', async () => {
    expect(await serveShell(backend, { type: 'close' }, [], reply)).toBe('closed');
  });
});
