import { UMAP } from 'umap-js';
import { createRandom } from '../../engine/prng.ts';
import type { Neighbours } from '../../engine/vectors/neighbours.ts';

/** Neighbours that decide where a point lies, itself included. */
export const MAP_NEIGHBOURS = 15;
/** Fewer are laid out in a ring: there is no shape to find. */
const FEWEST = 4;
/** Places are kept to so many digits: more are noise, and other bytes on another machine. */
const DIGITS = 10_000;

export type Place = { readonly x: number; readonly y: number };

/**
 * Places in the plane such that near neighbours lie near each other, by UMAP from a seeded random beginning.
 *
 * @param neighbours of each point, itself first
 * @returns 0 … 1 in both directions, neither stretched
 * @see L. McInnes, J. Healy, J. Melville, "UMAP: Uniform Manifold Approximation and Projection", 2018
 */
export function layOut(
  { indices, distances }: Neighbours,
  seed: number,
  onProgress?: (done: number, total: number) => void,
): Place[] {
  const count = indices.length;
  if (count < FEWEST) return ring(count);
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: Math.min(MAP_NEIGHBOURS, count - 1),
    minDist: 0.15,
    random: createRandom(seed),
  });
  umap.setPrecomputedKNN(
    indices.map((row) => row.slice(0, count - 1)),
    distances.map((row) => row.slice(0, count - 1)),
  );
  // With neighbours given, only the number of points is read.
  const epochs = umap.initializeFit(indices.map(() => [0]));
  for (let epoch = 0; epoch < epochs; epoch++) {
    umap.step();
    if (epoch % 20 === 0) onProgress?.(epoch, epochs);
  }
  return fitted(umap.getEmbedding().map(([x = 0, y = 0]) => ({ x, y })));
}

function ring(count: number): Place[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / Math.max(1, count);
    return rounded(0.5 + 0.3 * Math.cos(angle), 0.5 + 0.3 * Math.sin(angle));
  });
}

function fitted(places: readonly Place[]): Place[] {
  const [left, right] = rangeOf(places.map(({ x }) => x));
  const [top, bottom] = rangeOf(places.map(({ y }) => y));
  const span = Math.max(right - left, bottom - top) || 1;
  const shiftX = (1 - (right - left) / span) / 2;
  const shiftY = (1 - (bottom - top) / span) / 2;
  return places.map(({ x, y }) => rounded((x - left) / span + shiftX, (y - top) / span + shiftY));
}

function rangeOf(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
}

function rounded(x: number, y: number): Place {
  return { x: Math.round(x * DIGITS) / DIGITS, y: Math.round(y * DIGITS) / DIGITS };
}
