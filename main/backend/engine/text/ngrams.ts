/** How often each n-gram of a text stands in it. The keys are the words joined by blanks; no word contains one. */
export type NgramCounts = ReadonlyMap<string, number>;

/** Counts the runs of `order` words. A text with fewer words has none. */
export function countNgrams(tokens: readonly string[], order: number): NgramCounts {
  const counts = new Map<string, number>();
  for (let at = 0; at + order <= tokens.length; at += 1) {
    const key = tokens.slice(at, at + order).join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** How many n-grams there are in a text of so many words. */
export function ngramTotal(tokenCount: number, order: number): number {
  return Math.max(0, tokenCount - order + 1);
}

/** How many n-grams the two texts share, each counted as often as the text that has fewer of it. */
export function sharedNgrams(left: NgramCounts, right: NgramCounts): number {
  let shared = 0;
  for (const [key, count] of left) shared += Math.min(count, right.get(key) ?? 0);
  return shared;
}
