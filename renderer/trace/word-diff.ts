import { diffArrays, diffLines, type ChangeObject } from 'diff';

/** A stretch of a text. Changed ones are what the other side does not have. */
export type Piece = { readonly text: string; readonly isChanged: boolean };
export type TwoSides = { readonly left: readonly Piece[]; readonly right: readonly Piece[] };
type Stretch = { readonly text: string; readonly side: 'both' | 'left' | 'right' };

/** Longer texts are compared line by line: words would take seconds. */
const MOST_FOR_WORDS = 20_000;
/** Texts further apart than this are shown as wholly different. */
const MOST_EDITS = 1_000;

/** Amounts, times and dates stay whole; scripts without blanks between words are compared by characters. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{M}\p{N}_]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{L}\p{M}\p{N}_]|$)|\s+|./gsu;

/** As words, but what stands in quotes stays whole as long as it is short. */
const SHORT_QUOTED = /"(?:[^"\\]|\\.){0,60}"/;
const JSON_WORD = new RegExp(`${SHORT_QUOTED.source}|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|${WORD.source}`, 'gsu');

/** @returns the pieces of two texts, by words, or by lines when they are long; together they are the whole texts */
export function diffTexts(left: string, right: string, kind: 'prose' | 'json' = 'prose'): TwoSides {
  if (left === right) return { left: whole(left, false), right: whole(right, false) };
  const stretches = stretchesOf(left, right, kind === 'json' ? JSON_WORD : WORD);
  if (stretches === null) return { left: whole(left, true), right: whole(right, true) };
  const joined = kind === 'json' ? withoutLayout(stretches) : withoutSlivers(stretches);
  return { left: piecesOf(joined, 'left'), right: piecesOf(joined, 'right') };
}

/** @returns the items of two lists in order, one piece an item */
export function diffLists(left: readonly string[], right: readonly string[]): TwoSides {
  const stretches = diffArrays([...left], [...right]).flatMap((change) =>
    change.value.map((text): Stretch => ({ text, side: sideOf(change) })),
  );
  const items = (side: 'left' | 'right'): readonly Piece[] =>
    stretches
      .filter((stretch) => stretch.side === 'both' || stretch.side === side)
      .map(({ text, side: own }) => ({ text, isChanged: own !== 'both' }));
  return { left: items('left'), right: items('right') };
}

function whole(text: string, isChanged: boolean): readonly Piece[] {
  return [{ text, isChanged }];
}

/** @returns null when the texts are too far apart to find what they share in reasonable time */
function stretchesOf(left: string, right: string, word: RegExp): Stretch[] | null {
  const options = { maxEditLength: MOST_EDITS };
  const isShort = Math.max(left.length, right.length) <= MOST_FOR_WORDS;
  const byWords = isShort ? diffArrays(left.match(word) ?? [], right.match(word) ?? [], options) : undefined;
  if (byWords !== undefined) return byWords.map((change) => ({ text: change.value.join(''), side: sideOf(change) }));
  // Long lists that differ in many places still share lines.
  const byLines = diffLines(left, right, options);
  return byLines?.map((change) => ({ text: change.value, side: sideOf(change) })) ?? null;
}

function sideOf({ added, removed }: Pick<ChangeObject<unknown>, 'added' | 'removed'>): Stretch['side'] {
  if (added) return 'right';
  return removed ? 'left' : 'both';
}

/** A blank between two changed words is part of the change: one mark reads better than two. */
function withoutSlivers(stretches: readonly Stretch[]): readonly Stretch[] {
  return stretches.flatMap((stretch, at): readonly Stretch[] => {
    const isSliver = stretch.side === 'both' && /^\s+$/.test(stretch.text) && !stretch.text.includes('\n');
    const isBetween = stretches[at - 1]?.side !== undefined && stretches[at + 1]?.side !== undefined;
    if (!isSliver || !isBetween) return [stretch];
    return [
      { text: stretch.text, side: 'left' },
      { text: stretch.text, side: 'right' },
    ];
  });
}

/** How JSON is laid out is ours: blanks in it are never a difference. */
function withoutLayout(stretches: readonly Stretch[]): readonly (Stretch & { readonly isLayout?: boolean })[] {
  return stretches.flatMap((stretch) =>
    stretch.side === 'both'
      ? [stretch]
      : stretch.text
          .split(/(\n *)/)
          .filter((text) => text !== '')
          .map((text) => ({ ...stretch, text, isLayout: text.trim() === '' })),
  );
}

function piecesOf(stretches: ReturnType<typeof withoutLayout>, side: 'left' | 'right'): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const { text, side: own, isLayout } of stretches) {
    if (own !== 'both' && own !== side) continue;
    const isChanged = own !== 'both' && isLayout !== true;
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) pieces[pieces.length - 1] = { text: last.text + text, isChanged };
    else pieces.push({ text, isChanged });
  }
  return pieces;
}
