import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SampleId } from '../../../shared/model/ids.ts';
import { closeProjectFile, openProjectFile } from '../db/open.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';
import { makeSamples } from '../testing/make-samples.ts';

type Call = readonly [name: string, args: object, result: string, isError?: boolean];

/** Steps of parallel calls, then an answer. */
function attemptOf(steps: readonly (readonly Call[])[], answer: string): object[] {
  const messages: object[] = [];
  for (const [step, calls] of steps.entries()) {
    messages.push({
      role: 'assistant',
      content: null,
      tool_calls: calls.map(([name, args], at) => ({
        id: `c${step}${at}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      })),
    });
    for (const [at, [, , content]] of calls.entries())
      messages.push({ role: 'tool', tool_call_id: `c${step}${at}`, content });
  }
  return [...messages, { role: 'assistant', content: answer }];
}

function logLine(ask: string, steps: readonly (readonly Call[])[]): object {
  const tools = ['find', 'read', 'edit'].map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: {} } },
  }));
  return { messages: [{ role: 'user', content: ask }, ...attemptOf(steps, 'done')], tools };
}

let t: TestBackend;
beforeAll(async () => {
  t = await createTestBackend();
  const failed = '{"error":"no such file"}';
  const lines = [
    logLine('one', [[['find', { q: 'a' }, 'x']], [['read', { p: 1 }, failed]], [['read', { p: 1 }, 'ok']]]),
    logLine('two', [[['find', { q: 'b' }, 'x']], [['find', { q: 'b' }, 'x']], [['find', { q: 'b' }, 'x']]]),
    logLine('three', [
      [
        ['find', { q: 'c' }, 'x'],
        ['read', { p: 2 }, 'x'],
        ['edit', {}, failed],
      ],
    ]),
    logLine('four', []),
  ];
  await t.importFile(t.file('log.jsonl', jsonLines(lines)));
}, 60_000);
afterAll(() => t.close());

describe('tool-use statistics', () => {
  it('counts calls, failures that were tried again, and calls made again with the same arguments', async () => {
    const { all, groups } = await t.client.toolUse.summary({ filter: '', by: null });
    expect(all).toMatchObject({
      samples: 4,
      attempts: 4,
      calls: 9,
      errorRate: 2 / 9,
      retryRate: 0.5,
      repeatRate: 3 / 9,
    });
    expect(all.spreads.parallel).toMatchObject({ count: 7, mean: 9 / 7, max: 3 });
    expect([all.spreads.unique?.max, all.spreads.repeats?.max, all.spreads.latency]).toEqual([3, 2, null]);
    expect(groups).toEqual([]);
  });

  it('groups attempts by what they have themselves, and by what their samples have', async () => {
    const byTool = await t.client.toolUse.summary({ filter: '', by: 'tool' });
    expect(byTool.groups.map(({ label, stats }) => [label, stats.attempts])).toEqual([
      ['find', 3],
      ['read', 2],
      ['edit', 1],
    ]);
    const bySource = await t.client.toolUse.summary({ filter: 'calls>0', by: 'source' });
    expect(bySource.groups.map(({ term, stats }) => [term, stats.calls])).toEqual([['source:log.jsonl', 9]]);
    await expect(t.client.toolUse.summary({ filter: '', by: 'mood' })).rejects.toThrow(
      'There is no facet called mood.',
    );
  });

  it('compares two sets in common bins', async () => {
    const { one, other, charts } = await t.client.toolUse.compare({ filter: 'tool:read', against: '-tool:read' });
    expect([one.attempts, other.attempts]).toEqual([2, 2]);
    expect(charts.calls.map(({ from, count, against }) => [from, count, against])).toEqual([
      [0, 0, 1],
      [1, 0, 0],
      [2, 0, 0],
      [3, 2, 1],
    ]);
  });

  it('names the samples behind a bar exactly, within the filter', async () => {
    const behind = await t.client.toolUse.behind({ filter: '', measure: 'repeats', from: 1, to: null });
    expect(behind).toEqual({ filter: 'id:1..2', samples: 2, isExact: true });
    const inScope = await t.client.toolUse.behind({ filter: 'tool:edit', measure: 'parallel', from: 3, to: 4 });
    expect(inScope).toEqual({ filter: 'id:3', samples: 1, isExact: true });
    const none = await t.client.toolUse.behind({ filter: '', measure: 'errors', from: 5, to: null });
    expect(none).toEqual({ filter: null, samples: 0, isExact: false });
  });

  it('reads calls again when samples were added', async () => {
    await t.importFile(t.file('more.jsonl', jsonLines([logLine('five', [[['find', { q: 'z' }, 'x']]])])));
    const { all } = await t.client.toolUse.summary({ filter: 'source:more.jsonl', by: null });
    expect(all).toMatchObject({ attempts: 1, calls: 1 });
    expect(all.spreads.unique?.max).toBe(1);
  });
});

describe('attempts of one sample', () => {
  it('are told apart by what a filter says of attempts, so that two models on the same tasks can be compared', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-tool-use-'));
    const { db } = openProjectFile(join(folder, 'test.assay'), { create: true, readOnly: false });
    const ids = makeSamples(db, { count: 15, seed: 4, attempts: [2, 4], withoutIndex: true });
    closeProjectFile(db);
    const made = await createTestBackend({ folder });
    try {
      const details = await Promise.all(ids.map((id) => made.client.samples.get({ sampleId: SampleId.parse(id) })));
      const attempts = details.flatMap((detail) => detail.attempts);
      const { groups, all } = await made.client.toolUse.summary({ filter: '', by: 'model' });
      expect(all.attempts).toBe(attempts.length);
      expect(groups.length).toBeGreaterThan(1);
      for (const { label, term, stats } of groups) {
        const own = attempts.filter(({ model }) => model === label);
        const { all: filtered } = await made.client.toolUse.summary({ filter: term, by: null });
        expect(filtered).toEqual(stats);
        expect([stats.attempts, stats.calls]).toEqual([own.length, own.reduce((sum, { calls }) => sum + calls, 0)]);
        expect(stats.spreads.latency?.max).toBe(Math.max(...own.map(({ latencyMs }) => latencyMs ?? 0)));
      }
      const others = await made.client.toolUse.summary({ filter: '-outcome:success calls>=2', by: null });
      const unsolved = details.filter((detail) => detail.attempts.every(({ outcome }) => outcome !== 'success'));
      expect(others.all.attempts).toBe(
        unsolved.flatMap((detail) => detail.attempts).filter(({ calls }) => calls >= 2).length,
      );
    } finally {
      await made.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
