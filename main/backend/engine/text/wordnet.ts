/**
 * WordNet synonyms as NLTK looks them up: `wordnet.synsets(word)` (with its morphology) and the names in each set.
 * Source: WordNet 3.0 and its morphy(7WN) rules, as NLTK 3.8's reader applies them.
 */

const PARTS_OF_SPEECH = ['noun', 'verb', 'adj', 'adv'] as const;
type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

/** The first line of a table, which names its format. */
const HEADER = 'wordnet-synonyms 1';

/** No lemma is near this long; without a limit a word such as "sesese..." would be cut down one ending at a time. */
const LONGEST_WORD = 200;

/** Endings to replace in search of a base form, per part of speech. */
const ENDINGS: Readonly<Record<PartOfSpeech, readonly (readonly [string, string])[]>> = {
  noun: [
    ['s', ''],
    ['ses', 's'],
    ['ves', 'f'],
    ['xes', 'x'],
    ['zes', 'z'],
    ['ches', 'ch'],
    ['shes', 'sh'],
    ['men', 'man'],
    ['ies', 'y'],
  ],
  verb: [
    ['s', ''],
    ['ies', 'y'],
    ['es', 'e'],
    ['es', ''],
    ['ed', 'e'],
    ['ed', ''],
    ['ing', 'e'],
    ['ing', ''],
  ],
  adj: [
    ['er', ''],
    ['est', ''],
    ['er', 'e'],
    ['est', 'e'],
  ],
  adv: [],
};

type PartTable = {
  /** Each lemma in lower case, with the synonym sets it is in, each one a line of names. */
  readonly sets: ReadonlyMap<string, readonly string[]>;
  readonly irregular: ReadonlyMap<string, readonly string[]>;
};

/** A parsed synonym table. */
export type WordnetTable = {
  /** The version of the WordNet it was made from, such as "3.0". */
  readonly version: string;
  readonly parts: Readonly<Record<PartOfSpeech, PartTable>>;
};

/**
 * Parses a synonym table: a header line "wordnet-synonyms 1 VERSION", then for each part of speech a line "#noun"
 * with one synonym set a line, and a line "#noun.exc" with one irregular form and its base forms a line.
 * Throws an Error that says which line is wrong.
 */
export function parseWordnetTable(text: string): WordnetTable {
  const lines = text.split('\n');
  const header = lines[0] ?? '';
  if (!header.startsWith(`${HEADER} `)) throw new Error(`Line 1 of the WordNet table is not "${HEADER} VERSION".`);
  const parts = { noun: emptyPart(), verb: emptyPart(), adj: emptyPart(), adv: emptyPart() };
  let read: ((line: string) => void) | undefined;
  lines.forEach((line, index) => {
    if (index === 0 || line === '') return;
    if (line.startsWith('#')) {
      const part = PARTS_OF_SPEECH.find((name) => line === `#${name}` || line === `#${name}.exc`);
      if (part === undefined) throw new Error(`Line ${index + 1} of the WordNet table names no part of speech.`);
      read = line.endsWith('.exc') ? readIrregular(parts[part].irregular) : readSet(parts[part].sets);
    } else if (read === undefined) {
      throw new Error(`Line ${index + 1} of the WordNet table comes before any part of speech.`);
    } else {
      read(line);
    }
  });
  return { version: header.slice(HEADER.length + 1), parts };
}

/**
 * The single-word names in every synonym set of a word in lower case, in any part of speech, and the word itself.
 * Names with a capital letter are left out: they can't equal a word in lower case.
 */
export function wordnetSynonyms(table: WordnetTable, word: string): ReadonlySet<string> {
  const found = new Set([word]);
  if (word.length > LONGEST_WORD) return found;
  for (const part of PARTS_OF_SPEECH) {
    const { sets, irregular } = table.parts[part];
    const names = baseForms(word, sets, irregular, ENDINGS[part])
      .flatMap((form) => sets.get(form) ?? [])
      .flatMap((set) => set.split(' '));
    for (const name of names) if (!name.includes('_') && name === name.toLowerCase()) found.add(name);
  }
  return found;
}

/** The lemmas a word may be a form of: itself and the irregular bases, or itself and what the endings give. */
function baseForms(
  word: string,
  sets: PartTable['sets'],
  irregular: PartTable['irregular'],
  endings: readonly (readonly [string, string])[],
): readonly string[] {
  const known = (forms: readonly string[]): readonly string[] => forms.filter((form) => sets.has(form));
  const bases = irregular.get(word);
  if (bases !== undefined) return known([word, ...bases]);
  let forms = replaceEndings([word], endings);
  let found = known([word, ...forms]);
  while (found.length === 0 && forms.length > 0) {
    forms = replaceEndings(forms, endings);
    found = known(forms);
  }
  return found;
}

function replaceEndings(forms: readonly string[], endings: readonly (readonly [string, string])[]): readonly string[] {
  const replaced = forms.flatMap((form) =>
    endings.filter(([ending]) => form.endsWith(ending)).map(([ending, base]) => form.slice(0, -ending.length) + base),
  );
  return [...new Set(replaced)];
}

function emptyPart(): { sets: Map<string, string[]>; irregular: Map<string, readonly string[]> } {
  return { sets: new Map(), irregular: new Map() };
}

function readSet(sets: Map<string, string[]>): (line: string) => void {
  return (line) => {
    for (const name of line.toLowerCase().split(' ')) {
      const known = sets.get(name);
      if (known === undefined) sets.set(name, [line]);
      else known.push(line);
    }
  };
}

function readIrregular(irregular: Map<string, readonly string[]>): (line: string) => void {
  return (line) => {
    const [form = '', ...bases] = line.split(' ');
    irregular.set(form, bases);
  };
}
