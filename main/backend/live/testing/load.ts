import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { encodeTraces } from '../../importers/shared/otlp-protobuf.ts';
import { createRandom } from '../../engine/prng.ts';
import { openLiveProject } from './live-project.ts';
import { startCollect, type Collecting } from './processes.ts';
import { startUpstream } from './upstream.ts';

const SPANS_A_TRACE = 5;
const TRACES_A_REQUEST = 20;

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function attribute(key: string, stringValue: string): object {
  return { key, value: { stringValue } };
}

/** Five spans: an agent, two model calls of which the second goes on from the first, a tool run, and one of no interest. */
function spansOf(trace: number): readonly object[] {
  const span = (nth: number, name: string, attributes: readonly object[]): object => ({
    traceId: hex(trace + 1, 32),
    spanId: hex((trace + 1) * SPANS_A_TRACE + nth, 16),
    ...(nth === 0 ? {} : { parentSpanId: hex((trace + 1) * SPANS_A_TRACE, 16) }),
    name,
    startTimeUnixNano: String(1_767_225_600_000_000_000n + BigInt(nth) * 1_000_000n),
    endTimeUnixNano: String(1_767_225_600_900_000_000n + BigInt(nth) * 1_000_000n),
    attributes: attributes,
  });
  const question = `Trace ${trace}: where is my parcel?`;
  const turns = (prefix: string, list: readonly (readonly [string, string])[]): object[] =>
    list.flatMap(([role, content], at) => [
      attribute(`gen_ai.${prefix}.${at}.role`, role),
      attribute(`gen_ai.${prefix}.${at}.content`, content),
    ]);
  const chat = [attribute('gen_ai.operation.name', 'chat'), attribute('gen_ai.request.model', 'bell-1')];
  const asked = ['user', question] as const;
  const first = ['assistant', `At depot ${trace % 7}. ${'It waits. '.repeat(8)}`] as const;
  return [
    span(0, 'agent', [attribute('gen_ai.operation.name', 'invoke_agent')]),
    span(1, 'chat', [...chat, ...turns('prompt', [asked]), ...turns('completion', [first])]),
    span(2, 'chat', [
      ...chat,
      ...turns('prompt', [asked, first, ['user', `And then, trace ${trace}?`]]),
      ...turns('completion', [['assistant', `Then it comes to you, trace ${trace}.`]]),
    ]),
    span(3, 'GET', [attribute('http.request.method', 'GET')]),
    span(4, 'SELECT', [attribute('db.system', 'sqlite')]),
  ];
}

/** Spans of twenty traces in an order in which each trace is parted over two requests. */
function requestBody(nth: number): Uint8Array {
  const halves = [nth - 1, nth].flatMap((block, at) =>
    block < 0
      ? []
      : Array.from({ length: TRACES_A_REQUEST }, (_, trace) =>
          spansOf(block * TRACES_A_REQUEST + trace).slice(at === 0 ? 3 : 0, at === 0 ? 5 : 3),
        ).flat(),
  );
  return encodeTraces({ resourceSpans: [{ scopeSpans: [{ scope: { name: 'load' }, spans: halves }] }] } as never);
}

type Sender = {
  /** Traces whose model calls were acknowledged. */
  readonly acknowledged: Set<number>;
  readonly spans: () => number;
  readonly run: (seconds: number, isOver?: () => boolean) => Promise<void>;
};

function createSender({ otlp, token }: Collecting, perSecond: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const acknowledged = new Set<number>();
  let spans = 0;
  async function post(nth: number): Promise<boolean> {
    const headers = { 'content-type': 'application/x-protobuf', 'x-assay-token': token };
    const status = await new Promise<number>((resolve) => {
      const request = httpRequest(otlp, { method: 'POST', headers, agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      });
      request.on('error', () => resolve(0));
      request.end(requestBody(nth));
    });
    if (status !== 200) return false;
    for (let at = 0; at < TRACES_A_REQUEST; at += 1) acknowledged.add(nth * TRACES_A_REQUEST + at);
    spans += TRACES_A_REQUEST * (nth === 0 ? 3 : SPANS_A_TRACE);
    return true;
  }
  return {
    acknowledged,
    spans: () => spans,
    async run(seconds, isOver = () => false) {
      const requests = Math.round((seconds * perSecond) / (TRACES_A_REQUEST * SPANS_A_TRACE));
      const every = (seconds * 1_000) / requests;
      const began = performance.now();
      const open: Promise<unknown>[] = [];
      for (let nth = 0; nth < requests && !isOver(); nth += 1) {
        const wait = began + nth * every - performance.now();
        if (wait > 0) await sleep(wait);
        open.push(post(nth));
      }
      await Promise.all(open);
      agent.destroy();
    },
  };
}

