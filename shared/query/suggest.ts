/**
 * Edit distance with swaps of neighbours (optimal string alignment).
 *
 * @returns the number of insertions, deletions, replacements and swaps that turn `a` into `b`; cost is a·b
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/**
 * @param candidates in order of preference
 * @returns the candidate that was probably meant: the closest within a third of the word's length (at least 1), else one
 *   that begins with the word; null when none is near
 */
export function closest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: { text: string; distance: number } | null = null;
  for (const text of candidates) {
    if (Math.abs(text.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, text.toLowerCase());
    if (distance <= limit && (best === null || distance < best.distance)) best = { text, distance };
  }
  if (best !== null) return best.text;
  return wanted.length < 2 ? null : (candidates.find((text) => text.toLowerCase().startsWith(wanted)) ?? null);
}
