import { eld } from 'eld/small';

/** Shorter texts are too often told wrong. */
const MIN_LETTERS = 12;
/** A sentence tells; more only costs time, and an import asks for each sample. */
const MOST_CHARS = 100;

/** @returns the part of a text that its language is told by: its beginning without numbers and ids */
export function languageExcerpt(text: string): string {
  return text
    .slice(0, 4 * MOST_CHARS)
    .replaceAll(/\S*\d\S*/gu, '')
    .slice(0, MOST_CHARS);
}

/**
 * Guesses the language of an excerpt, by character statistics that ship with the library.
 *
 * @returns a two-letter code, null when the text is short or the guess is unsure
 */
export function detectLanguage(text: string): string | null {
  const excerpt = languageExcerpt(text);
  if (excerpt.replaceAll(/\P{L}/gu, '').length < MIN_LETTERS) return null;
  const result = eld.detect(excerpt);
  return result.language === '' || !result.isReliable() ? null : result.language;
}
