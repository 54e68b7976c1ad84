import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveProject, type LiveProject } from './testing/live-project.ts';
import { runProgram, startCollect } from './testing/processes.ts';
import { plainMessage, type Plain } from './testing/talks.ts';
import { startUpstream, type TestUpstream } from './testing/upstream.ts';

let folder: string;
let upstream: TestUpstream;
let sent: Readonly<Record<string, readonly Plain[]>>;
let counts: Readonly<Record<string, number>>;
let t: LiveProject;

// One collector and two programs, each a process of its own, and then the project they left behind.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-clients-'));
  upstream = await startUpstream();
  const collect = await startCollect(folder, ['--otlp', '0', '--proxy', upstream.url]);
  const [plain, watched] = await Promise.all([
    runProgram('client.ts', { UPSTREAM: collect.proxy }),
    runProgram('client.ts', { UPSTREAM: upstream.url, OTLP_URL: collect.otlp, OTLP_TOKEN: collect.token }),
  ]);
  sent = { ...(JSON.parse(plain) as typeof sent), ...(JSON.parse(watched) as typeof sent) };
  counts = await collect.stop();
  t = await openLiveProject(folder);
}, 60_000);
afterAll(async () => {
  await t.close();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything said in the sample in which somebody begins with these words. */
async function collected(name: string): Promise<readonly Plain[]> {
  const { viewId } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
  const rows = await t.client.views.rows({ viewId, from: 0, to: 100 });
  for (const { id } of rows) {
    const sample = await t.client.samples.get({ sampleId: id });
    const prompt = sample.prompt.map(plainMessage);
    if (!prompt.some(({ text }) => text.startsWith(`${name}: `))) continue;
    const [attempt] = sample.attempts;
    if (attempt === undefined) return prompt;
    const { messages } = await t.client.samples.attempt({ attemptId: attempt.id });
    return [...prompt, ...messages.map(plainMessage)];
  }
  return [];
}

describe('programs of others', () => {
  it.each(['Chat', 'Chat stream', 'Responses', 'Responses stream'])(
    'are recorded by the proxy as one conversation that equals what the openai SDK sent and got: %s',
    async (name) => {
      expect(sent[name]?.length).toBe(8);
      expect(await collected(name)).toEqual(sent[name]);
    },
  );

  it.each(['Watched', 'Watched stream'])(
    'are received from an OpenTelemetry SDK with an OpenInference instrumentation as what was said: %s',
    async (name) => {
      expect(sent[name]?.length).toBe(name === 'Watched' ? 8 : 7);
      expect(await collected(name)).toEqual(sent[name]);
    },
  );

  it('are counted: twelve calls, and six samples with nothing refused', async () => {
    expect(counts).toMatchObject({ exchanges: 12, refused: 0, waiting: 0, samplesAdded: 6, issues: 0 });
    expect((await t.client.sources.list({})).map(({ name, samples, rejected }) => [name, samples, rejected])).toEqual(
      expect.arrayContaining([
        ['Live: OpenTelemetry', 2, 0],
        ['Live: chat completions', 2, 0],
        ['Live: Responses', 2, 0],
      ]),
    );
  });
});
