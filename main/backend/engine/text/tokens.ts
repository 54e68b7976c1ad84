import { PYTHON_SPACE, PYTHON_WORD, stripEnd } from './normalise.ts';

const SPACES = new RegExp(`[${PYTHON_SPACE}]+`);
const WORD_OR_PUNCTUATION = new RegExp(`[${PYTHON_WORD}]+|[^${PYTHON_WORD}${PYTHON_SPACE}]+`, 'gu');

/** Splits a text into words. */
export type Tokenizer = (text: string) => readonly string[];

/** Words between blanks, as Python's `str.split()`. Punctuation stays on its word; no word is empty. */
export function whitespaceTokens(text: string): readonly string[] {
  return text.split(SPACES).filter((token) => token !== '');
}

/** Runs of word characters and runs of punctuation, as NLTK's `WordPunctTokenizer`: "don't" gives don, ', t. */
export function wordPunctTokens(text: string): readonly string[] {
  return text.match(WORD_OR_PUNCTUATION) ?? [];
}

/**
 * The "13a" words of the WMT script mteval-v13a, as sacrebleu's default tokeniser: ASCII punctuation stands alone,
 * except a full stop or comma between digits and a dash that no digit precedes.
 */
export function mteval13aTokens(text: string): readonly string[] {
  const line = stripEnd(text)
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  const spaced = ` ${line} `
    .replace(/([{-~[-` -&(-+:-@/])/gu, ' $1 ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/gu, '$1 $2 ');
  return whitespaceTokens(spaced);
}

/**
 * The words of google's rouge-score 0.1.2 without stemming: lower-case runs of a-z and 0-9. Any other letter is a
 * separator, so a text in another script has no words at all.
 */
export function asciiWordTokens(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/**
 * The sentences of pltrdy/rouge 1.0.1 as lists of words: the text is cut at every full stop, pieces of no character
 * are dropped, and the rest is split at blanks. A piece of blanks only is a sentence with one empty word, which the
 * library counts.
 */
export function fullStopSentences(text: string): readonly (readonly string[])[] {
  return text
    .split('.')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const words = whitespaceTokens(piece);
      return words.length === 0 ? [''] : words;
    });
}
