import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AttemptId } from '../../../shared/model/ids.ts';
import type { AttemptSummary } from '../../../shared/model/sample.ts';
import { bestAttempt, compareSides, diffLists, diffTexts, foldEqual, type Piece } from './compare.ts';

const joined = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('');
const equal = (pieces: readonly Piece[]): string => joined(pieces.filter((piece) => !piece.isChanged));

describe('two texts', () => {
  test('are shown whole on either side, and agree in what is not marked', () => {
    const words = fc
      .array(fc.constantFrom('hail', 'roof', ' ', ', ', '1,714.50', '\n', 'Schäden'))
      .map((list) => list.join(''));
    fc.assert(
      fc.property(words, words, (left, right) => {
        const pieces = diffTexts(left, right);
        expect(joined(pieces.left)).toBe(left);
        expect(joined(pieces.right)).toBe(right);
        expect(equal(pieces.left)).toBe(equal(pieces.right));
      }),
    );
  });

  test('mark the words that differ and no others', () => {
    const { left, right } = diffTexts('Hail damage to the roof', 'Hail damage to the bonnet');
    expect(left.filter((piece) => piece.isChanged)).toEqual([{ text: 'roof', isChanged: true }]);
    expect(right.filter((piece) => piece.isChanged)).toEqual([{ text: 'bonnet', isChanged: true }]);
  });

  test('that have nothing in common and are very long are marked as a whole', () => {
    const lines = (from: number): string => Array.from({ length: 4_000 }, (_, at) => `line ${from + at}`).join('\n');
    const { left } = diffTexts(lines(0), lines(10_000));
    expect(left).toHaveLength(1);
    expect(left[0]?.isChanged).toBe(true);
  });
});

test('lists keep every item in order and mark those of one side', () => {
  const { left, right } = diffLists(['get_claim', 'search', 'calc'], ['get_claim', 'calc', 'calc']);
  expect(left.map((piece) => piece.text)).toEqual(['get_claim', 'search', 'calc']);
  expect(left.filter((piece) => piece.isChanged).map((piece) => piece.text)).toEqual(['search']);
  expect(right.filter((piece) => piece.isChanged)).toHaveLength(1);
});

describe('two samples', () => {
  const prompt = [
    { role: 'system' as const, parts: [{ type: 'text' as const, text: 'Be short.' }] },
    { role: 'user' as const, parts: [{ type: 'text' as const, text: 'Where is it?' }] },
  ];
  const answer = (text: string) => [{ role: 'assistant' as const, parts: [{ type: 'text' as const, text }] }];

  test('are compared by what was asked, answered and expected; what neither has is left out', () => {
    const sections = compareSides(
      { prompt, reference: { city: 'Rome' }, messages: answer('In Rome') },
      { prompt, reference: { city: 'Bern' }, messages: answer('In Rome') },
    );
    expect(sections.map(({ key, isSame }) => [key, isSame])).toEqual([
      ['prompt', true],
      ['answer', true],
      ['reference', false],
    ]);
    expect(sections[0]?.left).toEqual([{ text: 'Where is it?', isChanged: false }]);
  });

  test('differ where only one of them has something', () => {
    const [, reference] = compareSides(
      { prompt, reference: { a: 1 }, messages: null },
      { prompt, reference: {}, messages: null },
    );
    expect(reference).toMatchObject({ key: 'reference', right: null, isSame: false });
  });
});

describe('long equal text', () => {
  test('is folded, and nothing that differs ever is', () => {
    const piece = fc.record({ text: fc.string({ maxLength: 2_000, unit: 'binary' }), isChanged: fc.boolean() });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const folded = foldEqual(pieces);
        const length = folded.reduce((sum, one) => sum + ('gap' in one ? one.gap : one.text.length), 0);
        expect(length).toBe(joined(pieces).length);
        const changed = folded.filter((one): one is Piece => !('gap' in one) && one.isChanged);
        expect(changed).toEqual(pieces.filter((one) => one.isChanged));
      }),
    );
  });

  test('stays when it is short', () => {
    expect(foldEqual([{ text: 'short', isChanged: false }])).toEqual([{ text: 'short', isChanged: false }]);
  });
});

test('the best attempt has the highest score, or reward where there is no score, and is the first of equals', () => {
  const attempt = (id: number, score: number | null, reward: number | null): AttemptSummary => ({
    id: AttemptId.parse(id),
    idx: id,
    outcome: 'unknown',
    reward,
    score,
    uid: String(id),
    model: null,
    steps: 1,
    calls: 0,
    toolErrors: 0,
    maxParallel: 0,
    latencyMs: null,
    tokens: null,
    startedAt: null,
  });
  expect(bestAttempt([])).toBeNull();
  expect(bestAttempt([attempt(1, null, null), attempt(2, null, null)])?.id).toBe(1);
  expect(bestAttempt([attempt(1, null, 0.4), attempt(2, 0.6, 0.1), attempt(3, 0.6, 1)])?.id).toBe(2);
});
