import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '../../../../shared/rpc/client.ts';
import { createPortPair } from '../../../../shared/rpc/port.ts';
import { createBackend, createLog } from '../../index.ts';

export type LiveProject = { readonly client: Client; readonly path: string; readonly close: () => Promise<void> };

/** An engine with the clock of the machine, since what is quiet is told by it, and one project. */
export async function openLiveProject(folder?: string): Promise<LiveProject> {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'assay-live-'));
  const path = join(home, 'live.assay');
  const backend = createBackend({
    version: '0.0.0-test',
    dataDir: join(home, 'data'),
    homeDir: join(home, 'home'),
    roots: [home],
    log: createLog(null),
  });
  const [ours, theirs] = createPortPair();
  backend.connect(theirs, { host: 'test', openPath: path });
  const client = createClient(ours);
  const project = await client.projects.current({});
  if (project === null) throw new Error('The test project did not open.');
  client.setProject(project.project);
  return {
    client,
    path,
    async close() {
      client.close();
      await backend.close();
      if (folder === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Sent = {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};
export type Got = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
};

/** A plain request, with exactly the headers given and those HTTP needs. */
export async function sendTo(port: number, { path = '/', method = 'POST', headers = {}, body }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes, text: bytes.toString() });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
