import { eld } from 'eld/small';
import { OPENING_CHARS } from './opening.ts';

/** A sentence tells; more only costs time, and an import asks for each sample. */
const MOST_CHARS = 64;
/** Shorter texts are too often told wrong. */
const MIN_LETTERS = 12;

/**
 * Guesses the language of a text by its beginning, by character statistics that ship with the library.
 *
 * @returns a two-letter code, null when the text is short or the guess is unsure
 */
export function detectLanguage(text: string): string | null {
  return tellLanguage(excerptOf(text));
}

/** The part of a text that its language is told by: its beginning without numbers and ids. */
function excerptOf(text: string): string {
  const opening = text.slice(0, OPENING_CHARS);
  return (/\d/u.test(opening) ? opening.replaceAll(/\S*\d\S*/gu, '') : opening).slice(0, MOST_CHARS);
}

function tellLanguage(excerpt: string): string | null {
  if (excerpt.replaceAll(/\P{L}/gu, '').length < MIN_LETTERS) return null;
  const result = eld.detect(excerpt);
  return result.language === '' || !result.isReliable() ? null : result.language;
}

/** How often a word must have been met in texts of one language to speak for it, */
const ENOUGH = 3;
/** and how many times as often as in texts of others, which are often told wrong themselves. */
const MAJORITY = 8;
/** Fewer words can be by chance all known. */
const MIN_WORDS = 4;
/** The share of a text's words that must speak for a language; none may speak for another. */
const MOST_OF_THEM = 0.7;
/** Words remembered; more are not needed to know the common ones of a file. */
const MOST_WORDS = 50_000;

type Word = { lang: string; hits: number; misses: number };

/**
 * Tells the languages of many texts: as `detectLanguage`, but a text most of whose words were met again and again in texts
 * of one language, and none in those of another, is of that language too, and the statistics are not asked. The texts of one
 * file are much alike, and asking takes longer than storing.
 */
export function createLanguageTeller(): (text: string) => string | null {
  const met = new Map<string, Word>();
  function learn(words: readonly string[], lang: string): void {
    for (const word of words) {
      const known = met.get(word);
      if (known === undefined) {
        if (met.size < MOST_WORDS) met.set(word, { lang, hits: 1, misses: 0 });
      } else if (known.lang === lang) known.hits += 1;
      else if (known.hits > 1) known.misses += 1;
      else Object.assign(known, { lang, hits: 1 });
    }
  }
  function recall(words: readonly string[]): string | null {
    if (words.length < MIN_WORDS) return null;
    let lang: string | null = null;
    let speaking = 0;
    for (const word of words) {
      const known = met.get(word);
      if (known === undefined || known.hits < ENOUGH || known.hits < MAJORITY * known.misses) continue;
      lang ??= known.lang;
      if (known.lang !== lang) return null;
      speaking += 1;
    }
    return speaking >= MOST_OF_THEM * words.length ? lang : null;
  }
  // The opening of a sample is often its question too.
  let last: { readonly excerpt: string; readonly lang: string | null } = { excerpt: '', lang: null };
  function tell(excerpt: string): string | null {
    const words = excerpt.toLowerCase().match(WORDS) ?? [];
    const recalled = recall(words);
    if (recalled !== null) return recalled;
    const lang = tellLanguage(excerpt);
    // An unsure guess teaches nothing.
    if (lang !== null) learn(words, lang);
    return lang;
  }
  return (text) => {
    const excerpt = excerptOf(text);
    if (excerpt !== last.excerpt) last = { excerpt, lang: tell(excerpt) };
    return last.lang;
  };
}

const WORDS = /[\p{L}\p{M}]+/gu;
