import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareByCodePoint, strip, stripEnd, toCodePoints } from './normalise.ts';
import { asciiWordTokens, fullStopSentences, mteval13aTokens, whitespaceTokens, wordPunctTokens } from './tokens.ts';

describe('tokens', () => {
  it('splits at the blanks Python knows and keeps the byte order mark', () => {
    expect(whitespaceTokens(' a\u00a0b\u3000c\x1cd\x85e \ufefff ')).toEqual(['a', 'b', 'c', 'd', 'e', '\ufefff']);
  });

  it('splits words from punctuation, and combining marks from their letters as Python does', () => {
    expect(wordPunctTokens("don't snake_case... 日本!")).toEqual(['don', "'", 't', 'snake_case', '...', '日本', '!']);
    expect(wordPunctTokens('e\u0301t')).toEqual(['e', '\u0301', 't']);
  });

  it('splits by the rules of mteval-v13a', () => {
    expect(mteval13aTokens("It's R&amp;D: 1,200.5 in 2-3 steps, e.g.\nre-use-\ncase. ")).toEqual([
      "It's",
      'R',
      '&',
      'D',
      ':',
      '1,200.5',
      'in',
      '2',
      '-',
      '3',
      'steps',
      ',',
      'e',
      '.',
      'g',
      '.',
      're-usecase',
      '.',
    ]);
  });

  it('keeps only a-z and 0-9 for rouge-score', () => {
    expect(asciiWordTokens('Café №5, ДА 日本 x_y')).toEqual(['caf', '5', 'x', 'y']);
  });

  it('cuts at full stops and keeps a piece of blanks as one empty word', () => {
    expect(fullStopSentences('a b. c. ')).toEqual([['a', 'b'], ['c'], ['']]);
    expect(fullStopSentences('..')).toEqual([]);
  });

  it('never yields an empty token or one with a blank inside', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const tokenize of [whitespaceTokens, wordPunctTokens, mteval13aTokens, asciiWordTokens]) {
          for (const token of tokenize(text)) expect(whitespaceTokens(token)).toEqual([token]);
        }
      }),
    );
  });
});

describe('normalisation', () => {
  it('strips what whitespace tokens leave out', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(' ', '\t', '\x1f', '\u2003', 'a', 'b') }), (text) => {
        expect(whitespaceTokens(strip(text))).toEqual(whitespaceTokens(text));
        expect(strip(text)).toBe(stripEnd(strip(text)));
        if (strip(text) !== '') expect(whitespaceTokens(text)[0]?.charAt(0)).toBe(strip(text).charAt(0));
      }),
    );
  });

  it('gives one number for each code point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([...toCodePoints(text)]).toEqual(Array.from(text, (character) => character.codePointAt(0)));
      }),
    );
  });

  it('orders by code point, where UTF-16 order would put an emoji before U+E000', () => {
    expect(['\ue000', '😀', 'z', 'a', 'ab'].toSorted(compareByCodePoint)).toEqual(['a', 'ab', 'z', '\ue000', '😀']);
  });
});
