import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeTraces } from '../importers/shared/otlp-protobuf.ts';
import { openLiveProject, sendTo, type Got, type LiveProject, type Sent } from './testing/live-project.ts';
import { startUpstream, type TestUpstream } from './testing/upstream.ts';

let t: LiveProject;
let upstream: TestUpstream;
beforeAll(async () => {
  t = await openLiveProject();
  upstream = await startUpstream();
});
afterAll(async () => {
  await t.close();
  await upstream.close();
});
afterEach(async () => {
  if ((await t.client.live.status({})).on) await t.client.live.stop({});
});

let spanCount = 0;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const text = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
const chatSpan = (trace: number, prompt: string, answer: string, more: object = {}): object => ({
  traceId: hex(trace, 32),
  spanId: hex(++spanCount, 16),
  name: 'chat bell-1',
  startTimeUnixNano: String(1_767_225_600_000_000_000n + BigInt(spanCount) * 1_000_000n),
  endTimeUnixNano: String(1_767_225_600_500_000_000n + BigInt(spanCount) * 1_000_000n),
  attributes: [
    text('gen_ai.operation.name', 'chat'),
    text('gen_ai.request.model', 'bell-1'),
    text('gen_ai.prompt.0.role', 'user'),
    text('gen_ai.prompt.0.content', prompt),
    text('gen_ai.completion.0.role', 'assistant'),
    text('gen_ai.completion.0.content', answer),
  ],
  ...more,
});
const request = (...spans: readonly object[]) =>
  ({
    resourceSpans: [
      { resource: { attributes: [text('service.name', 'shop')] }, scopeSpans: [{ scope: { name: 's' }, spans }] },
    ],
  }) as never;

async function otlp(
  quietMs = 60_000,
  limitMb?: number,
): Promise<{ post: (sent?: Sent) => Promise<Got>; token: string; port: number }> {
  const { otlp: at, token } = await t.client.live.start({
    otlp: { port: null },
    quietMs,
    ...(limitMb === undefined ? {} : { limitMb }),
  });
  const headers = { 'content-type': 'application/json', 'x-assay-token': token ?? '' };
  const port = at?.port ?? 0;
  return {
    port,
    token: token ?? '',
    post: async (sent) => sendTo(port, { path: '/v1/traces', ...sent, headers: { ...headers, ...sent?.headers } }),
  };
}
const json = (...spans: readonly object[]): string => JSON.stringify(request(...spans));

async function proxy(): Promise<{
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Got>;
  url: string;
  token: string;
  port: number;
}> {
  const { proxy: at, token } = await t.client.live.start({
    proxy: { upstream: upstream.url, port: null },
    quietMs: 60_000,
  });
  const { port = 0, url = '' } = at ?? {};
  const base = { 'content-type': 'application/json', authorization: 'Bearer sk-very-secret-key' };
  return {
    port,
    url,
    token: token ?? '',
    post: async (path, body, headers = {}) =>
      sendTo(port, {
        path: `${new URL(url).pathname}${path}`,
        headers: { ...base, ...headers },
        body: JSON.stringify(body),
      }),
  };
}

async function titles(): Promise<readonly string[]> {
  const { viewId } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
  const rows = await t.client.views.rows({ viewId, from: 0, to: 1_000 });
  return rows.map(({ title }) => title);
}

