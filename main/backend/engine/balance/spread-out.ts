/** How different two items are, 0 and more, the same both ways. Items are positions in a list. */
export type Distance = (a: number, b: number) => number;

/** Pairs measured for one choice; beyond it only the first items of the order are looked at. */
const MOST_PAIRS = 4_000_000;

/**
 * Picks items far from each other: each time the one whose nearest picked item is farthest away (farthest-first traversal),
 * equal ones in the order given. A longer pick begins with the shorter one.
 *
 * @param items in the order that breaks ties; the first is picked first when nothing was picked before
 * @param picked what is there already
 * @param wanted how many are going to be picked; only tells how much may be measured
 * @param take tries an item. @returns whether it was taken; false only leaves it out
 * @param isOver whether an item need not be tried any more
 * @see T. F. Gonzalez, "Clustering to minimize the maximum intercluster distance", 1985
 */
export function spreadOut(
  items: readonly number[],
  options: {
    readonly picked: readonly number[];
    readonly wanted: number;
    readonly distance: Distance;
    readonly take: (item: number) => boolean;
    readonly isOver: (item: number) => boolean;
  },
): void {
  const { picked, wanted, distance, take, isOver } = options;
  const most = Math.max(wanted, Math.floor(MOST_PAIRS / Math.max(1, wanted + picked.length)));
  let rest = items.slice(0, most).map((item) => ({ item, nearest: nearestOf(item, picked, distance) }));
  while (rest.length > 0) {
    let best = 0;
    for (let at = 1; at < rest.length; at++) if (nearestAt(rest, at) > nearestAt(rest, best)) best = at;
    const item = rest[best]?.item ?? 0;
    if (!take(item)) {
      // Only a refusal can put an end to others.
      rest = rest.filter((one) => one.item !== item && !isOver(one.item));
      continue;
    }
    rest.splice(best, 1);
    for (const one of rest) one.nearest = Math.min(one.nearest, distance(one.item, item));
  }
  for (const item of items.slice(most)) if (!isOver(item)) take(item);
}

function nearestOf(item: number, picked: readonly number[], distance: Distance): number {
  let nearest = Infinity;
  for (const other of picked) nearest = Math.min(nearest, distance(item, other));
  return nearest;
}

function nearestAt(rest: readonly { readonly nearest: number }[], at: number): number {
  return rest[at]?.nearest ?? -1;
}
