import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moved, toggled } from './sort-rule.ts';

const list = fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 6 });

test('a line moves by one place, is never lost, and moving back restores the order', () => {
  fc.assert(
    fc.property(list, fc.nat(5), fc.constantFrom(-1 as const, 1 as const), (items, pick, by) => {
      const at = pick % items.length;
      const next = moved(items, at, by);
      expect(next.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      const to = at + by;
      if (to < 0 || to >= items.length) expect(next).toBe(items);
      else {
        expect(next[to]).toBe(items[at]);
        expect(moved(next, to, by === 1 ? -1 : 1)).toEqual(items);
      }
    }),
  );
});

test('a line that is taken out and put back comes last', () => {
  expect(toggled(['a', 'b', 'c'], 'a')).toEqual(['b', 'c']);
  expect(toggled(['b', 'c'], 'a')).toEqual(['b', 'c', 'a']);
});
