import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../../shared/query/parse.ts';
import { GraderId, RunId } from '../../../shared/model/ids.ts';
import {
  baselineOf,
  filterOfRun,
  inRun,
  niceTicks,
  reasonTerm,
  runsToShow,
  wallShare,
  type Histogram,
  type Run,
} from './run-view.ts';

function run(id: number, version: number, more: Partial<Run> = {}): Run {
  return {
    id: RunId.parse(id),
    graderId: GraderId.parse(1),
    graderName: 'g',
    version,
    scope: { filter: '', withoutAttempts: 'skip' },
    total: 10,
    scored: 10,
    skipped: 0,
    errored: 0,
    mean: 0.5,
    std: 0.1,
    min: 0,
    max: 1,
    stale: 0,
    startedAt: 0,
    finishedAt: 1,
    ...more,
  };
}
function histogram(counts: readonly number[], from = 0, more: Partial<Histogram> = {}): Histogram {
  const width = 1 / counts.length;
  return {
    bins: counts.map((count, at) => ({
      from: from + at * width,
      to: from + (at + 1) * width,
      count,
      term: 'score:0..1',
    })),
    scored: counts.reduce((sum, count) => sum + count, 0),
    skipped: 0,
    errored: 0,
    mean: 0.5,
    std: 0.1,
    atWalls: 1,
    distinct: 3,
    ...more,
  };
}

test('shown is the latest finished run, beside the latest of an earlier version', () => {
  const runs = [run(5, 3, { finishedAt: null }), run(1, 1), run(3, 2), run(4, 2), run(2, 1)];
  const { run: shown, before } = runsToShow(runs);
  expect([shown?.id, before?.id]).toEqual([4, 2]);
  expect(runsToShow([]).run).toBeNull();
});

test('terms mean this run, whatever was scored last', () => {
  expect(inRun('score:0.2..0.249999', 12)).toBe('score@12:0.2..0.249999');
  expect(inRun('score.amount:0..0.05', 12)).toBe('score@12.amount:0..0.05');
  expect(inRun('score@3:0..1', 12)).toBe('score@3:0..1');
});

test('a reason becomes a filter that can be read back, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80 }), (reason) => {
      const text = reasonTerm({ state: 'errored', reason, term: 'score:errored' }, 7);
      expect(parse(text).problem).toBeNull();
    }),
  );
});

test('a run over other ranges is not drawn over this one', () => {
  const shown = histogram([1, 2, 3, 4]);
  expect(baselineOf(shown, histogram([4, 3, 2, 1]))).toEqual([4, 3, 2, 1]);
  expect(baselineOf(shown, histogram([4, 3, 2, 1], 0.5))).toBeNull();
  expect(baselineOf(shown, histogram([0, 0, 0, 0]))).toBeNull();
  expect(baselineOf(shown, undefined)).toBeNull();
});

test('ticks are round, start at 0, reach over the largest bar and are few', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), (most) => {
      const ticks = niceTicks(most);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true);
    }),
  );
  expect(niceTicks(0)).toEqual([0]);
});

test('the share at the walls is of what was scored', () => {
  expect(wallShare({ atWalls: 2, scored: 8 })).toBe(0.25);
  expect(wallShare({ atWalls: 0, scored: 0 })).toBeNull();
});

test('the filter of a run is read from its scope', () => {
  expect(filterOfRun(run(1, 1, { scope: { filter: 'lang:de' } }))).toBe('lang:de');
  expect(filterOfRun(run(1, 1, { scope: null }))).toBe('');
});
