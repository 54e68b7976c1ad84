import { createServer, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHoldBack } from './hold-back.ts';
import { openLiveProject, type LiveProject } from './testing/live-project.ts';

let t: LiveProject;
let upstream: Server;
/** The answer under way at the upstream, which the test writes by hand. */
let answering: (response: ServerResponse) => void = () => undefined;
let base: string;
let reader: Database.Database;

beforeAll(async () => {
  t = await openLiveProject();
  upstream = createServer((request, response) => {
    request.resume().on('end', () => answering(response));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const address = upstream.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { proxy } = await t.client.live.start({
    proxy: { upstream: `http://127.0.0.1:${port}`, port: null },
    quietMs: 60_000,
  });
  base = proxy?.url ?? '';
  reader = new Database(t.path, { readonly: true });
});
afterAll(async () => {
  reader.close();
  await t.close();
  upstream.closeAllConnections();
  upstream.close();
});

/** Bodies on the disk, as another program would see them. */
function stored(): readonly string[] {
  return reader
    .prepare<[], { body: string }>('SELECT body FROM live_record ORDER BY id')
    .all()
    .map(({ body }) => body);
}

type Caller = {
  readonly next: (text: string) => Promise<string>;
  readonly ended: Promise<string>;
  readonly leave: () => void;
};

function call(content: string): Caller {
  let got = '';
  const heard = new Set<() => void>();
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const outgoing = httpRequest(
    `${base}/chat/completions`,
    { method: 'POST', headers: { 'content-type': 'application/json' } },
    (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        got += chunk;
        for (const one of heard) one();
      });
      response.on('end', () => resolve('end'));
      response.on('error', () => resolve('broken'));
    },
  );
  outgoing.on('error', () => resolve('refused'));
  outgoing.end(JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] }));
  return {
    ended,
    leave: () => outgoing.destroy(),
    next: async (text) =>
      new Promise((done) => {
        const look = (): void => {
          if (!got.includes(text)) return;
          heard.delete(look);
          done(got);
        };
        heard.add(look);
        look();
      }),
  };
}

async function upstreamAnswer(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    answering = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'a=b' });
      resolve(response);
    };
  });
}
const delta = (content: string): string =>
  `data: {"object":"chat.completion.chunk","id":"c","model":"m","choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}\n\n`;

describe('a stream through the proxy', () => {
  it('comes as it is sent, and its end only once the record is on the disk', async () => {
    const waiting = upstreamAnswer();
    const caller = call('Stream, please');
    const response = await waiting;
    response.write(delta('One'));
    await caller.next('One');
    expect(stored()).toEqual([]);
    response.write(`${delta('Two')}data: [DO`);
    await caller.next('Two');
    // The connection stays open: a client takes the mark for the end all the same.
    response.write('NE]\n\n');
    await caller.next('[DONE]');
    expect(stored()).toHaveLength(1);
    expect(stored()[0]).toContain('Two');
    response.end();
    expect(await caller.ended).toBe('end');
    expect(stored()).toHaveLength(1);
  });

  it('is recorded as far as it came when the caller leaves, and when the upstream breaks off', async () => {
    const first = upstreamAnswer();
    const leaver = call('I leave');
    const left = await first;
    left.write(delta('Half'));
    await leaver.next('Half');
    leaver.leave();
    await expect.poll(() => stored().length).toBe(2);
    const second = upstreamAnswer();
    const caller = call('It breaks');
    const broken = await second;
    broken.write(delta('Some'));
    await caller.next('Some');
    broken.destroy();
    expect(await caller.ended).toBe('broken');
    expect(
      stored()
        .slice(1)
        .map((body) => JSON.parse(body) as object),
    ).toMatchObject([
      { client_left: true, upstream_failed: 'client_left' },
      { upstream_failed: 'ECONNRESET', status: 200 },
    ]);
    const { counts } = await t.client.live.stop({});
    expect(counts).toMatchObject({ exchanges: 3, samplesAdded: 3 });
  });
});

describe('holding back the end of a stream', () => {
  const body = 'data: {"a":"[DONE] data: x"}\n\ndata: {"b":1}\r\n\r\n';
  it.each(['data: [DONE]\n\n', 'data: [DONE]\r\n\r\n', 'event: response.completed\ndata: {"x":1}\n\n'])(
    'passes everything before %j and nothing of it, however it is cut',
    (end) => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }), (sizes) => {
          const bytes = Buffer.from(body + end);
          const hold = createHoldBack();
          let passed = 0;
          let isComplete = false;
          for (let at = 0, nth = 0; at < bytes.length; nth += 1) {
            const chunk = bytes.subarray(at, at + (sizes[nth % sizes.length] ?? 1));
            const state = hold.push(chunk);
            if (state === 'pass') passed += chunk.length;
            isComplete ||= state === 'complete';
            at += chunk.length;
          }
          // What is passed may reach into the mark, never to its end.
          return passed < body.length + end.search(/[\r\n]/u) && (isComplete || end.includes('\r'));
        }),
      );
    },
  );

  it('passes a stream that only speaks of the mark', () => {
    const hold = createHoldBack();
    for (const text of [
      'data: {"t":"',
      'x'.repeat(100),
      ' data: [DONE]',
      '"}\n\n',
      'data: {"t":"event: response.completed"}\n\n',
    ])
      expect(hold.push(Buffer.from(text))).toBe('pass');
  });
});