describe('the OpenTelemetry receiver', () => {
  it('is off until it is switched on, and then listens with a token on loopback', async () => {
    expect(await t.client.live.status({})).toMatchObject({ on: false, otlp: null, proxy: null, token: null });
    expect(await t.client.live.settings({})).toEqual([]);
    const { token, port } = await otlp();
    expect(token).toMatch(/^[\w-]{43}$/u);
    const texts = (await t.client.live.settings({})).map((one) => one.text);
    expect(texts).toHaveLength(4);
    for (const one of texts) expect(one).toContain(`127.0.0.1:${port}/v1/traces`);
    await expect(t.client.live.start({ otlp: { port: null } })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('makes one sample of a trace whose spans come in several requests, in JSON, gzip and protobuf', async () => {
    const { post } = await otlp();
    const parent = chatSpan(1, 'Does the bell fit?', 'It does.');
    expect(await post({ body: json(parent) })).toMatchObject({ status: 200, text: '{}' });
    const zipped = gzipSync(json(chatSpan(2, 'Is the basket heavy?', 'A little.')));
    expect((await post({ body: zipped, headers: { 'content-encoding': 'gzip' } })).status).toBe(200);
    const tool = chatSpan(1, '', '', {
      name: 'execute_tool weigh',
      attributes: [
        text('gen_ai.operation.name', 'execute_tool'),
        text('gen_ai.tool.name', 'weigh'),
        text('gen_ai.tool.call.result', '200 g'),
      ],
    });
    const answer = await post({
      body: encodeTraces(request(tool)),
      headers: { 'content-type': 'application/x-protobuf' },
    });
    expect([answer.status, answer.headers['content-type'], answer.body.length]).toEqual([
      200,
      'application/x-protobuf',
      0,
    ]);
    const { counts, last, perMinute, buffer } = await t.client.live.stop({});
    expect(counts).toMatchObject({ spans: 3, samplesAdded: 2, waiting: 0, refused: 0 });
    expect(last.map(({ name }) => name).toSorted()).toEqual(['Does the bell fit?', 'Is the basket heavy?']);
    expect(perMinute).toEqual([]);
    expect(buffer.openBytes).toBe(0);
    expect(buffer.bytes).toBeGreaterThan(500);
    expect(await titles()).toEqual(['Does the bell fit?', 'Is the basket heavy?']);
    expect(await t.client.sources.list({})).toMatchObject([
      { name: 'Live: OpenTelemetry', format: 'otel', seen: 3, kept: 3, samples: 2 },
    ]);
  });

  it('brings a sample up to date when its trace goes on, and keeps what people decided', async () => {
    const { viewId } = await t.client.views.open({ filter: 'bell', sort: { key: 'id', descending: false } });
    const [row] = await t.client.views.rows({ viewId, from: 0, to: 1 });
    await t.client.decisions.set({ target: { by: 'filter', filter: 'bell' }, state: 'include' });
    const { post } = await otlp(100);
    const late = chatSpan(1, '', '', {
      attributes: [
        text('gen_ai.operation.name', 'chat'),
        ...[
          ['user', 'Does the bell fit?'],
          ['assistant', 'It does.'],
          ['user', 'And in red?'],
        ].flatMap(([role = '', content = ''], at) => [
          text(`gen_ai.prompt.${at}.role`, role),
          text(`gen_ai.prompt.${at}.content`, content),
        ]),
        text('gen_ai.completion.0.role', 'assistant'),
        text('gen_ai.completion.0.content', 'In red too.'),
      ],
    });
    expect((await post({ body: json(late) })).status).toBe(200);
    await expect
      .poll(async () => (await t.client.live.status({})).counts, { timeout: 5_000 })
      .toMatchObject({ waiting: 0, samplesUpdated: 1 });
    const sample = await t.client.samples.get({ sampleId: row?.id as never });
    expect(sample).toMatchObject({ row: { decision: 'include', revision: 2 } });
    const attempt = await t.client.samples.attempt({ attemptId: sample.attempts[0]?.id as never });
    expect(JSON.stringify(attempt)).toContain('In red too.');
    expect(await titles()).toHaveLength(2);
  });

  it('joins what was said in log records with the spans they belong to, whichever comes first', async () => {
    const { post } = await otlp();
    const ids = { traceId: hex(41, 32), spanId: hex(4_100, 16) };
    const log = (event: string, content: string): object => ({
      ...ids,
      eventName: event,
      body: { kvlistValue: { values: [text('content', content)] } },
      attributes: [],
    });
    const logs = {
      resourceLogs: [
        {
          scopeLogs: [
            { logRecords: [log('gen_ai.user.message', 'Is it raining?'), { body: { stringValue: 'Started.' } }] },
          ],
        },
      ],
    };
    const choice = {
      ...ids,
      eventName: 'gen_ai.choice',
      body: {
        kvlistValue: { values: [{ key: 'message', value: { kvlistValue: { values: [text('content', 'No.')] } } }] },
      },
    };
    const first = await post({ path: '/v1/logs', body: JSON.stringify(logs) });
    expect(JSON.parse(first.text)).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } });
    const span = chatSpan(41, '', '', {
      ...ids,
      attributes: [text('gen_ai.operation.name', 'chat'), text('gen_ai.request.model', 'bell-1')],
    });
    expect((await post({ body: json(span) })).status).toBe(200);
    expect(
      (
        await post({
          path: '/v1/logs',
          body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [choice] }] }] }),
        })
      ).status,
    ).toBe(200);
    const { counts, last } = await t.client.live.stop({});
    expect(counts).toMatchObject({ spans: 1, samplesAdded: 1 });
    expect(last[0]).toMatchObject({ name: 'Is it raining?', change: 'added' });
    const sample = await t.client.samples.get({ sampleId: last[0]?.sampleId as never });
    const { messages } = await t.client.samples.attempt({ attemptId: sample.attempts[0]?.id as never });
    expect(messages).toMatchObject([{ role: 'assistant', parts: [{ text: 'No.' }] }]);
  });

  it('lists a trace without a conversation and a span without an id, and tells the sender of the latter', async () => {
    const { post } = await otlp();
    const http = chatSpan(7, '', '', { name: 'GET /parcels', attributes: [text('http.request.method', 'GET')] });
    const answer = await post({ body: json(http, { name: 'lost' }) });
    expect(JSON.parse(answer.text)).toMatchObject({ partialSuccess: { rejectedSpans: '1' } });
    const { counts } = await t.client.live.stop({});
    expect(counts).toMatchObject({ spans: 1, samplesAdded: 0 });
    const groups = await t.client.sources.issueGroups({ sourceId: null });
    expect(groups.map(({ code, count, rejected }) => [code, count, rejected])).toEqual(
      expect.arrayContaining([
        ['span_without_id', 1, true],
        ['no_content', 1, false],
      ]),
    );
    // When the trace turns out to hold a conversation after all, it is no issue any more.
    const again = await otlp();
    await again.post({ body: json(chatSpan(7, 'Where is parcel 7?', 'At the depot.')) });
    expect((await t.client.live.stop({})).counts).toMatchObject({ samplesAdded: 1 });
    const rest = await t.client.sources.issueGroups({ sourceId: null });
    expect(rest.map(({ code }) => code)).not.toContain('no_content');
  });

  it.each([
    ['an origin', { origin: 'http://127.0.0.1' }, 403],
    ['an origin that is null', { origin: 'null' }, 403],
    ['marks of a browser', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a foreign host', { host: 'attacker.example' }, 403],
    ['the host without its port', { host: '127.0.0.1' }, 403],
    ['a wrong token', { 'x-assay-token': 'x'.repeat(43) }, 401],
    ['no token', { 'x-assay-token': '' }, 401],
    ['a content type that pages can send', { 'content-type': 'text/plain' }, 415],
    ['no content type', { 'content-type': '' }, 415],
    ['an unknown packing', { 'content-encoding': 'br' }, 415],
  ])('refuses a request with %s', async (_, headers, status) => {
    const { post } = await otlp();
    expect((await post({ body: json(chatSpan(8, 'Hi', 'Hi')), headers })).status).toBe(status);
    expect((await t.client.live.stop({})).counts).toMatchObject({ spans: 0, refused: 1 });
  });

  it('refuses what is too large, packed too tight, damaged, or sent elsewhere', async () => {
    const { post } = await otlp();
    const large = 'x'.repeat(17 * 1024 ** 2);
    expect((await post({ body: large }).catch(() => ({ status: 413 }))).status).toBe(413);
    expect((await post({ body: gzipSync(large), headers: { 'content-encoding': 'gzip' } })).status).toBe(413);
    expect((await post({ body: '{"resourceSpans": ' })).status).toBe(400);
    expect((await post({ body: 'xx', headers: { 'content-encoding': 'gzip' } })).status).toBe(400);
    const wrong = await post({ body: Buffer.from([10, 5, 1]), headers: { 'content-type': 'application/x-protobuf' } });
    expect([wrong.status, wrong.body[0], wrong.body[1]]).toEqual([400, 8, 3]);
    expect((await post({ path: '/v1/metrics', body: '{}' })).status).toBe(404);
    expect((await post({ method: 'GET' })).status).toBe(405);
  });

  it('says when it has no room, keeps what is not settled, and drops the oldest that is', async () => {
    const { post } = await otlp(60_000, 1);
    const big = (trace: number): string => json(chatSpan(trace, `Big ${trace}`, 'y'.repeat(300_000)));
    const statuses: number[] = [];
    for (const trace of [21, 22, 23]) statuses.push((await post({ body: big(trace) })).status);
    const full = await post({ body: big(24) });
    expect([statuses, full.status, full.headers['retry-after']]).toEqual([[200, 200, 200], 503, '2']);
    await t.client.live.stop({});
    const again = await otlp(60_000, 1);
    expect((await again.post({ body: big(24) })).status).toBe(200);
    const { buffer } = await t.client.live.stop({});
    expect(buffer.bytes).toBeLessThanOrEqual(buffer.limitBytes);
    expect((await titles()).filter((title) => title.startsWith('Big'))).toEqual([
      'Big 21',
      'Big 22',
      'Big 23',
      'Big 24',
    ]);
    // A trace whose beginning was dropped goes on as a sample of its own: the first stays whole.
    const rest = await otlp(60_000, 1);
    expect((await rest.post({ body: json(chatSpan(21, 'Late', 'Yes.')) })).status).toBe(200);
    await t.client.live.stop({});
    expect(await titles()).toEqual(expect.arrayContaining(['Big 21', 'Late']));
  });

  it('takes nothing while paused, and says so', async () => {
    const { post } = await otlp();
    expect(await t.client.live.pause({ paused: true })).toMatchObject({ on: true, paused: true });
    expect(JSON.parse((await post({ body: json(chatSpan(31, 'Hi', 'Hi')) })).text)).toMatchObject({
      partialSuccess: { rejectedSpans: '1', errorMessage: 'Collection is paused.' },
    });
    await t.client.live.pause({ paused: false });
    await post({ body: json(chatSpan(32, 'Ho', 'Ho')) });
    expect((await t.client.live.stop({})).counts).toMatchObject({ spans: 1, passed: 1, samplesAdded: 1 });
  });
});

