import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect as netConnect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Port } from '../../shared/rpc/port.ts';
import { contentSecurityPolicy } from '../../shared/security/csp.ts';
import { startWebServer, type HostBackend, type WebServer } from './server.ts';

const TOKEN = 'a-token-for-tests';
const LIMIT = 100_000;

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

let folder = '';
let server: WebServer;
let clock = 0;
let sessions: unknown[] = [];
let registered: unknown[] = [];

/** The host's side of the backend's door: sessions echo, files are remembered. The guards do not depend on what is behind it. */
function createDoor(
  incomingDir: string,
): HostBackend & { downloads: { offer(id: string, path: string, name: string): void } } {
  const offered = new Map<string, { path: string; name: string }>();
  return {
    connect(port: Port, session) {
      sessions.push(session);
      port.onMessage((message) => port.post({ echo: message }));
      port.post('hello');
    },
    files: {
      incomingDir,
      register: (file, purpose, options) => {
        registered.push({ file, purpose, ...options });
        return { id: path.basename(file), name: options?.name ?? '', sizeBytes: statSync(file).size };
      },
    },
    downloads: {
      offer: (id, file, name) => offered.set(id, { path: file, name }),
      take(id) {
        const found = offered.get(id);
        offered.delete(id);
        return found;
      },
    },
  };
}

let door: ReturnType<typeof createDoor>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-web-'));
  const rendererDir = path.join(folder, 'renderer');
  mkdirSync(path.join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(path.join(rendererDir, 'index.html'), '<!doctype html><title>Assay</title>');
  writeFileSync(path.join(rendererDir, 'assets', 'app-1.js'), 'export {};');
  writeFileSync(path.join(rendererDir, '.built.json'), '{}');
  writeFileSync(path.join(rendererDir, 'assets', 'app.exe'), 'binary');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  clock = 0;
  sessions = [];
  registered = [];
  door = createDoor(path.join(folder, 'incoming'));
  server = await startWebServer({
    backend: door,
    rendererDir,
    port: 0,
    token: TOKEN,
    openPath: '/projects/a.assay',
    uploadLimitBytes: LIMIT,
    now: () => clock,
  });
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function ownOrigin(): string {
  return `http://127.0.0.1:${server.port}`;
}

async function ask(
  target: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: server.port,
        path: target,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        agent: false,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

/** Opens a socket, sends a first frame and collects frames until the close or until `count` came. */
async function converse(
  first: string,
  more: string[] = [],
  headers: Record<string, string> = {},
  count = 2,
): Promise<{ code: number; frames: string[] }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, {
      headers: { origin: ownOrigin(), ...headers },
    });
    const frames: string[] = [];
    socket.on('open', () => {
      socket.send(first);
      for (const frame of more) socket.send(frame);
    });
    socket.on('message', (data: Buffer) => {
      frames.push(data.toString());
      if (frames.length === count) socket.close(1000);
    });
    socket.on('unexpected-response', (_request, response) => resolve({ code: response.statusCode ?? 0, frames }));
    socket.on('close', (code) => resolve({ code, frames }));
    socket.on('error', () => undefined);
  });
}

describe('the page', () => {
  it('is served with the policy, and the link carries the token in its fragment only', async () => {
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Assay');
    expect(server.link).toBe(`${ownOrigin()}/#token=${TOKEN}`);
    const socketSources = [`ws://127.0.0.1:${server.port}`, `ws://localhost:${server.port}`];
    expect(page.headers).toMatchObject({
      'content-security-policy': contentSecurityPolicy(socketSources),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    expect(page.headers['set-cookie']).toBeUndefined();
  });

  it('answers its own routes with the page and a missing file with 404', async () => {
    expect((await ask('/samples/12')).body).toContain('Assay');
    expect((await ask('/assets/app-1.js')).headers['content-type']).toContain('javascript');
    expect((await ask('/assets/gone.js')).status).toBe(404);
  });

  it('is not sent again while it has not changed, and stays whole when a build replaces it', async () => {
    const first = await ask('/');
    expect(first.headers['cache-control']).toBe('no-cache');
    rmSync(path.join(folder, 'renderer'), { recursive: true });
    const again = await ask('/', { headers: { 'if-none-match': String(first.headers['etag']) } });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect((await ask('/assets/app-1.js')).body).toBe('export {};');
  });

  it('does not show what is not part of it', async () => {
    expect((await ask('/.built.json')).status).toBe(404);
    expect((await ask('/assets/app.exe')).status).toBe(404);
  });

  it('carries the policy on refusals too', async () => {
    const refused = await ask('/', { headers: { host: 'evil.example' } });
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('the Host guard', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '0.0.0.0:1', '127.0.0.1.evil.example'])(
    'refuses Host %s',
    async (host) => {
      expect((await ask('/', { headers: { host } })).status).toBe(403);
      expect((await ask('/assets/app-1.js', { headers: { host } })).status).toBe(403);
    },
  );

  it('refuses a rebound name even when Origin and Host agree', async () => {
    const rebound = { host: `evil.example:${server.port}`, origin: `http://evil.example:${server.port}` };
    expect((await converse(JSON.stringify({ token: TOKEN }), [], rebound)).code).toBe(403);
    expect(
      (await ask('/upload?name=a', { method: 'POST', headers: { ...rebound, authorization: `Bearer ${TOKEN}` } }))
        .status,
    ).toBe(403);
  });

  it('accepts localhost with the right port', async () => {
    expect((await ask('/', { headers: { host: `localhost:${server.port}` } })).status).toBe(200);
  });

  it('refuses a request without Host', async () => {
    const answer = await raw('GET / HTTP/1.0\r\n\r\n');
    expect(answer).toContain(' 403 ');
  });
});

async function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = netConnect(server.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('the path guard', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%00',
    '/%ff',
    '//evil.example/',
  ])('refuses %s', async (target) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain(' 403 ');
    expect(answer).not.toContain('secret');
  });
});

