import i18next from 'i18next';
import { expect, test } from 'vitest';
import { ErrorCode } from '../../shared/rpc/errors.ts';
import { errorNextStep, errorTitle } from './error-text.ts';
import { initTexts, translate } from './index.ts';

initTexts();

test('every error code has a title and a next step', () => {
  for (const code of ErrorCode.options) {
    expect(errorTitle(code)).not.toContain('errors:');
    expect(errorNextStep(code)).toMatch(/^[A-Z].*\.$/);
  }
});

test('counts take the right form and are grouped', () => {
  expect(translate('common:counts.samples', { count: 1 })).toBe('1 sample');
  expect(translate('common:counts.samples', { count: 1548 })).toBe('1,548 samples');
});

test('no text shouts', () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(texts);
  expect(texts(i18next.store.data).filter((text) => text.includes('!'))).toEqual([]);
});
