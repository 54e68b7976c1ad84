import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SplitRules } from '../../../shared/contract/splits.ts';
import { mixTone } from './mix.ts';
import { isSeed, nextSeed, percentOf, readDraft, sameRules, sidesShown, toDraft, withPercent } from './split-rules.ts';

const RULES: SplitRules = {
  filter: null,
  shares: { train: 8, validation: 1, test: 1 },
  seed: 1187,
  groupBy: ['conversation', 'exact'],
  stratifyBy: ['lang'],
  near: 0.8,
  semantic: 0.92,
};

test('reads shares as parts of their sum', () => {
  expect([percentOf(RULES, 'train'), percentOf(RULES, 'validation'), percentOf(RULES, 'test')]).toEqual([80, 10, 10]);
});

test('shares always come to the whole, whatever is asked for', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('validation', 'test'),
      fc.double({ min: -50, max: 150, noNaN: true }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (side, percent, before) => {
        const first = { ...RULES, shares: withPercent(RULES, 'validation', before) };
        const shares = withPercent(first, side, percent);
        expect(shares.train + shares.validation + shares.test).toBeCloseTo(1, 9);
        expect(Math.min(shares.train, shares.validation, shares.test)).toBeGreaterThanOrEqual(0);
        expect(shares[side] * 100).toBeCloseTo(Math.max(0, Math.min(100, Math.round(percent * 10) / 10)), 6);
      },
    ),
  );
});

test('takes from training first and from the other side only when training is empty', () => {
  expect(withPercent(RULES, 'validation', 30)).toEqual({ train: 0.6, validation: 0.3, test: 0.1 });
  expect(withPercent(RULES, 'validation', 95)).toEqual({ train: 0, validation: 0.95, test: 0.05 });
});

test('keeps a draft and knows whether it says the same', () => {
  expect(readDraft(toDraft(RULES))).toEqual(RULES);
  expect(readDraft({ seed: 'x' })).toBeNull();
  expect(sameRules(RULES, { ...RULES, shares: { train: 0.8, validation: 0.1, test: 0.1 } })).toBe(true);
  expect(sameRules(RULES, { ...RULES, groupBy: ['exact', 'conversation'] })).toBe(true);
  expect(sameRules(RULES, { ...RULES, seed: 1 })).toBe(false);
});

test('a new seed is another one', () => {
  expect(nextSeed(1187, 0.1187)).not.toBe(1187);
  expect(nextSeed(1, 0.5)).toBe(5_000);
  expect(isSeed(-1) || isSeed(1.5) || isSeed('')).toBe(false);
});

test('shows a test side once it is asked for or has samples', () => {
  const none = { shares: { train: 0.8, validation: 0.2, test: 0 } };
  expect(sidesShown({ train: 1, validation: 1, test: 0 }, none)).toEqual(['train', 'validation']);
  expect(sidesShown({ train: 1, validation: 1, test: 2 }, none)).toHaveLength(3);
  expect(sidesShown({ train: 1, validation: 1, test: 0 }, RULES)).toHaveLength(3);
});

test('a difference between small sides is no warning', () => {
  expect(mixTone(0.1, 5)).toBe('ok');
  expect(mixTone(0.3, 29)).toBe('neutral');
  expect(mixTone(0.3, 30)).toBe('warn');
});
