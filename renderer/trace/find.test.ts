import { expect, test } from 'vitest';
import { findMatches, rangesOf } from './find.ts';

test('finds text as it was typed, ignoring case, whatever it would mean to a pattern', () => {
  expect(rangesOf('A.b a.B axb', 'a.b')).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 7 },
  ]);
  expect(rangesOf('x(y)', '(')).toEqual([{ from: 1, to: 2 }]);
  expect(rangesOf('a-b', '-')).toEqual([{ from: 1, to: 2 }]);
  expect(rangesOf('anything', '')).toEqual([]);
});

test('counts matches in reading order and within each piece', () => {
  const pieces = [
    { key: 'p', nodeKey: 'n1', lines: ['hail and hail', 'Hail'] },
    { key: 'q', nodeKey: 'n2', lines: ['no', 'hail'] },
  ];
  expect(findMatches(pieces, 'hail').map((match) => `${match.key}${match.ordinal}`)).toEqual(['p0', 'p1', 'p2', 'q0']);
});
