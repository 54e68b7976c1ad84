/** A stretch of a text, in UTF-16 offsets, `[from, to)`. */
export type Range = { readonly from: number; readonly to: number };

/** A searchable piece of a trace: a text, or the lines of a JSON value. `key` names the part that shows it. */
export type FindPiece = {
  readonly key: string;
  readonly nodeKey: string;
  readonly lines: readonly string[];
  /** What else must be unfolded for it to be seen. */
  readonly inside?: string;
};

/** The `ordinal`-th match (from 0) within one piece. */
export type FindMatch = {
  readonly key: string;
  readonly nodeKey: string;
  readonly ordinal: number;
  readonly inside: string | undefined;
};

/** More matches than anyone steps through; beyond it the count reads "10,000 or more". */
export const MAX_MATCHES = 10_000;

/** @returns where the needle occurs in the text, ignoring case; nothing for an empty needle */
export function rangesOf(text: string, needle: string): readonly Range[] {
  const pattern = toPattern(needle);
  if (pattern === null) return [];
  return Array.from(text.matchAll(pattern), (match) => ({ from: match.index, to: match.index + match[0].length }));
}

/** @returns all matches in reading order, at most {@link MAX_MATCHES} */
export function findMatches(pieces: readonly FindPiece[], needle: string): readonly FindMatch[] {
  const pattern = toPattern(needle);
  const matches: FindMatch[] = [];
  if (pattern === null) return matches;
  for (const piece of pieces) {
    let ordinal = 0;
    for (const line of piece.lines) {
      for (const _match of line.matchAll(pattern)) {
        matches.push({ key: piece.key, nodeKey: piece.nodeKey, ordinal: ordinal++, inside: piece.inside });
        if (matches.length >= MAX_MATCHES) return matches;
      }
    }
  }
  return matches;
}

/** The typed text is searched as it stands: every character that means something to a pattern is escaped. */
function toPattern(needle: string): RegExp | null {
  if (needle === '') return null;
  return new RegExp(needle.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`), 'giu');
}
