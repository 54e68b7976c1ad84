import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, NO_DRAFT, readDraft, rescale, valueFilter, withAmount } from './quotas.ts';

test('quotas of another size add up to it and keep their proportions within one', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 5_000 }), (list, size) => {
      const quotas = list.map((amount, at) => ({ values: [`v${at}`], amount }));
      const sum = list.reduce((total, amount) => total + amount, 0);
      const scaled = rescale(quotas, size);
      expect(scaled.reduce((total, quota) => total + quota.amount, 0)).toBe(size);
      for (const [at, quota] of scaled.entries())
        expect(Math.abs(quota.amount - ((list[at] ?? 0) / sum) * size)).toBeLessThan(1);
    }),
  );
});

test('a quota is set, changed and taken away by the values of its cell', () => {
  const one = withAmount([], ['de', 'search'], 4);
  expect(amountOf(one, ['de', 'search'])).toBe(4);
  expect(amountOf(one, ['de', 'fetch'])).toBe(0);
  expect(withAmount(one, ['de', 'search'], 5)).toEqual([{ values: ['de', 'search'], amount: 5 }]);
  expect(withAmount(one, ['de', 'search'], 0)).toEqual([]);
});

test('the samples of a value stay within the set, also when it has alternatives', () => {
  expect(valueFilter('', 'lang:de')).toBe('lang:de');
  expect(valueFilter('-decision:exclude', 'lang:de')).toBe('-decision:exclude lang:de');
  expect(valueFilter('tag:a or tag:b', 'lang:de')).toBe('(tag:a or tag:b) lang:de');
});

test('a stored draft that cannot be read gives a new one', () => {
  expect(readDraft({ facet: 3 })).toBe(NO_DRAFT);
  expect(readDraft(null)).toBe(NO_DRAFT);
  const draft = { ...NO_DRAFT, facets: ['lang'], quotas: { lang: [{ values: ['de'], amount: 2 }] } };
  expect(readDraft(draft)).toEqual(draft);
});
