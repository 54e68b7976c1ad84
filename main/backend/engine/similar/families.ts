/** Texts that differ only in numbers, names, ids and the like. */
export type Family = {
  /** The common text, with `⟨n⟩`, `⟨name⟩`, … where the texts differ. */
  readonly template: string;
  /** Positions in the input, ascending. */
  readonly members: number[];
};

export function templateOf(text: string): string {
  return text.replaceAll(/\d+/gu, '⟨n⟩');
}

export function families(texts: readonly string[]): Family[] {
  const byTemplate = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    const template = templateOf(text);
    const members = byTemplate.get(template);
    if (members === undefined) byTemplate.set(template, [at]);
    else members.push(at);
  }
  return [...byTemplate]
    .filter(([, members]) => members.some((at) => texts[at] !== texts[members[0]!]))
    .map(([template, members]) => ({ template, members }));
}
