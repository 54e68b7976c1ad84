import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLists, diffTexts, type Piece } from './word-diff.ts';

const joined = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('');
const equal = (pieces: readonly Piece[]): string => joined(pieces.filter((piece) => !piece.isChanged));
const marked = (pieces: readonly Piece[]): readonly string[] =>
  pieces.filter((piece) => piece.isChanged).map((piece) => piece.text);

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

  test('mark amounts as a whole, neighbouring words as one, and single characters where words have no blanks', () => {
    const amounts = diffTexts('Invoice 2,164.50 is due now', 'Invoice 1,640.00 is paid up');
    expect(marked(amounts.left)).toEqual(['2,164.50', 'due now']);
    expect(marked(amounts.right)).toEqual(['1,640.00', 'paid up']);
    expect(marked(diffTexts('屋根に雹の損害', '屋根に風の損害').right)).toEqual(['風']);
  });

  test('of JSON mark whole values and never the layout', () => {
    const left = '{\n  "evidence": ["policy 4.2"],\n  "payout": 1714.5\n}';
    const right = '{\n  "evidence": [\n    "policy 4.2",\n    "policy 6.1"\n  ],\n  "payout": 1340\n}';
    const { left: was, right: now } = diffTexts(left, right, 'json');
    expect([joined(was), joined(now)]).toEqual([left, right]);
    expect(marked(was)).toEqual(['1714.5']);
    expect(marked(now).join(' ')).toBe(', "policy 6.1" 1340');
  });

  test('that differ in very many words are compared by lines', () => {
    const list = (step: number): string =>
      Array.from({ length: 400 }, (_, at) => (at % step === 0 ? `${step}/a b c d ${at}` : `shared ${at}`)).join('\n');
    const { left, right } = diffTexts(list(2), list(3));
    expect(equal(left)).toBe(equal(right));
    expect(equal(left).split('\n').length).toBeGreaterThan(100);
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
