import { expect, test } from 'vitest';
import { chipsOf, countConditions } from './filter-chips.ts';

test('makes a chip of each condition, with the filter that is left without it', () => {
  const chips = chipsOf('hail outcome:failure,error -tag:rush reward>=0.5');
  expect(chips.map(({ field, isNegated, value }) => [field, isNegated, value])).toEqual([
    [null, false, 'hail'],
    ['outcome', false, 'Failed, Error'],
    ['tag', true, 'rush'],
    ['reward', false, '>= 0.5'],
  ]);
  expect(chips[1]?.rest).toBe('hail -tag:rush reward>=0.5');
});

test('keeps conditions joined by or in one chip', () => {
  const chips = chipsOf('(lang:de or lang:fr) calls:1..3');
  expect(chips).toHaveLength(2);
  expect(chips[0]?.rest).toBe('calls:1..3');
});

test('makes no chips of a filter that cannot be read', () => {
  expect(chipsOf('outcome:')).toEqual([]);
  expect(countConditions('hail storm')).toBe(2);
});
