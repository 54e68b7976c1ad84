import { withRange, type Selection } from '../../state/slices/selection.ts';

/**
 * Which rows of a view are checked: sorted, half-open stretches of positions that neither meet nor touch. Selecting all of
 * a hundred thousand rows is one range, and no list of ids is ever made.
 */
export type Ranges = Selection['ranges'];

export const NOTHING: Ranges = [];

/** @returns the ranges with one row's state turned over */
export function togglePosition(ranges: Ranges, position: number): Ranges {
  return withRange(ranges, [position, position + 1], !isChecked(ranges, position));
}

/**
 * Stretches a selection by Shift: what the stretch from the anchor covered before is taken back, and the new stretch is
 * checked, so that moving back with Shift held shrinks it again.
 *
 * @param before the focus at the last stretch; equal to `anchor` when this is the first
 */
export function stretchTo(ranges: Ranges, anchor: number, before: number, focus: number): Ranges {
  const cleared = withRange(ranges, [Math.min(anchor, before), Math.max(anchor, before) + 1], false);
  return withRange(cleared, [Math.min(anchor, focus), Math.max(anchor, focus) + 1], true);
}

/** @returns whether the row is checked */
export function isChecked(ranges: Ranges, position: number): boolean {
  return ranges.some(([from, to]) => from <= position && position < to);
}

/** State of the box in the head of the table. */
export function headState(count: number, total: number): 'none' | 'some' | 'all' {
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}
