/** A minus that belongs to the number behind it, as in `to -5`, not in `3-5`. */
const SIGN = String.raw`(?:(?<![\p{L}\d])[\-−])?`;
/**
 * What a template leaves open; the first that fits wins. Names come last: a run of words that begin with a capital.
 * Whatever may be tried again from the next character is bounded, so that no text takes time by its square.
 */
const SLOTS = {
  email: String.raw`(?<![\w.+\-])[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,8}`,
  url: String.raw`https?:\/\/[^\s<>"']+`,
  quoted: String.raw`"[^"\n]{1,200}"|“[^”\n]{1,200}”|«[^»\n]{1,200}»|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])`,
  date: String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?|\d{1,4}[\/.]\d{1,2}[\/.]\d{1,4}|\d{1,2}(?:st|nd|rd|th)\b`,
  time: String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m\b)?`,
  amount: String.raw`${SIGN}\p{Sc}\s?\d[\d.,]{0,20}(?<=\d)|${SIGN}\d[\d.,]{0,20}(?<=\d)\s?(?:\p{Sc}|(?:USD|EUR|GBP|JPY|CHF)\b)`,
  // Letters and digits in one word, or in one chain of words: HAT136, mia_li_3668, P-0042.
  id: String.raw`(?<![\p{L}\d_\-])(?=[\p{L}_\-]{0,80}\d)(?=[\d_\-]{0,80}\p{L})[\p{L}\d]+(?:[_\-][\p{L}\d]+)*`,
  n: String.raw`${SIGN}\d+(?:[.,]\d+)*`,
  name: String.raw`(?<!\p{L})\p{Lu}[\p{L}\p{M}’']*(?:[ \-]\p{Lu}[\p{L}\p{M}’']*)*`,
} as const;
const SLOT = new RegExp(
  Object.entries(SLOTS)
    .map(([name, source]) => `(?<${name}>${source})`)
    .join('|'),
  'gu',
);
/** Nothing of a sentence stands before this place. */
const SENTENCE_START = /(?:^|[.!?:;\n]["')\]]*)\s*["'(¿¡]?$/u;
/** Words that begin a question or a request, hence are no name even when one follows: "Find Paris", "Can John". */
const OPENERS = new Set(
  `a after all also am an and any are as at based before book buy calculate call can change check compare convert could
  create delete describe did do does during explain fetch find for from generate get give hello help her hey hi his how i
  i'd i'm i've if in is it its last let list look make may my next no now of on open order our play please provide remove
  retrieve schedule search send set should show tell that the their there these they this today tomorrow translate update
  use was we were what what's when where which who whose why will with would write yes you your`.split(/\s+/u),
);
const CAPITAL = /(?<!\p{L})\p{Lu}/gu;
/** The share of words with a capital above which capitals tell nothing: titles, shouting. */
const CAPITALS_TELL_NOTHING = 0.6;
const FIXED_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{L}+/gu;
const SLOT_MARK = /⟨[a-z]+⟩/gu;
/** A slot of any kind: one text says `"1234"`, its sister 1234. */
const ANY_SLOT = '⟨…⟩';

/** @returns the text with `⟨n⟩`, `⟨name⟩`, `⟨id⟩`, `⟨date⟩`, … for whatever a template leaves open */
export function slotted(text: string): string {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const capitals = text.match(CAPITAL)?.length ?? 0;
  // A short text is one request with one name, hardly a title.
  const areNamesTold = capitals <= Math.max(3, words * CAPITALS_TELL_NOTHING);
  return text.replace(SLOT, (match: string, ...rest: readonly unknown[]) => {
    // The last three arguments of a replacer are the offset, the text and the named groups.
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const offset = rest.at(-3) as number;
    if (groups['name'] === undefined) return `⟨${slotOf(groups)}⟩`;
    return areNamesTold ? nameSlot(match, isSentenceStart(text, offset)) : match;
  });
}

function slotOf(groups: Readonly<Record<string, string | undefined>>): string {
  for (const [name, value] of Object.entries(groups)) if (value !== undefined) return name;
  return 'n';
}

/** The first word of a sentence has its capital anyway: alone, or as a word that begins requests, it stays. */
function nameSlot(match: string, isFirst: boolean): string {
  const [first = '', ...others] = match.split(' ');
  if (!isFirst) return first === 'I' || /^I['’]/u.test(first) ? [first, ...named(others)].join(' ') : withEnding(match);
  if (others.length === 0) return match;
  return OPENERS.has(first.toLowerCase().replace('’', "'")) ? [first, ...named(others)].join(' ') : withEnding(match);
}

function named(words: readonly string[]): string[] {
  return words.length === 0 ? [] : [withEnding(words.join(' '))];
}

/** "Adriel's" and "James's" keep what is no part of the name. */
function withEnding(name: string): string {
  return `⟨name⟩${/['’]s?$/u.exec(name)?.[0] ?? ''}`;
}

function isSentenceStart(text: string, offset: number): boolean {
  return SENTENCE_START.test(text.slice(Math.max(0, offset - 12), offset));
}

/** @returns the template with its slots alike */
export function withAnySlots(template: string): string {
  return template.replaceAll(SLOT_MARK, ANY_SLOT);
}

/** @returns how many words of a template are fixed; a character of a script without blanks counts as one */
export function fixedWords(template: string): number {
  return template.replaceAll(SLOT_MARK, ' ').match(FIXED_WORD)?.length ?? 0;
}
