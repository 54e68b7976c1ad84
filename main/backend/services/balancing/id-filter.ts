/** Longest filter that is made; `FilterText` takes a little more, so that a term can be added. */
const MOST_CHARS = 3_600;

/** @returns a filter of exactly these samples, runs as ranges; null for none, and for more than a filter can name */
export function idFilter(ids: readonly number[]): string | null {
  if (ids.length === 0) return null;
  const parts: string[] = [];
  const sorted = ids.toSorted((a, b) => a - b);
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (sorted[to + 1] === (sorted[to] ?? 0) + 1) to += 1;
    const [first, last] = [sorted[from] ?? 0, sorted[to] ?? 0];
    parts.push(...(to - from > 1 ? [`${first}..${last}`] : sorted.slice(from, to + 1).map(String)));
    from = to + 1;
  }
  const filter = `id:${parts.join(',')}`;
  return filter.length > MOST_CHARS ? null : filter;
}
