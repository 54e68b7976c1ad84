import type { ViewId } from '../../../shared/model/ids.ts';
import type { SetState } from '../store.ts';

/** Checked rows as half-open positions `[from, to)` of a view, sorted and apart. */
export type Selection = {
  readonly viewId: ViewId;
  readonly ranges: readonly (readonly [from: number, to: number])[];
};

export type SelectionSlice = {
  readonly selection: Selection | null;
  readonly selectionChanged: (selection: Selection | null) => void;
};

export function selectionSlice(set: SetState): SelectionSlice {
  return {
    selection: null,
    selectionChanged: (selection) => set({ selection }),
  };
}

/** @returns how many rows are checked */
export function selectedCount(selection: Selection | null): number {
  return (selection?.ranges ?? []).reduce((sum, [from, to]) => sum + to - from, 0);
}

/** @returns whether the row at a position is checked */
export function isSelected(selection: Selection | null, position: number): boolean {
  return (selection?.ranges ?? []).some(([from, to]) => from <= position && position < to);
}

/** @returns the ranges with `[from, to)` checked or unchecked, sorted, joined where they touch */
export function withRange(
  ranges: Selection['ranges'],
  range: readonly [from: number, to: number],
  isChecked: boolean,
): Selection['ranges'] {
  const [from, to] = range;
  const cut = ranges.flatMap(([a, b]): [number, number][] => [
    ...(a < from ? [[a, Math.min(b, from)] satisfies [number, number]] : []),
    ...(b > to ? [[Math.max(a, to), b] satisfies [number, number]] : []),
  ]);
  if (isChecked && from < to) cut.push([from, to]);
  cut.sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [a, b] of cut) {
    const last = joined.at(-1);
    if (last !== undefined && a <= last[1]) last[1] = Math.max(last[1], b);
    else joined.push([a, b]);
  }
  return joined;
}
