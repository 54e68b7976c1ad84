import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Spread } from '../../../shared/model/tool-use.ts';
import { countRepeats, readCalls, spreadOf, toolUseBins, toolUseStats, type ToolUse } from './tool-use.ts';

type Vector = { readonly name: string; readonly values: readonly number[]; readonly expected: Spread };

// Written by main/tooling/oracles/tool_use.py.
const VECTORS = JSON.parse(readFileSync(new URL('tool-use-vectors.json', import.meta.url), 'utf8')) as Vector[];

describe('spreadOf', () => {
  it.each(VECTORS)('agrees with numpy on $name', ({ values, expected }) => {
    const spread = spreadOf(Float64Array.from(values));
    for (const [key, value] of Object.entries(expected))
      expect(Math.abs((spread?.[key as keyof Spread] ?? NaN) - value)).toBeLessThanOrEqual(
        1e-9 * Math.max(1, Math.abs(value)),
      );
  });

  it('is null without values', () => {
    expect(spreadOf(new Float64Array())).toBeNull();
  });
});

describe('readCalls', () => {
  it('counts a failed call as retried when its tool is called again in a later step', () => {
    expect(
      readCalls([
        { step: 1, name: 'read', status: 'error' },
        { step: 1, name: 'find', status: 'error' },
        { step: 1, name: 'read', status: 'ok' },
        { step: 3, name: 'find', status: 'error' },
        { step: 4, name: 'edit', status: 'missing' },
      ]),
    ).toEqual({ unique: 3, errors: 3, retries: 1, widths: [3, 1, 1] });
  });

  it('counts nothing without calls', () => {
    expect(readCalls([])).toEqual({ unique: 0, errors: 0, retries: 0, widths: [] });
    expect([countRepeats([]), countRepeats(['a {}', 'b {}', 'a {}', 'a {}'])]).toEqual([0, 2]);
  });
});

const BASE: ToolUse = {
  ...{ attemptId: 1, sampleId: 1, calls: 0, steps: 1, unique: 0, repeats: 0, errors: 0, retries: 0, widths: [] },
  ...{ latency: null, tokens: null },
};

describe('toolUseStats', () => {
  it('gives rates of calls, no rate without any, and no spread of what nobody measured', () => {
    const stats = toolUseStats([
      { ...BASE, calls: 8, errors: 2, retries: 1, repeats: 4, widths: [8], latency: 500 },
      { ...BASE, attemptId: 2 },
    ]);
    expect(stats).toMatchObject({
      samples: 1,
      attempts: 2,
      calls: 8,
      errorRate: 0.25,
      retryRate: 0.5,
      repeatRate: 0.5,
    });
    expect([stats.spreads.latency?.count, stats.spreads.parallel?.mean, stats.spreads.tokens]).toEqual([1, 8, null]);
    expect(toolUseStats([])).toMatchObject({ attempts: 0, errorRate: null, retryRate: null, repeatRate: null });
  });

  it('tells the practice case of runs of more than 15 calls that vanished, which the mean hides', () => {
    const runs = (calls: readonly number[]): ToolUse[] =>
      calls.map((count, at) => ({ ...BASE, attemptId: at, calls: count }));
    const before = toolUseStats(runs([...Array<number>(90).fill(3), ...Array<number>(10).fill(18)])).spreads.calls;
    const after = toolUseStats(runs(Array<number>(100).fill(4))).spreads.calls;
    expect([before?.mean, after?.mean]).toEqual([4.5, 4]);
    expect([before?.p95, after?.p95]).toEqual([18, 4]);
  });
});

describe('toolUseBins', () => {
  const lists = fc
    .array(fc.oneof(fc.nat(40), fc.nat(200_000)), { maxLength: 80 })
    .map((list) => Float64Array.from(list));

  it('counts every value of both sets once, in bins that join', () => {
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const bins = toolUseBins(one, other);
        const held = (values: Float64Array, at: number): number =>
          values.filter((value) => value >= bins[at]!.from && value < (bins[at]!.to ?? Infinity)).length;
        expect(bins.map((_, at) => held(one, at))).toEqual(bins.map((bin) => bin.count));
        expect(bins.map((_, at) => held(other, at))).toEqual(bins.map((bin) => bin.against));
        expect(bins.reduce((sum, bin) => sum + bin.count + bin.against, 0)).toBe(one.length + other.length);
        expect(bins.slice(1).map((bin) => bin.from)).toEqual(bins.slice(0, -1).map((bin) => bin.to));
        expect(bins.length).toBeLessThanOrEqual(29);
      }),
    );
  });

  it('has a bin for each small number, and one without an end for a long tail', () => {
    const calls = Float64Array.from([...Array<number>(300).fill(2), ...Array<number>(9).fill(3), 90]);
    expect(toolUseBins(calls, new Float64Array())).toEqual([
      { from: 2, to: 3, count: 300, against: 0 },
      { from: 3, to: 4, count: 9, against: 0 },
      { from: 4, to: null, count: 1, against: 0 },
    ]);
    expect(toolUseBins(new Float64Array(), new Float64Array())).toEqual([]);
  });
});
