/** A text to look for, by any number. */
export type Answer = { readonly owner: number; readonly text: string };

/** Answers are first looked for by a stretch of this many characters at most. */
const KEY_CHARS = 16;
const FILTER_BITS = 20;
const BASE = 0x01000193;

/**
 * Texts as they are compared for quotes: Unicode composed, lower case, every run of blanks and escaped line ends one blank,
 * escaped quotation marks plain, since results often hold JSON in a text.
 */
export function quotable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\\[nrt]/gu, ' ')
    .replaceAll('\\"', '"')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** @returns how many letters and digits a text has */
export function weightOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/**
 * Finds which of many answers stand in a text, in time that hardly depends on their number: a rolling hash over stretches
 * of the text is looked up, then compared in full (Rabin and Karp, "Efficient randomized pattern-matching algorithms",
 * 1987). An answer does not count inside of a longer ASCII word or number.
 *
 * @param answers texts as `quotable` makes them; empty ones are passed over
 * @returns a function that lists positions of answers, each once, for a text as `quotable` makes it
 */
export function createQuoteFinder(answers: readonly Answer[]): (text: string) => number[] {
  const used = answers.map(({ text }, at) => ({ text, at })).filter(({ text }) => text !== '');
  const width = used.reduce((least, { text }) => Math.min(least, text.length), KEY_CHARS);
  const filter = new Uint8Array(1 << (FILTER_BITS - 3));
  const byKey = new Map<string, number[]>();
  for (const { text, at } of used) {
    const key = text.slice(0, width);
    const slot = slotOf(hashOf(key));
    filter[slot >> 3]! |= 1 << (slot & 7);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [at]);
    else same.push(at);
  }
  let top = 1;
  for (let at = 1; at < width; at++) top = Math.imul(top, BASE);

  return (text) => {
    if (used.length === 0 || text.length < width) return [];
    const found = new Set<number>();
    let hash = hashOf(text.slice(0, width));
    for (let from = 0; ; from++) {
      const slot = slotOf(hash);
      if ((filter[slot >> 3]! >> (slot & 7)) & 1)
        for (const at of byKey.get(text.slice(from, from + width)) ?? [])
          if (!found.has(at) && standsAlone(text, from, answers[at]?.text ?? '')) found.add(at);
      const next = from + width;
      if (next >= text.length) return [...found];
      hash = (Math.imul(hash - Math.imul(text.charCodeAt(from), top), BASE) + text.charCodeAt(next)) | 0;
    }
  };
}

function hashOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, BASE) + key.charCodeAt(at)) | 0;
  return hash;
}

/** The upper bits of a product, which all bits of the hash reach. */
function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - FILTER_BITS);
}

function standsAlone(text: string, from: number, answer: string): boolean {
  if (!text.startsWith(answer, from)) return false;
  const joins = (left: string, right: string): boolean => /[a-z\d]/u.test(left) && /[a-z\d]/u.test(right);
  return (
    !joins(text.charAt(from - 1), answer.charAt(0)) &&
    !joins(answer.charAt(answer.length - 1), text.charAt(from + answer.length))
  );
}
