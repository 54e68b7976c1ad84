import { expect, test } from 'vitest';
import { GraderId, RunId } from '../../../shared/model/ids.ts';
import { inRun, latestFirst, runToShow, scopeOf, type Run } from './runs.ts';

const run = (id: number, finishedAt: number | null, scope: Run['scope'] = { filter: '' }): Run => ({
  id: RunId.parse(id),
  graderId: GraderId.parse(1),
  graderName: 'g',
  version: 1,
  scope,
  total: 1,
  scored: 1,
  skipped: 0,
  errored: 0,
  mean: 0.5,
  std: 0,
  min: 0.5,
  max: 0.5,
  stale: 0,
  startedAt: id,
  finishedAt,
});

test('shows the run of the address, else the latest that is finished, else the latest', () => {
  const runs = [run(1, 10), run(2, 20), run(3, null)];
  expect(runToShow(runs, '1')?.id).toBe(1);
  expect(runToShow(runs, null)?.id).toBe(2);
  expect(runToShow(runs, '99')?.id).toBe(2);
  expect(runToShow([run(3, null)], null)?.id).toBe(3);
  expect(runToShow([], null)).toBeNull();
  expect(latestFirst(runs).map((one) => one.id)).toEqual([3, 2, 1]);
});

test('ties a bar to its own run, and a term that names a run stays', () => {
  expect(inRun('score:0..0.049', 7)).toBe('score@7:0..0.049');
  expect(inRun('score@2:1', 7)).toBe('score@2:1');
});

test('a scope without a filter is every sample', () => {
  expect(scopeOf(run(1, 1, { filter: 'lang:de' }))).toBe('lang:de');
  expect(scopeOf(run(1, 1, null))).toBe('');
});
