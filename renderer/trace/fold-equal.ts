import type { Piece } from './word-diff.ts';

/** A stretch of equal text that is left out; its length in characters. */
export type Gap = { readonly gap: number };

/** Equal text longer than this is cut, so that what differs is in sight. */
const MOST_EQUAL = { characters: 480, lines: 10 };
const KEPT_AT_EDGE = { characters: 160, lines: 3 };
type Limit = typeof MOST_EQUAL;

/** @returns the pieces with the middle of long equal ones left out */
export function foldEqual(pieces: readonly Piece[]): readonly (Piece | Gap)[] {
  return pieces.flatMap((piece, at): readonly (Piece | Gap)[] => {
    const { text, isChanged } = piece;
    if (isChanged || headLength(text, MOST_EQUAL) === text.length) return [piece];
    const head = text.slice(0, headLength(text, pieces.length === 1 ? MOST_EQUAL : KEPT_AT_EDGE));
    const tail = at === pieces.length - 1 ? '' : text.slice(tailStart(text, KEPT_AT_EDGE));
    const gap = { gap: text.length - head.length - tail.length };
    return [{ text: head, isChanged: false }, gap, ...(tail === '' ? [] : [{ text: tail, isChanged: false }])];
  });
}

/** Where a text is cut to keep its beginning; its whole length when nothing needs to go. */
function headLength(text: string, limit: Limit): number {
  let end = -1;
  for (let line = 0; line < limit.lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  return edge(text, Math.min(end < 0 ? text.length : end, limit.characters, text.length));
}

/** Where the end of a text starts. */
function tailStart(text: string, limit: Limit): number {
  let start = text.length;
  for (let line = 0; line < limit.lines; line += 1) {
    start = text.lastIndexOf('\n', start - 1);
    if (start <= 0) break;
  }
  return edge(text, Math.max(start, text.length - limit.characters, 0));
}

/** Never between the halves of a character. */
function edge(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
