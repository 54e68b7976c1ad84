/** A half-open stretch of view positions, `[from, to)`. */
export type PositionRange = readonly [from: number, to: number];

/**
 * Which rows of a view are checked: sorted ranges that neither meet nor touch. Selecting all of a hundred thousand rows is
 * one range, and no list of ids is ever made.
 */
export type Selection = readonly PositionRange[];

export const NOTHING: Selection = [];

/** @returns the selection with the rows of `[from, to)` checked */
export function checkRange(selection: Selection, from: number, to: number): Selection {
  if (to <= from) return selection;
  let start = from;
  let end = to;
  const rest: PositionRange[] = [];
  for (const range of selection) {
    if (range[1] < start || range[0] > end) rest.push(range);
    else {
      start = Math.min(start, range[0]);
      end = Math.max(end, range[1]);
    }
  }
  return [...rest, [start, end] as const].sort((a, b) => a[0] - b[0]);
}

/** @returns the selection with the rows of `[from, to)` unchecked */
export function uncheckRange(selection: Selection, from: number, to: number): Selection {
  if (to <= from) return selection;
  return selection.flatMap((range): PositionRange[] => {
    const [start, end] = range;
    if (end <= from || start >= to) return [range];
    const left: PositionRange[] = start < from ? [[start, from]] : [];
    const right: PositionRange[] = end > to ? [[to, end]] : [];
    return [...left, ...right];
  });
}

/** @returns whether the row is checked; cost grows with the logarithm of the number of ranges */
export function isChecked(selection: Selection, position: number): boolean {
  let low = 0;
  let high = selection.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = selection[middle];
    if (range === undefined) return false;
    if (position < range[0]) high = middle - 1;
    else if (position >= range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

/** @returns the selection with one row's state turned over */
export function togglePosition(selection: Selection, position: number): Selection {
  return isChecked(selection, position)
    ? uncheckRange(selection, position, position + 1)
    : checkRange(selection, position, position + 1);
}

/**
 * Stretches a selection by Shift: what the stretch from the anchor covered before is taken back, and the new stretch is
 * checked, so that moving back with Shift held shrinks it again.
 *
 * @param before the focus at the last stretch; equal to `anchor` when this is the first
 */
export function stretchTo(selection: Selection, anchor: number, before: number, focus: number): Selection {
  const cleared = uncheckRange(selection, Math.min(anchor, before), Math.max(anchor, before) + 1);
  return checkRange(cleared, Math.min(anchor, focus), Math.max(anchor, focus) + 1);
}

/** @returns how many rows are checked */
export function countChecked(selection: Selection): number {
  return selection.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** State of the box in the head of the table. */
export function headState(selection: Selection, total: number): 'none' | 'some' | 'all' {
  const count = countChecked(selection);
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}