describe('the recording proxy', () => {
  const ask = (content: string, more: object = {}): object => ({
    model: 'bell-1',
    messages: [{ role: 'user', content }],
    ...more,
  });

  it('passes requests on with the caller’s own key, and keeps no key, wherever it was echoed', async () => {
    const { post, url, token } = await proxy();
    const answer = await post('/chat/completions?api-version=1', ask('wrong key, please'));
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('sk-very-secret-key')]);
    const sent = upstream.seen.at(-1);
    expect(sent?.path).toBe('/v1/chat/completions?api-version=1');
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer sk-very-secret-key',
      host: new URL(upstream.url).host,
    });
    expect(JSON.stringify(sent?.headers)).not.toContain(token);
    expect(url).toContain(token);
    await t.client.live.stop({});
    const db = new Database(t.path, { readonly: true });
    const everything = db
      .prepare(
        "SELECT group_concat(body) || (SELECT group_concat(prompt || coalesce(extras, '')) FROM sample_body) || (SELECT group_concat(coalesce(extras, '')) FROM attempt) AS n FROM live_record",
      )
      .get() as { n: string };
    db.close();
    expect(everything.n).toContain('[key removed]');
    expect(everything.n).not.toContain('sk-very-secret-key');
    expect(everything.n).not.toContain(token);
  });

  it('passes other addresses on without recording, and nothing outside of /v1', async () => {
    const { port, url, token } = await proxy();
    const models = await sendTo(port, { path: `/t/${token}/v1/models`, method: 'GET' });
    expect(JSON.parse(models.text)).toMatchObject({ data: [{ id: 'bell-1' }] });
    for (const path of ['/v1/../admin', '/v1/%2e%2e/admin', '/v2/models', '/'])
      expect((await sendTo(port, { path: `/t/${token}${path}`, method: 'GET' })).status).toBe(
        404 - (path === '/' || path === '/v2/models' ? 3 : 0),
      );
    expect(url).toBe(`http://127.0.0.1:${port}/t/${token}/v1`);
    expect((await t.client.live.stop({})).counts).toMatchObject({ exchanges: 0, samplesAdded: 0 });
  });

  it.each([
    ['an origin', { origin: 'http://localhost' }, 403],
    ['a foreign host', { host: 'localhost' }, 403],
    ['a content type that pages can send', { 'content-type': 'text/plain' }, 415],
  ])('refuses a request with %s and does not send it on', async (_, headers, status) => {
    const { post } = await proxy();
    const before = upstream.seen.length;
    expect((await post('/chat/completions', ask('Hi'), headers)).status).toBe(status);
    expect(upstream.seen.length).toBe(before);
  });

  it('refuses a request without the token, in the path or as a header', async () => {
    const { port, token } = await proxy();
    const body = JSON.stringify(ask('By header'));
    const headers = { 'content-type': 'application/json' };
    const to = async (path: string, more: object = {}): Promise<number> =>
      (await sendTo(port, { path, body, headers: { ...headers, ...more } })).status;
    expect(await to('/v1/chat/completions')).toBe(401);
    expect(await to(`/t/${token}x/v1/chat/completions`)).toBe(401);
    expect(await to('/v1/chat/completions', { authorization: `Bearer ${token}` })).toBe(401);
    expect(await to('/v1/chat/completions', { 'x-assay-token': token })).toBe(200);
  });

  it('records an upstream that cannot be reached as an error of its own', async () => {
    const { proxy: at, token } = await t.client.live.start({ proxy: { upstream: 'http://127.0.0.1:9', port: null } });
    const path = `/t/${token}/v1/chat/completions`;
    const headers = { 'content-type': 'application/json' };
    const answer = await sendTo(at?.port ?? 0, { path, headers, body: JSON.stringify(ask('Anybody there?')) });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([502, { error: { type: 'assay_error' } }]);
    const { last, counts } = await t.client.live.stop({});
    expect(counts).toMatchObject({ exchanges: 1, samplesAdded: 1 });
    expect(last[0]).toMatchObject({ name: 'Anybody there?', outcome: 'error' });
  });

  it.each([
    ['ftp://x.example', 'is not a web address'],
    ['http://api.example/v1', 'https'],
    ['https://user:pass@api.example/v1', 'user or a password'],
  ])('refuses the upstream %s', async (address, why) => {
    await expect(t.client.live.start({ proxy: { upstream: address, port: null } })).rejects.toThrow(why);
  });
});

describe('live collection', () => {
  it('tells when it is stopped what became of the fields that came, and which answers took far longer than the others', async () => {
    const { post } = await otlp();
    const slow = { endTimeUnixNano: '1767225700000000000' };
    const spans = Array.from({ length: 25 }, (_, at) =>
      chatSpan(0x5000 + at, `How long is chain ${at}?`, `${at} links`, at === 9 ? slow : {}),
    );
    await post({ body: json(...spans) });
    await t.client.live.stop({});
    const source = (await t.client.sources.list({})).find(({ format }) => format === 'otel');
    const report = await t.client.sources.lossReport({ sourceId: source?.id ?? expect.unreachable() });
    expect(report).toMatchObject({ recordsRead: source?.seen });
    expect(report?.mapped).toBeGreaterThan(3);
    expect(report?.paths.some(({ path, fate }) => path.includes('gen_ai.prompt.0.content') && fate === 'mapped')).toBe(
      true,
    );
    const { viewId } = await t.client.views.open({
      filter: 'flag:outlier-latency',
      sort: { key: 'id', descending: false },
    });
    const rows = await t.client.views.rows({ viewId, from: 0, to: 10 });
    expect(rows.map(({ title }) => title)).toContain('How long is chain 9?');
  });
});
