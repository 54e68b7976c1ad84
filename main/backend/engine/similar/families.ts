import { fixedWords, slotted, withAnySlots } from './slots.ts';

/** Texts that differ only in numbers, names, ids and the like. */
export type Family = {
  /** The common text, with `⟨n⟩`, `⟨name⟩`, … in place of what may differ. */
  readonly template: string;
  /** Positions in the input, ascending. */
  readonly members: number[];
};

/** Words that a template must share: below that, `⟨name⟩ ⟨n⟩` would be a family of everything. */
const LEAST_WORDS = 3;

/**
 * A text with numbers, ids, dates, amounts, quoted texts, addresses and capitalised names replaced by slots, and runs of
 * blanks by one.
 */
export function templateOf(text: string): string {
  return slotted(text.normalize('NFC')).replaceAll(/\s+/gu, ' ').trim();
}

/**
 * Groups of two or more texts that have one template and are not all the same: to be decided on together, never dropped
 * one by one, since a changed number may be the whole task. Templates of fewer than three fixed words are no family.
 *
 * @returns in the order of the first members; copies of a member are members too. Where the members' slots are of
 *   different kinds, the template shows `⟨…⟩`
 */
export function families(texts: readonly string[]): Family[] {
  const templates = texts.map(templateOf);
  const byKey = new Map<string, number[]>();
  for (const [at, template] of templates.entries()) {
    const key = withAnySlots(template);
    const members = byKey.get(key);
    if (members === undefined) byKey.set(key, [at]);
    else members.push(at);
  }
  const found: Family[] = [];
  for (const [key, members] of byKey) {
    const first = members[0]!;
    if (members.every((at) => texts[at] === texts[first]) || fixedWords(templates[first]!) < LEAST_WORDS) continue;
    const template = members.every((at) => templates[at] === templates[first]) ? templates[first]! : key;
    found.push({ template, members });
  }
  return found;
}