type Found = { readonly traces: ReadonlySet<number>; readonly calls: ReadonlySet<number> };

/** @returns numbers of the traces and calls that are samples, each read whole; waits for what is settled on opening */
async function samplesIn(folder: string): Promise<Found> {
  const t = await openLiveProject(folder);
  try {
    await expect.poll(async () => (await t.client.live.status({})).counts.waiting, { timeout: 60_000 }).toBe(0);
    const { viewId, total } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
    const found = { traces: new Set<number>(), calls: new Set<number>() };
    for (let from = 0; from < total; from += 1_000)
      for (const { title, steps, attempts } of await t.client.views.rows({ viewId, from, to: from + 1_000 })) {
        // The title is the last thing a person said, so both model calls of a trace are in it.
        const [, what, nth] = /^(And then, trace|Call) (\d+)\?$/u.exec(title) ?? [];
        if (what === 'Call') {
          // A call that the kill cut off is there too, without its answer.
          if (attempts[0]?.outcome !== 'error' && steps === 1) found.calls.add(Number(nth));
          continue;
        }
        expect([what, steps], title).toEqual(['And then, trace', 1]);
        found.traces.add(Number(nth));
      }
    return found;
  } finally {
    await t.close();
  }
}

/** Sends spans at a rate for a while and proves that each acknowledged trace is a sample. @returns figures to print */
export async function proveLoad(seconds: number, perSecond: number): Promise<{ spans: number; traces: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-'));
  const collect = await startCollect(folder, ['--otlp', '0', '--quiet', '1']);
  try {
    const sender = createSender(collect, perSecond);
    await sender.run(seconds);
    const counts = await collect.stop();
    expect(sender.acknowledged.size).toBe(Math.round((seconds * perSecond) / SPANS_A_TRACE));
    expect(counts).toMatchObject({ spans: sender.spans(), refused: 0, waiting: 0 });
    const { traces } = await samplesIn(folder);
    expect([...sender.acknowledged].filter((trace) => !traces.has(trace))).toEqual([]);
    expect(traces.size).toBe(sender.acknowledged.size);
    return { spans: sender.spans(), traces: traces.size };
  } finally {
    await collect.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes calls through the proxy, one after the other, until it is gone. @returns those that were answered to the end */
async function callUntil(base: string, isOver: () => boolean): Promise<ReadonlySet<number>> {
  const answered = new Set<number>();
  for (let nth = 0; !isOver(); nth += 1) {
    const body = { model: 'bell-1', stream: nth % 2 === 0, messages: [{ role: 'user', content: `Call ${nth}?` }] };
    const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-key-of-the-caller' };
    const text = await new Promise<string>((resolve) => {
      const request = httpRequest(`${base}/chat/completions`, { method: 'POST', headers, agent: false }, (response) => {
        let got = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          got += chunk;
          // As SDKs do: the mark is the end, whether or not the connection is closed.
          if (got.includes('data: [DONE]')) resolve(got);
        });
        response.on('end', () => resolve(got));
        response.on('error', () => resolve(''));
      });
      request.on('error', () => resolve(''));
      request.end(JSON.stringify(body));
    });
    if (text.includes(nth % 2 === 0 ? 'data: [DONE]' : '"usage"')) answered.add(nth);
  }
  return answered;
}

/** Kills the collector while spans and calls pour in, and proves that whatever was acknowledged is there afterwards. */
export async function proveKill(rounds: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const upstream = await startUpstream();
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'assay-live-kill-'));
    const collect = await startCollect(folder, ['--otlp', '0', '--proxy', upstream.url, '--quiet', '0.3']);
    try {
      const sender = createSender(collect, 2_000);
      let isDead = false;
      const sending = sender.run(30, () => isDead);
      const calling = callUntil(collect.proxy, () => isDead);
      await sleep(500 + random() * 1_500);
      await collect.kill();
      isDead = true;
      await sending;
      const calls = await calling;
      expect(sender.acknowledged.size).toBeGreaterThan(0);
      expect(calls.size).toBeGreaterThan(0);
      const found = await samplesIn(folder);
      expect([...sender.acknowledged].filter((trace) => !found.traces.has(trace))).toEqual([]);
      expect([...calls].filter((nth) => !found.calls.has(nth))).toEqual([]);
    } finally {
      await collect.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  await upstream.close();
}