describe('the Origin guard', () => {
  const first = JSON.stringify({ token: TOKEN });

  it.each(['http://evil.example', 'null', 'https://127.0.0.1'])('refuses a socket from Origin %s', async (origin) => {
    expect((await converse(first, [], { origin })).code).toBe(403);
    expect(sessions).toEqual([]);
  });

  it('refuses a socket from another port of this machine', async () => {
    expect((await converse(first, [], { origin: `http://127.0.0.1:${server.port + 1}` })).code).toBe(403);
  });

  it('refuses an upgrade and an upload without Origin', async () => {
    const answer = await raw(
      `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    expect(answer).toContain(' 403 ');
    expect(
      (await ask('/upload?name=a', { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } })).status,
    ).toBe(403);
  });

  it.each(['cross-site', 'same-site'])('refuses a %s fetch', async (site) => {
    expect((await ask('/', { headers: { 'sec-fetch-site': site } })).status).toBe(403);
    expect(
      (await ask('/download/0123456789abcdef', { headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' } }))
        .status,
    ).toBe(403);
  });

  it('lets a link on another page lead to ours', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await ask('/', { headers })).status).toBe(200);
    expect((await ask('/', { method: 'POST', headers: { ...headers, origin: ownOrigin() } })).status).toBe(403);
  });
});

describe('the token guard', () => {
  it('opens a session for the right token, which then carries messages both ways', async () => {
    const talk = await converse(JSON.stringify({ token: TOKEN }), [JSON.stringify({ t: 'call', id: 1 })]);
    expect(talk.frames.map((frame) => JSON.parse(frame))).toEqual(['hello', { echo: { t: 'call', id: 1 } }]);
    expect(sessions).toEqual([{ host: 'web', openPath: '/projects/a.assay' }]);
  });

  it.each([JSON.stringify({ token: 'wrong' }), JSON.stringify({ token: TOKEN, more: 1 }), 'not json', '{}'])(
    'closes a socket whose first frame is %s',
    async (first) => {
      expect((await converse(first)).code).toBe(4401);
      expect(sessions).toEqual([]);
    },
  );

  it('never takes the token from the address', async () => {
    expect(
      (await ask(`/upload?name=a&token=${TOKEN}`, { method: 'POST', headers: { origin: ownOrigin() } })).status,
    ).toBe(401);
  });

  it('closes the door for a minute after five wrong tokens, for the right one too', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await converse(JSON.stringify({ token: 'guess' }));
    expect((await ask('/')).status).toBe(429);
    expect((await converse(JSON.stringify({ token: TOKEN }))).code).toBe(429);
    clock = 60_001;
    expect((await converse(JSON.stringify({ token: TOKEN }), ['1'])).frames).toHaveLength(2);
  });

  it('does not count tries that come from elsewhere', async () => {
    const evil = { origin: 'http://evil.example', authorization: 'Bearer guess' };
    for (let attempt = 0; attempt < 10; attempt += 1) await ask('/upload?name=a', { method: 'POST', headers: evil });
    expect((await ask('/')).status).toBe(200);
  });

  it('ends a session that sends something other than JSON', async () => {
    expect((await converse(JSON.stringify({ token: TOKEN }), ['{'], {}, 9)).code).toBe(1007);
  });

  it('ends a session that sends a message over the limit', async () => {
    const huge = JSON.stringify('x'.repeat(10 * 1024 ** 2));
    expect((await converse(JSON.stringify({ token: TOKEN }), [huge], {}, 9)).code).toBe(1009);
  });
});

describe('an upload', () => {
  function headers(): Record<string, string> {
    return { origin: ownOrigin(), authorization: `Bearer ${TOKEN}` };
  }

  it('lands in the incoming folder under a random name, with its own name kept as text', async () => {
    const name = '../../täglich <b>.jsonl';
    const answer = await ask(`/upload?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: headers(),
      body: 'abc',
    });
    expect(answer.status).toBe(201);
    const [file, ...others] = readdirSync(path.join(folder, 'incoming'));
    expect(others).toEqual([]);
    expect(file).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.parse(answer.body)).toEqual({ id: file, name, sizeBytes: 3 });
    expect(registered).toEqual([
      { file: path.join(folder, 'incoming', file ?? ''), purpose: 'open', name, isUpload: true },
    ]);
    expect(readFileSync(path.join(folder, 'incoming', file ?? ''), 'utf8')).toBe('abc');
  });

  it('is refused when it is announced too large', async () => {
    const answer = await ask('/upload?name=a', { method: 'POST', headers: headers(), body: 'x'.repeat(LIMIT + 1) });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'limit_exceeded' });
    expect(readdirSync(path.join(folder, 'incoming'))).toEqual([]);
  });

  it('is cut off when it grows too large without saying so', async () => {
    const answer = await ask('/upload?name=a', {
      method: 'POST',
      headers: { ...headers(), 'transfer-encoding': 'chunked' },
      body: 'x'.repeat(LIMIT + 1),
    });
    expect(answer.status).toBe(413);
    expect(readdirSync(path.join(folder, 'incoming'))).toEqual([]);
  });

  it('leaves nothing behind when the sender goes away', async () => {
    const socket = netConnect(server.port, '127.0.0.1');
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve);
    });
    const head = Object.entries({ host: `127.0.0.1:${server.port}`, ...headers(), 'content-length': '5000' });
    socket.write(
      `POST /upload?name=a HTTP/1.1\r\n${head.map(([key, value]) => `${key}: ${value}`).join('\r\n')}\r\n\r\nabc`,
    );
    await expect
      .poll(() => readdirSync(folder).includes('incoming') && readdirSync(path.join(folder, 'incoming')).length)
      .toBe(1);
    socket.destroy();
    await expect.poll(() => readdirSync(path.join(folder, 'incoming'))).toEqual([]);
  });

  it.each(['/upload', '/upload?name=', `/upload?name=${'n'.repeat(300)}`, '/upload?name=a&purpose=folder'])(
    'needs a name: %s',
    async (target) => {
      expect((await ask(target, { method: 'POST', headers: headers(), body: 'abc' })).status).toBe(400);
    },
  );
});

