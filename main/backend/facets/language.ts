import { eld } from 'eld/small';

/** Shorter texts are too often told wrong. */
const MIN_LETTERS = 12;

/**
 * Guesses the language of a text, from character statistics that ship with the library.
 *
 * @returns a two-letter code, null when the text is short or the guess is unsure
 */
export function detectLanguage(text: string): string | null {
  const letters = text.replaceAll(/\P{L}/gu, '').length;
  if (letters < MIN_LETTERS) return null;
  const result = eld.detect(text);
  return result.language === '' || !result.isReliable() ? null : result.language;
}
