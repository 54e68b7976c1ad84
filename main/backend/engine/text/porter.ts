/**
 * The Porter stemmer as NLTK runs it by default ("NLTK extensions" mode). Source: M. F. Porter, "An algorithm for
 * suffix stripping" (1980); the extensions are those that NLTK documents for `nltk.stem.porter.PorterStemmer`.
 */

type Rule = {
  readonly suffix: string;
  readonly replacement: string;
  /** Whether the rule may be used on what is left without the suffix. */
  readonly when: (stem: string) => boolean;
};

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['innings', 'inning'],
  ['inning', 'inning'],
  ['outings', 'outing'],
  ['outing', 'outing'],
  ['cannings', 'canning'],
  ['canning', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
]);

const STEP_1A = rules(() => true, 'sses ss', 'ies i', 'ss ss', 's');
const STEP_2 = [
  ...rules(hasMeasure, 'ational ate', 'tional tion', 'enci ence', 'anci ance', 'izer ize', 'bli ble', 'alli al'),
  ...rules(hasMeasure, 'entli ent', 'eli e', 'ousli ous', 'ization ize', 'ation ate', 'ator ate', 'alism al'),
  ...rules(hasMeasure, 'iveness ive', 'fulness ful', 'ousness ous', 'aliti al', 'iviti ive', 'biliti ble', 'fulli ful'),
  // The l belongs to the stem here, so that short ones such as "geo" and "theo" are long enough.
  ...rules((stem) => hasMeasure(`${stem}l`), 'logi log'),
];
const STEP_3 = rules(hasMeasure, 'icate ic', 'ative', 'alize al', 'iciti ic', 'ical ic', 'ful', 'ness');
const STEP_4 = [
  ...rules(hasLongMeasure, 'al', 'ance', 'ence', 'er', 'ic', 'able', 'ible', 'ant', 'ement', 'ment', 'ent'),
  ...rules((stem) => hasLongMeasure(stem) && /[st]$/.test(stem), 'ion'),
  ...rules(hasLongMeasure, 'ou', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize'),
];
const AFTER_PARTICIPLE = rules(() => true, 'at ate', 'bl ble', 'iz ize');

/** The stem of an English word in lower case. Words of one or two characters, and other scripts, stay as they are. */
export function porterStem(word: string): string {
  const lower = word.toLowerCase();
  const irregular = IRREGULAR.get(lower);
  if (irregular !== undefined) return irregular;
  // Characters beyond U+FFFF take two UTF-16 units; a stand-in of one unit keeps the lengths the rules test.
  const astral = [...new Set(lower.match(/[\u{10000}-\u{10ffff}]/gu) ?? [])];
  const standIns = astral.map((_, index) => String.fromCharCode(0xe000 + index));
  const short = astral.reduce((text, character, index) => text.replaceAll(character, standIns[index] ?? ''), lower);
  if (short.length <= 2) return lower;
  return astral.reduce((text, character, index) => text.replaceAll(standIns[index] ?? '', character), runSteps(short));
}

function runSteps(word: string): string {
  const singular = word.length === 4 && word.endsWith('ies') ? word.slice(0, -1) : applyFirst(word, STEP_1A);
  const withoutY = endInI(dropParticiple(singular));
  return dropDoubleL(dropE(applyFirst(applyFirst(deriveAdjective(withoutY), STEP_3), STEP_4)));
}

function dropParticiple(word: string): string {
  if (word.endsWith('ied')) return word.length === 4 ? word.slice(0, -1) : word.slice(0, -2);
  if (word.endsWith('eed')) return hasMeasure(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const suffix = ['ed', 'ing'].find((each) => word.endsWith(each) && hasVowel(word.slice(0, -each.length)));
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  const extended = applyFirst(stem, AFTER_PARTICIPLE);
  if (extended !== stem) return extended;
  if (endsInDoubleConsonant(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function endInI(word: string): string {
  const stem = word.slice(0, -1);
  return word.endsWith('y') && stem.length > 1 && isConsonant(stem, stem.length - 1) ? `${stem}i` : word;
}

function deriveAdjective(word: string): string {
  const again = word.endsWith('alli') && hasMeasure(word.slice(0, -4));
  return again ? deriveAdjective(word.slice(0, -2)) : applyFirst(word, STEP_2);
}

function dropE(word: string): string {
  if (!word.endsWith('e')) return word;
  const stem = word.slice(0, -1);
  const size = measure(stem);
  return size > 1 || (size === 1 && !endsShort(stem)) ? stem : word;
}

function dropDoubleL(word: string): string {
  return word.endsWith('ll') && hasLongMeasure(word.slice(0, -1)) ? word.slice(0, -1) : word;
}

/** Rules of "suffix replacement", or of a suffix alone that is dropped. */
function rules(when: (stem: string) => boolean, ...pairs: readonly string[]): readonly Rule[] {
  return pairs.map((pair) => {
    const [suffix = '', replacement = ''] = pair.split(' ');
    return { suffix, replacement, when };
  });
}

/** The first rule whose suffix fits decides, even when its condition then forbids the change. */
function applyFirst(word: string, list: readonly Rule[]): string {
  const rule = list.find(({ suffix }) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const stem = word.slice(0, word.length - rule.suffix.length);
  return rule.when(stem) ? stem + rule.replacement : word;
}

/** Whether each letter is a consonant: not a vowel, and for y not after a consonant. */
function consonants(word: string): readonly boolean[] {
  const found: boolean[] = [];
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charAt(at);
    found.push(letter === 'y' ? at === 0 || found[at - 1] !== true : !'aeiou'.includes(letter));
  }
  return found;
}

function isConsonant(word: string, at: number): boolean {
  return consonants(word)[at] === true;
}

function hasVowel(stem: string): boolean {
  return consonants(stem).includes(false);
}

/** Porter's m: how often a vowel is followed by a consonant. */
function measure(stem: string): number {
  return consonants(stem).filter((consonant, at, all) => consonant && at > 0 && all[at - 1] === false).length;
}

function hasMeasure(stem: string): boolean {
  return measure(stem) > 0;
}

function hasLongMeasure(stem: string): boolean {
  return measure(stem) > 1;
}

function endsInDoubleConsonant(word: string): boolean {
  const last = word.length - 1;
  return last >= 1 && word.charAt(last) === word.charAt(last - 1) && isConsonant(word, last);
}

/** Porter's *o: ends consonant, vowel, consonant other than w, x, y; NLTK adds words of just vowel, consonant. */
function endsShort(word: string): boolean {
  const pattern = consonants(word);
  const [third, second, last] = [pattern.at(-3), pattern.at(-2), pattern.at(-1)];
  if (word.length === 2) return second === false && last === true;
  return word.length > 2 && third === true && second === false && last === true && !/[wxy]$/.test(word);
}
