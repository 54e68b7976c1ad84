import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScorePart } from '../../../shared/model/score.ts';
import {
  barSegments,
  outline,
  partSummary,
  platformDiffers,
  previewState,
  weightsOf,
  type PreviewFacts,
} from './score-view.ts';

function part(key: string, value: number | null, more: Partial<ScorePart> = {}): ScorePart {
  return {
    key,
    type: 'string_check',
    state: value === null ? 'errored' : 'scored',
    value,
    platformValue: value ?? 0,
    reason: null,
    detail: {},
    durationUs: null,
    parts: [],
    ...more,
  };
}
function files(formula: string) {
  return { 'grader.json': JSON.stringify({ type: 'multi', graders: {}, calculate_output: formula }) };
}
const FACTS: PreviewFacts = {
  hasSample: true,
  isUntrusted: false,
  errors: 0,
  hasValid: true,
  hasScore: true,
  isOld: false,
  failure: null,
};

test('weights are those of the formula when it is a weighted sum', () => {
  expect([...(weightsOf(files('0.3 * a + 0.7 * b')) ?? [])]).toEqual([
    ['a', 0.3],
    ['b', 0.7],
  ]);
  expect(weightsOf(files('min(a, b)'))).toBeNull();
  expect(weightsOf({ 'grader.json': '{' })).toBeNull();
});

test('the bar is cut into what each part adds', () => {
  const whole = part('', 0.65, { parts: [part('a', 1), part('b', 0.5)] });
  const segments = barSegments(
    whole,
    new Map([
      ['a', 0.3],
      ['b', 0.7],
    ]),
  );
  expect(segments.map(({ key, share }) => [key, Math.round(share * 100)])).toEqual([
    ['a', 30],
    ['b', 35],
  ]);
});

test('what is not scored has no bar, not one of length 0', () => {
  expect(barSegments(part('', null, { parts: [part('a', 1)] }), new Map([['a', 1]]))).toEqual([]);
});

test('a formula that takes something away is drawn as one value', () => {
  const whole = part('w', 0.5, { parts: [part('a', 1), part('b', 0.5)] });
  expect(
    barSegments(
      whole,
      new Map([
        ['a', 1],
        ['b', -1],
      ]),
    ),
  ).toEqual([{ key: 'w', share: 0.5 }]);
  expect(barSegments(whole, null)).toEqual([{ key: 'w', share: 0.5 }]);
});

test('the segments never leave the bar', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const weight = fc.double({ min: 0, max: 3, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(unit, weight), { minLength: 1, maxLength: 6 }), (pairs) => {
      const parts = pairs.map(([value], at) => part(`p${at}`, value));
      const weights = new Map(pairs.map(([, one], at) => [`p${at}`, one]));
      const sum = barSegments(part('', 0.5, { parts }), weights).reduce((total, { share }) => total + share, 0);
      expect(sum).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

test('trust comes before everything that would run', () => {
  expect(previewState({ ...FACTS, isUntrusted: true }).kind).toBe('untrusted');
});

test('a text with errors keeps the score of the last one without, and says so', () => {
  expect(previewState({ ...FACTS, errors: 1 })).toEqual({ kind: 'shown', isStale: true });
  expect(previewState({ ...FACTS, errors: 2, hasValid: false, hasScore: false })).toEqual({
    kind: 'invalid',
    errors: 2,
  });
});

test('the other states of the preview', () => {
  expect(previewState(FACTS)).toEqual({ kind: 'shown', isStale: false });
  expect(previewState({ ...FACTS, isOld: true })).toEqual({ kind: 'shown', isStale: true });
  expect(previewState({ ...FACTS, hasScore: false }).kind).toBe('waiting');
  expect(previewState({ ...FACTS, hasScore: false, failure: 'Gone.' })).toEqual({ kind: 'failed', message: 'Gone.' });
  expect(previewState({ ...FACTS, hasSample: false }).kind).toBe('noSample');
});

test('a part says why it has no value, else its summary, else what it printed', () => {
  expect(partSummary(part('a', null, { reason: 'KeyError: x', detail: { output: 'hi' } }))).toBe('KeyError: x');
  expect(partSummary(part('a', 1, { detail: { summary: 'Equals the reference.', output: 'hi' } }))).toBe(
    'Equals the reference.',
  );
  expect(partSummary(part('a', 1, { detail: { output: '\n  off by 3 \nmore' } }))).toBe('off by 3');
  expect(partSummary(part('a', 1))).toBeNull();
});

test('the trainer’s value is shown only where it is another one', () => {
  expect(platformDiffers(part('a', null))).toBe(0);
  expect(platformDiffers(part('a', 0.5))).toBeNull();
  expect(platformDiffers({ value: 1.5, platformValue: 0 })).toBe(0);
  expect(platformDiffers({ value: null, platformValue: null })).toBeNull();
});

test('an answer is outlined by its first level, and a mere wrapper is opened', () => {
  expect(outline({ wrapper: { decision: 'pay', items: [1, 2], more: { a: 1 }, none: null, n: 3 } })).toEqual([
    { key: 'decision', value: '"pay"', kind: 'text' },
    { key: 'items', value: '[…2]', kind: 'word' },
    { key: 'more', value: '{…1}', kind: 'word' },
    { key: 'none', value: 'null', kind: 'word' },
    { key: 'n', value: '3', kind: 'number' },
  ]);
  expect(outline('plain')).toEqual([{ key: null, value: 'plain', kind: 'text' }]);
});
