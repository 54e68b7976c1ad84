import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalShare, inSetShare, NO_DRAFT, quotaList, readDraft, valueFilter } from './quotas.ts';

const values = fc.uniqueArray(fc.record({ value: fc.string(), available: fc.nat(500) }), {
  selector: (one) => one.value,
  maxLength: 12,
});
const sumOf = (quotas: Readonly<Record<string, number>>): number =>
  Object.values(quotas).reduce((total, count) => total + count, 0);

describe('equal shares', () => {
  test('without a size take what the rarest value can give', () => {
    const three = [
      { value: 'en', available: 76 },
      { value: 'de', available: 11 },
      { value: 'fr', available: 7 },
      { value: 'xx', available: 0 },
    ];
    expect(equalShare(three, null)).toEqual({ en: 7, de: 7, fr: 7 });
  });

  test('of a size add up to it and differ by one at most', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 5_000 }), (list, size) => {
        const present = list.filter((one) => one.available > 0);
        const quotas = equalShare(list, size);
        expect(sumOf(quotas)).toBe(present.length === 0 ? 0 : size);
        const counts = present.map((one) => (Object.hasOwn(quotas, one.value) ? (quotas[one.value] ?? 0) : 0));
        if (counts.length > 0) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('shares as in the set', () => {
  test('without a size are all there is', () => {
    expect(
      inSetShare(
        [
          { value: 'a', available: 3 },
          { value: 'b', available: 0 },
        ],
        null,
      ),
    ).toEqual({ a: 3 });
  });

  test('of a size add up to it and stay within one of the exact proportion', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 5_000 }), (list, size) => {
        const sum = list.reduce((total, one) => total + one.available, 0);
        const quotas = inSetShare(list, size);
        expect(sumOf(quotas)).toBe(sum === 0 ? 0 : size);
        for (const { value, available } of sum === 0 ? [] : list) {
          const own = Object.hasOwn(quotas, value) ? (quotas[value] ?? 0) : 0;
          expect(Math.abs(own - (available / sum) * size)).toBeLessThan(1);
        }
      }),
    );
  });
});

test('the rarest value is asked for first, and values without a quota not at all', () => {
  const list = [
    { value: 'common', available: 9 },
    { value: 'rare', available: 2 },
    { value: 'none', available: 4 },
  ];
  expect(quotaList(list, { common: 3, rare: 1, none: 0 })).toEqual([
    { value: 'rare', count: 1 },
    { value: 'common', count: 3 },
  ]);
});

test('a value named like a part of the language has no quota by itself', () => {
  expect(quotaList([{ value: 'constructor', available: 2 }], {})).toEqual([]);
});

test('the samples of a value stay within the scope, also when it has alternatives', () => {
  expect(valueFilter('', 'lang:de')).toBe('lang:de');
  expect(valueFilter('-decision:exclude', 'lang:de')).toBe('-decision:exclude lang:de');
  expect(valueFilter('tag:a or tag:b', 'lang:de')).toBe('(tag:a or tag:b) lang:de');
});

test('a stored draft that cannot be read gives a new one', () => {
  expect(readDraft({ facet: 3 })).toBe(NO_DRAFT);
  expect(readDraft(null)).toBe(NO_DRAFT);
  const draft = { facet: 'lang', scope: '', seed: 4, size: null, quotas: { lang: { de: 2 } } };
  expect(readDraft(draft)).toEqual(draft);
});
