import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idFilter, isInside, nearestWithin } from './geometry.ts';

test('a point is inside of a rectangle exactly when it is between its sides', () => {
  const between = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  fc.assert(
    fc.property(between, between, fc.double({ min: -1, max: 2, noNaN: true }), (x, y, away) => {
      const square = [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
        { x: 0, y: 1 },
      ];
      expect(isInside({ x, y }, square)).toBe(true);
      if (away < 0 || away > 1) expect(isInside({ x: away, y }, square)).toBe(false);
    }),
  );
});

test('a loop that is open or crosses itself has an inside too', () => {
  const bow = [
    { x: 0, y: 0 },
    { x: 2, y: 2 },
    { x: 2, y: 0 },
    { x: 0, y: 2 },
  ];
  expect(isInside({ x: 0.2, y: 1 }, bow)).toBe(true);
  expect(isInside({ x: 1, y: 0.2 }, bow)).toBe(false);
  expect(isInside({ x: 1, y: 1 }, [{ x: 0, y: 0 }])).toBe(false);
});

test('a click takes the nearest point within reach, and none when it is far from all', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 5, y: 5 },
  ];
  expect(nearestWithin(points, { x: 4, y: 4 }, 8)).toBe(1);
  expect(nearestWithin(points, { x: 40, y: 4 }, 8)).toBeNull();
});

test('a filter of numbers joins runs, and is given up when it would be too long', () => {
  expect(idFilter([7, 3, 4, 5, 9])).toBe('id:3..5,7,9');
  expect(idFilter([12])).toBe('id:12');
  expect(idFilter(Array.from({ length: 50_000 }, (_, at) => at + 1))).toBe('id:1..50000');
  expect(idFilter(Array.from({ length: 2_000 }, (_, at) => at * 2))).toBeNull();
});
