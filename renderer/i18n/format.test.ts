import { expect, test } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatDuration,
  formatMean,
  formatMoment,
  formatPercent,
  formatRoughDuration,
  formatScore,
} from './format.ts';

test.each([
  [formatCount(1548), '1,548'],
  [formatPercent(0.0889), '8.9 %'],
  [formatPercent(0.625), '63 %'],
  [formatPercent(1), '100 %'],
  [formatScore(0.756), '0.76'],
  [formatMean(6.5), '6.5'],
  [formatMean(7), '7'],
  [formatDuration(641), '641 ms'],
  [formatDuration(11_400), '11.4 s'],
  [formatDuration(200_000), '3 min 20 s'],
  [formatDuration(7_500_000), '2 h 5 min'],
  [formatRoughDuration(41_400), '41 s'],
  [formatRoughDuration(200), '1 s'],
  [formatRoughDuration(400_000), '7 min'],
  [formatBytes(0), '0 bytes'],
  [formatBytes(61_000), '61 kB'],
  [formatBytes(48_240_000), '48.2 MB'],
  [formatBytes(999_600), '1 MB'],
  [formatBytes(184_000_000), '184 MB'],
])('writes %s as %s', (text, expected) => {
  expect(text).toBe(expected);
});

test('times become shorter the closer they are', () => {
  const now = new Date(2025, 10, 18, 15, 0).getTime();
  const minute = 60_000;
  expect(formatAgo(now - 12_000, now)).toBe('12 s ago');
  expect(formatAgo(now - 2 * minute, now)).toBe('2 min ago');
  expect(formatAgo(now - 180 * minute, now)).toBe('3 h ago');
  expect(formatAgo(now - 24 * 60 * minute, now)).toBe('Yesterday');
  expect(formatAgo(new Date(2025, 10, 12).getTime(), now)).toBe('12 Nov');
  expect(formatMoment(now - 28 * minute, now)).toBe('14:32');
  expect(formatMoment(new Date(2025, 10, 17, 16, 40).getTime(), now)).toBe('17 Nov, 16:40');
  expect(formatMoment(new Date(2023, 0, 2).getTime(), now)).toBe('2 Jan 2023');
});
