import { eld } from 'eld/small';

/** Shorter texts are too often told wrong. */
const MIN_LETTERS = 12;
/** Two or three sentences tell; more only cost time, and an import asks for each sample. */
const MOST_CHARS = 120;

/**
 * Guesses the language of a text from its beginning, by character statistics that ship with the library.
 *
 * @returns a two-letter code, null when the text is short or the guess is unsure
 */
export function detectLanguage(text: string): string | null {
  const beginning = text.slice(0, MOST_CHARS);
  if (beginning.replaceAll(/\P{L}/gu, '').length < MIN_LETTERS) return null;
  const result = eld.detect(beginning);
  return result.language === '' || !result.isReliable() ? null : result.language;
}
