import type Database from 'better-sqlite3';
import type { SimilarScope } from '../../../../shared/model/similar.ts';
import { createRandom, shuffled } from '../../engine/prng.ts';
import { clusterCount, clusterVectors, nearestCentre } from '../../engine/vectors/kmeans.ts';
import { nearestNeighbours } from '../../engine/vectors/neighbours.ts';
import { dot } from '../../engine/vectors/unit.ts';
import { productionBasis } from '../../store/maps.ts';
import { samplesToCompare } from '../../store/similar.ts';
import { layOut, MAP_NEIGHBOURS, type Place } from './layout.ts';
import { makeVectors, vectorText, type VectorText } from './make-vectors.ts';
import type { Mapped, MappedPoint, ThreadPort } from './protocol.ts';
import { readGroups, type TextGroup } from './read-texts.ts';
import { countEmbedders } from './scan-in-thread.ts';

/** More samples are shown by a seeded sample of them. */
const MOST_POINTS = 20_000;
/** How far copies of a text lie around it, so that they can be told from one. */
const SCATTER = 0.006;
/** Rounding of 32-bit products. */
const ROUNDING = 1e-6;

/** Lays the samples of a scope out by their meaning and finds what clusters there are. */
export async function mapSamples(
  db: Database.Database,
  scope: SimilarScope,
  seed: number,
  port: ThreadPort,
): Promise<Mapped> {
  const all = samplesToCompare(db, scope);
  const shown = drawSamples(all, MOST_POINTS, seed);
  const keys = new Map(shown.map(({ id, contentKey }) => [id, contentKey]));
  const groups = readGroups(db, scope, [...keys.keys()], vectorText, port);
  const vectors = await makeVectors(db, scope, groups, port);
  const basis = productionBasis(db);
  const clusters = findClusters(groups, vectors, basis.samples, seed);
  const places = placesOf(groups, vectors, seed, port);
  const random = createRandom(seed + 1);
  const points = groups.flatMap(({ ids }, at) =>
    ids.map((id, copy): MappedPoint => {
      const { x = 0, y = 0 } = places[at] ?? {};
      const away = copy === 0 ? 0 : SCATTER;
      const scattered = { x: scatter(x, away, random()), y: scatter(y, away, random()) };
      return {
        id,
        contentKey: keys.get(id) ?? '',
        ...scattered,
        ...(clusters.of[at] ?? { cluster: 0, touches: false }),
      };
    }),
  );
  return {
    points: points.sort((a, b) => a.id - b.id),
    clusters: clusters.middles,
    total: all.length,
    embedders: countEmbedders(groups),
    basis: basis.samples === null ? [] : basis.sources,
  };
}

/** @returns all samples when they are no more than `most`, else as many of them drawn by the seed; by id */
export function drawSamples<T extends { readonly id: number }>(
  all: readonly T[],
  most: number,
  seed: number,
): readonly T[] {
  if (all.length <= most) return all;
  return shuffled(all, createRandom(seed))
    .slice(0, most)
    .sort((a, b) => a.id - b.id);
}

/**
 * Places of texts. Those of one embedder cannot be compared with those of the other: each has a map of its own, the two side
 * by side, as wide as the root of their number.
 */
function placesOf(
  groups: readonly TextGroup<VectorText>[],
  vectors: readonly Float32Array[],
  seed: number,
  port: ThreadPort,
): readonly Place[] {
  const parts = (['sentences', 'word-parts'] as const)
    .map((embedder) => groups.flatMap((group, at) => (group.embedder === embedder ? [at] : [])))
    .filter(({ length }) => length > 0);
  const whole = parts.reduce((sum, { length }) => sum + Math.sqrt(length), 0);
  const places: Place[] = [];
  let left = 0;
  for (const part of parts) {
    const width = Math.sqrt(part.length) / whole;
    const neighbours = nearestNeighbours(
      part.flatMap((at) => vectors[at] ?? []),
      Math.min(MAP_NEIGHBOURS, part.length),
      (done, total) => port.progress('neighbours', done, total),
    );
    const laid = layOut(neighbours, seed, (done, total) => port.progress('map', done, total));
    for (const [place, at] of part.entries()) {
      const { x = 0, y = 0 } = laid[place] ?? {};
      places[at] = { x: left + x * width, y: parts.length === 1 ? y : (1 - width) / 2 + y * width };
    }
    left += width;
  }
  return places;
}

function scatter(place: number, away: number, random: number): number {
  return Math.round(Math.min(1, Math.max(0, place + (random - 0.5) * 2 * away)) * 10_000) / 10_000;
}

type Found = {
  readonly of: readonly { readonly cluster: number; readonly touches: boolean }[];
  /** The sample nearest to the middle of each cluster. */
  readonly middles: readonly number[];
};

type Lying = { readonly at: number; readonly ids: readonly number[]; readonly vector: Float32Array };

/** Clusters of production samples, of all where there are none; of each embedder by itself, since they cannot be compared. */
function findClusters(
  groups: readonly TextGroup<VectorText>[],
  vectors: readonly Float32Array[],
  production: ReadonlySet<number> | null,
  seed: number,
): Found {
  const of = groups.map(() => ({ cluster: 0, touches: false }));
  const middles: number[] = [];
  for (const embedder of ['sentences', 'word-parts'] as const) {
    const own = groups.flatMap((group, at): Lying[] => {
      const vector = vectors[at];
      return vector === undefined || group.embedder !== embedder ? [] : [{ at, ids: group.ids, vector }];
    });
    const made = own.filter(({ ids }) => production === null || ids.some((id) => production.has(id)));
    // Without a production sample in this language there is nothing to touch, but the samples still lie together.
    const basis = made.length === 0 ? own : made;
    const { centres } = clusterVectors(
      basis.map(({ vector }) => vector),
      clusterCount(basis.length),
      seed,
    );
    const nearest = new Map(own.map((one) => [one, nearestCentre(one.vector, centres)]));
    for (const [cluster, centre] of centres.entries()) {
      const makers = basis.filter((one) => nearest.get(one) === cluster);
      const reach = Math.min(...makers.map(({ vector }) => dot(vector, centre)));
      const [middle] = makers.toSorted((a, b) => dot(b.vector, centre) - dot(a.vector, centre) || a.at - b.at);
      for (const one of own)
        if (nearest.get(one) === cluster)
          of[one.at] = {
            cluster: middles.length,
            touches: made.length > 0 && dot(one.vector, centre) >= reach - ROUNDING,
          };
      middles.push(middle?.ids[0] ?? 0);
    }
  }
  return { of, middles };
}
