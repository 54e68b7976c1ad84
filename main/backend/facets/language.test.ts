import { describe, expect, it } from 'vitest';
import { ASKS } from '../testing/bike-shop.ts';
import { createLanguageTeller, detectLanguage } from './language.ts';

describe('detectLanguage', () => {
  it.each(ASKS.map((ask) => [ask.lang, ask.text] as const))('hears %s in: %s', (lang, text) => {
    expect(detectLanguage(text)).toBe(lang);
  });

  it.each(['', 'ok', 'B-1234567890 42 !!!', '{"a": 1}', '12345678901234567890'])('keeps quiet about %j', (text) => {
    expect(detectLanguage(text)).toBeNull();
  });
});

describe('a teller of many texts', () => {
  it('says of every text what the statistics say, whatever came before', () => {
    const tell = createLanguageTeller();
    for (let round = 0; round < 5; round += 1)
      for (const ask of ASKS) expect([ask.text, tell(ask.text)]).toEqual([ask.text, ask.lang]);
  });

  it('knows a text by words it has met in one language only', () => {
    const tell = createLanguageTeller();
    const english = 'Where is my parcel with the front light';
    const german = 'Wo ist mein Paket mit dem vorderen Licht';
    for (let round = 0; round < 4; round += 1) expect([tell(english), tell(german)]).toEqual(['en', 'de']);
    // Too short for the statistics alone.
    expect(detectLanguage('is my light')).toBeNull();
    expect(tell('is my light the')).toBe('en');
    expect(tell('ist mein Licht mit')).toBe('de');
  });

  it('does not guess from too few words, or from words of two languages', () => {
    const tell = createLanguageTeller();
    for (let round = 0; round < 4; round += 1) {
      tell('Where is my parcel with the front light');
      tell('Wo ist mein Paket mit dem vorderen Licht');
    }
    expect(tell('is my light')).toBeNull();
    expect(tell('is ist my mit')).toBeNull();
  });
});
