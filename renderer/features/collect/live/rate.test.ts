import { expect, test } from 'vitest';
import { liveRate } from './rate.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 4, 1, 12, 30, 30);

const hour = (...last: number[]) => [
  ...Array.from({ length: 60 - last.length }, () => ({ spans: 0, exchanges: 0 })),
  ...last.map((count) => ({ spans: count - 1, exchanges: 1 })),
];

test('minutes carry the time they began at, the one under way last', () => {
  const { minutes } = liveRate({ perMinute: hour(3, 5), startedAt: NOW - 2 * MINUTE }, NOW);
  expect(minutes).toHaveLength(60);
  expect(minutes.at(-1)).toEqual({ at: Date.UTC(2026, 4, 1, 12, 30), count: 5 });
  expect(minutes[0]?.at).toBe(Date.UTC(2026, 4, 1, 11, 31));
});

test('the rate is that of the time since it was switched on, and at most of ten minutes', () => {
  expect(liveRate({ perMinute: hour(3, 5), startedAt: NOW - 2 * MINUTE }, NOW).recent).toBe(4);
  const many = Array.from({ length: 60 }, () => ({ spans: 19, exchanges: 0 }));
  expect(liveRate({ perMinute: many, startedAt: NOW - 600 * MINUTE }, NOW).recent).toBe(20);
});

test('what came in the first seconds is not blown up to a minute', () => {
  const { recent, most } = liveRate({ perMinute: hour(7), startedAt: NOW - 2_000 }, NOW);
  expect(recent).toBe(7);
  expect(most).toBe(7);
});

test('nothing is nothing', () => {
  expect(liveRate({ perMinute: [], startedAt: null }, NOW)).toEqual({ minutes: [], recent: 0, most: 0 });
});
