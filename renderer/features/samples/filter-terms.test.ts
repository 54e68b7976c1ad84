import { expect, test } from 'vitest';
import { toggleTerm } from '../../../shared/query/edit.ts';
import { hasTerm } from './filter-terms.ts';

test('knows a facet value in a filter however it was written, alone or among alternatives', () => {
  expect(hasTerm('hail outcome:failed,error', 'outcome:failure')).toBe(true);
  expect(hasTerm('tool:"read file"', 'tool:"read file"')).toBe(true);
  expect(hasTerm('outcome:success', 'outcome:failure')).toBe(false);
  expect(hasTerm('-outcome:failure', 'outcome:failure')).toBe(false);
  expect(hasTerm('calls:4..7', 'calls:4..7')).toBe(true);
});

test('agrees with toggling: a term that was toggled on is there, and off again is not', () => {
  const on = toggleTerm('hail', 'tool:get_claim');
  expect(hasTerm(on, 'tool:get_claim')).toBe(true);
  expect(hasTerm(toggleTerm(on, 'tool:get_claim'), 'tool:get_claim')).toBe(false);
});
