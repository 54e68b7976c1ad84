import { describe, expect, it } from 'vitest';
import { ASKS } from '../testing/bike-shop.ts';
import { detectLanguage } from './language.ts';

describe('detectLanguage', () => {
  it.each(ASKS.map((ask) => [ask.lang, ask.text] as const))('hears %s in: %s', (lang, text) => {
    expect(detectLanguage(text)).toBe(lang);
  });

  it.each(['', 'ok', 'B-1234567890 42 !!!', '{"a": 1}', '12345678901234567890'])('keeps quiet about %j', (text) => {
    expect(detectLanguage(text)).toBeNull();
  });
});
