import type { MaskedText } from '../../../shared/contract/privacy.ts';

type Change = MaskedText['changes'][number];
/** A stretch of one side of a preview; what does not change has no change. */
export type Piece = { readonly from: number; readonly text: string; readonly change: Change | null };

/** @returns one side of a preview in pieces, in order and without a gap */
export function piecesOf({ before, after, changes }: MaskedText, side: 'before' | 'after'): readonly Piece[] {
  const text = side === 'before' ? before : after;
  const pieces: Piece[] = [];
  let at = 0;
  for (const change of changes) {
    const [start, end] = side === 'before' ? [change.start, change.end] : [change.afterStart, change.afterEnd];
    if (start > at) pieces.push({ from: at, text: text.slice(at, start), change: null });
    pieces.push({ from: start, text: text.slice(start, end), change });
    at = end;
  }
  if (at < text.length) pieces.push({ from: at, text: text.slice(at), change: null });
  return pieces;
}
