import { describe, expect, it } from 'vitest';
import { separateWords, toFtsPhrase } from './search-words.ts';

describe('separateWords', () => {
  it.each([
    ['plain text, with Umläuten und café', 'plain text, with Umläuten und café'],
    ['北京 weather', ' 北  京  weather'],
    ['iPhone手机', 'iPhone 手  机 '],
    ['go 🚲', 'go  pictogram1f6b2x '],
    ['नमस्ते', 'नमस्ते'],
  ])('writes %j as %j', (text, expected) => {
    expect(separateWords(text)).toBe(expected);
  });
});

describe('toFtsPhrase', () => {
  it.each([
    [{ text: 'refund', prefix: false }, '"refund"'],
    [{ text: 'refu', prefix: true }, '"refu" *'],
    [{ text: 'say "hi" AND', prefix: false }, '"say ""hi"" AND"'],
    [{ text: 'a\0b', prefix: false }, '"a b"'],
    [{ text: '=> ???', prefix: false }, null],
  ])('writes %j as %j', (term, expected) => {
    expect(toFtsPhrase(term)).toBe(expected);
  });
});
