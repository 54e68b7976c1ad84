/** Nothing below these characters is written without blanks between words, nor is an emoji. */
const MAY_NEED_CARE = /[^\0-\u0dff]/;

/** Scripts that put no blanks between words: each character becomes a word, and a phrase finds a run of them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** Pictures, flags and skin tones, which the index's tokenizer would drop as punctuation. */
const PICTURES = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/gu;

/** What the index's tokenizer (unicode61) makes words of. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}]/u;

/**
 * Text as the full-text index and the queries on it write it: characters of scripts without word borders stand apart,
 * and pictures become words, so that every substring of such a script and every emoji can be found. Other text comes
 * back as it is. Both sides must use it, or they do not meet.
 */
export function separateWords(text: string): string {
  if (!MAY_NEED_CARE.test(text)) return text;
  return text
    .replaceAll(UNSPACED, ' $& ')
    .replaceAll(PICTURES, (picture) => ` pictogram${(picture.codePointAt(0) ?? 0).toString(16)}x `);
}

/** A word or phrase of a query; `prefix` when its last word may go on. */
export type SearchTerm = { readonly text: string; readonly prefix: boolean };

/**
 * @returns the term as an FTS5 phrase, in which nothing the user wrote can act as syntax; null when the tokenizer would
 *   make no word of it (punctuation only), so the index cannot answer
 */
export function toFtsPhrase(term: SearchTerm): string | null {
  const words = separateWords(term.text);
  if (!WORD_CHARACTER.test(words)) return null;
  // A NUL would end the query inside SQLite.
  return `"${words.replaceAll('\0', ' ').replaceAll('"', '""')}"${term.prefix ? ' *' : ''}`;
}
