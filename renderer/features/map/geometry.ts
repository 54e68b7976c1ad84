export type Point = { readonly x: number; readonly y: number };

/** @returns whether a point lies inside of a polygon, by counting the edges a ray from it crosses */
export function isInside(point: Point, polygon: readonly Point[]): boolean {
  let inside = false;
  for (const [at, one] of polygon.entries()) {
    const other = polygon.at(at - 1);
    if (other === undefined || one.y > point.y === other.y > point.y) continue;
    const crossing = one.x + ((point.y - one.y) / (other.y - one.y)) * (other.x - one.x);
    if (point.x < crossing) inside = !inside;
  }
  return inside;
}

/** @returns the position of the point nearest to a place, null when none is within reach */
export function nearestWithin(points: readonly Point[], place: Point, reach: number): number | null {
  let best: number | null = null;
  let least = reach * reach;
  for (const [at, point] of points.entries()) {
    const away = (point.x - place.x) ** 2 + (point.y - place.y) ** 2;
    if (away <= least) [best, least] = [at, away];
  }
  return best;
}

/** Characters a filter may have. */
const FILTER_LIMIT = 4_000;

/** @returns the filter that finds samples by their numbers, runs of them together; null when it would be too long */
export function idFilter(ids: readonly number[]): string | null {
  const sorted = [...ids].sort((a, b) => a - b);
  const runs: { from: number; to: number }[] = [];
  for (const id of sorted) {
    const last = runs.at(-1);
    if (last?.to === id - 1) last.to = id;
    else runs.push({ from: id, to: id });
  }
  const filter = `id:${runs.map(({ from, to }) => (from === to ? String(from) : `${from}..${to}`)).join(',')}`;
  return filter.length > FILTER_LIMIT ? null : filter;
}
