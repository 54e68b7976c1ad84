import { z } from 'zod';
import type { MapCluster, MapFacts, map } from '../../../../shared/contract/map.ts';
import { SampleId } from '../../../../shared/model/ids.ts';
import { SimilarScope } from '../../../../shared/model/similar.ts';
import { AppError, invariant } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { findFacets } from '../../facets/registry.ts';
import type { JobKind } from '../../jobs/types.ts';
import { facetOfSamples } from '../../store/facets.ts';
import {
  includedInOrder,
  mapClusters,
  mapPoints,
  mapRow,
  productionBasis,
  putMap,
  type MapPoint,
} from '../../store/maps.ts';
import { keepVectors } from './embedding.ts';
import { inThread } from './thread.ts';

type MapAnswer = z.output<(typeof map)['get']['output']>;
type CoverageAnswer = z.output<(typeof map)['coverage']['output']>;
type Values = NonNullable<MapAnswer>['values'];

const MapParams = z.object({ scope: SimilarScope, seed: z.int() });

/** Lays the samples of a scope out; the map before stays until the new one is whole. */
export const mapJob: JobKind = {
  kind: 'map.make',
  resumable: true,
  async run(project, rawParams, io) {
    const { scope, seed } = MapParams.parse(rawParams);
    const answer = await inThread(
      { t: 'map', path: project.path, scope, seed },
      (message) => {
        if (message.t === 'learned') keepVectors(project, scope, message.vectors);
        else io.report({ stage: message.stage, done: message.done, total: message.total });
      },
      io.signal,
    );
    invariant(answer.t === 'mapped', 'a task for a map answers with one');
    const { mapped } = answer;
    project.write(['similar'], () => putMap(project.db, { ...mapped, scope, seed, at: project.app.clock.now() }));
    return { samples: mapped.points.length, total: mapped.total, clusters: mapped.clusters.length };
  },
};

/** @throws {AppError} `invalid_input` for an unknown facet */
export function readMap(project: ProjectContext, scope: SimilarScope, colour: string | null): MapAnswer {
  const facts = factsOf(project, scope);
  if (facts === null) return null;
  const points = mapPoints(project.db, scope);
  const clusters = clustersOf(project, scope, points);
  const { of, values } = colour === null ? byCluster(points, clusters) : byFacet(project, points, colour);
  return {
    ...facts,
    points: {
      ids: points.map(({ id }) => id),
      x: points.map(({ x }) => x),
      y: points.map(({ y }) => y),
      cluster: points.map(({ cluster }) => cluster),
      value: of,
    },
    values,
    clusters,
  };
}

/** How many clusters the included samples touch as they are added. */
export function readCoverage(project: ProjectContext, scope: SimilarScope): CoverageAnswer {
  const facts = factsOf(project, scope);
  if (facts === null) return null;
  const points = mapPoints(project.db, scope);
  const clusters = clustersOf(project, scope, points).filter(
    ({ production }) => facts.basis === 'all' || production > 0,
  );
  const open = new Set(clusters.map(({ cluster }) => cluster));
  const byId = new Map(points.map((point) => [point.id, point]));
  const included = includedInOrder(project.db);
  const onMap = included.flatMap((id) => byId.get(id) ?? []);
  const steps: { samples: number; touched: number }[] = [];
  for (const [at, { cluster, touches }] of onMap.entries()) {
    const isNew = touches && open.delete(cluster);
    if (isNew || at === onMap.length - 1) steps.push({ samples: at + 1, touched: clusters.length - open.size });
  }
  return {
    ...facts,
    clusters: clusters.length,
    included: onMap.length,
    notOnMap: included.length - onMap.length,
    steps,
    untouched: clusters.filter(({ cluster }) => open.has(cluster)),
  };
}

function factsOf(project: ProjectContext, scope: SimilarScope): MapFacts | null {
  return mapRow(project.db, scope);
}

/** The largest first. */
function clustersOf(project: ProjectContext, scope: SimilarScope, points: readonly MapPoint[]): MapCluster[] {
  const production = productionBasis(project.db).samples ?? new Set<number>();
  const included = new Set(includedInOrder(project.db));
  const members = Map.groupBy(points, ({ cluster }) => cluster);
  return mapClusters(project.db, scope)
    .map(({ cluster, sampleId, title }) => {
      const own = members.get(cluster) ?? [];
      return {
        cluster,
        sampleId: SampleId.parse(sampleId),
        title,
        samples: own.length,
        production: own.filter(({ id }) => production.has(id)).length,
        included: own.filter(({ id }) => included.has(id)).length,
      };
    })
    .filter(({ samples }) => samples > 0)
    .sort((a, b) => b.samples - a.samples || a.cluster - b.cluster);
}

function byCluster(points: readonly MapPoint[], clusters: readonly MapCluster[]): { of: number[]; values: Values } {
  const position = new Map(clusters.map(({ cluster }, at) => [cluster, at]));
  return {
    of: points.map(({ cluster }) => position.get(cluster) ?? -1),
    values: clusters.map(({ title, samples }) => ({ label: title, count: samples, term: null })),
  };
}

/** Values by how many points have them; a point with several shows the most common, one with none the last, unnamed. */
function byFacet(project: ProjectContext, points: readonly MapPoint[], key: string): { of: number[]; values: Values } {
  const [facet] = findFacets([key]);
  if (facet === undefined) throw new AppError('invalid_input', `There is no facet “${key}” to colour the map by.`);
  const { values, of } = facetOfSamples(project.db, facet);
  const counts = values.map(() => 0);
  for (const { id } of points) for (const at of of.get(id) ?? []) counts[at] = (counts[at] ?? 0) + 1;
  const order = [...values.keys()]
    .filter((at) => (counts[at] ?? 0) > 0)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  const rank = new Map(order.map((at, place) => [at, place]));
  const places = points.map(({ id }) => {
    const own = (of.get(id) ?? []).flatMap((at) => rank.get(at) ?? []);
    return own.length === 0 ? -1 : Math.min(...own);
  });
  const shown = order.map((at) => ({
    label: values[at]?.label ?? '',
    count: counts[at] ?? 0,
    term: values[at]?.term ?? null,
  }));
  return { of: places, values: shown };
}
