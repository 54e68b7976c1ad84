import { expect, test } from 'vitest';
import { isMet, stateOf, wallShare, type Gate } from './gates.ts';

function gate(state: Gate['state']): Gate {
  return { name: 'walls', state, value: null, limit: '', share: null, limitShare: 0, text: null, href: null };
}

test('a principle is met only when all of its gates were measured and hold', () => {
  expect(isMet({ name: 'hard', gates: [gate('pass'), gate('pass')] })).toBe(true);
  expect(isMet({ name: 'hard', gates: [gate('pass'), gate('unknown')] })).toBe(false);
});

test('a gate past its limit shows, even beside gates that were not measured', () => {
  expect(stateOf({ name: 'hard', gates: [gate('unknown'), gate('miss')] })).toBe('miss');
  expect(stateOf({ name: 'hard', gates: [gate('unknown'), gate('pass')] })).toBe('unknown');
});

test('without scores there is no share at the walls, not a share of 0', () => {
  expect(wallShare(undefined)).toBeNull();
  expect(wallShare({ scored: 0, atWalls: 0 })).toBeNull();
  expect(wallShare({ scored: 8, atWalls: 2 })).toBe(0.25);
});