describe('a download', () => {
  const id = 'id-0123456789-abcdef';

  it('is answered once, as an attachment under a harmless name', async () => {
    door.downloads.offer(id, path.join(folder, 'secret.txt'), '../träin".jsonl');
    const first = await ask(`/download/${id}`);
    expect(first).toMatchObject({
      status: 200,
      body: 'secret',
      headers: {
        'content-disposition': `attachment; filename="tr_in_.jsonl"; filename*=UTF-8''tr%C3%A4in%22.jsonl`,
        'cache-control': 'no-store',
        'content-length': '6',
      },
    });
    expect((await ask(`/download/${id}`)).status).toBe(404);
  });

  it('of an empty file is empty', async () => {
    writeFileSync(path.join(folder, 'empty'), '');
    door.downloads.offer(id, path.join(folder, 'empty'), 'empty');
    expect(await ask(`/download/${id}`)).toMatchObject({ status: 200, body: '' });
  });

  it('is not used up by a HEAD request', async () => {
    door.downloads.offer(id, path.join(folder, 'secret.txt'), 'a');
    await ask(`/download/${id}`, { method: 'HEAD' });
    expect((await ask(`/download/${id}`)).body).toBe('secret');
  });

  it('says so when the file is gone', async () => {
    door.downloads.offer(id, path.join(folder, 'gone'), 'gone.jsonl');
    const answer = await ask(`/download/${id}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('gone.jsonl');
  });
});

describe('the server', () => {
  it('refuses methods it does not know', async () => {
    expect((await ask('/', { method: 'PUT', headers: { origin: ownOrigin() } })).status).toBe(405);
    expect((await ask('/', { method: 'OPTIONS', headers: { origin: 'http://evil.example' } })).status).toBe(403);
  });

  it('says when the page is not built', async () => {
    await expect(startWebServer({ backend: door, rendererDir: folder, port: 0 })).rejects.toThrow('npm run build');
  });

  it('fails when the port is taken', async () => {
    await expect(
      startWebServer({ backend: door, rendererDir: path.join(folder, 'renderer'), port: server.port }),
    ).rejects.toThrow('EADDRINUSE');
  });
});
