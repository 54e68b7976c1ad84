import type Database from 'better-sqlite3';
import { z } from 'zod';
import { Embedder, type SimilarScope } from '../../../shared/model/similar.ts';
import { VISIBLE_SAMPLE } from './counts.ts';
import { changesSince } from './similar.ts';

export type MapPoint = {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly cluster: number;
  readonly touches: boolean;
};
export type NewMap = {
  readonly scope: SimilarScope;
  readonly at: number;
  readonly seed: number;
  readonly total: number;
  readonly embedders: readonly { readonly embedder: Embedder; readonly count: number }[];
  /** Production sources whose samples made the clusters; empty: all samples did. */
  readonly basis: readonly number[];
  /** The sample nearest to the middle of each cluster. */
  readonly clusters: readonly number[];
  readonly points: readonly (MapPoint & { readonly contentKey: string })[];
};
export type MapRow = {
  readonly madeAt: number;
  readonly seed: number;
  readonly samples: number;
  readonly total: number;
  readonly embedders: { embedder: Embedder; count: number }[];
  readonly stale: boolean;
  readonly changed: number;
  readonly basis: 'production' | 'all';
};

/**
 * Which sources are production traffic that is kept in full, and their visible samples; null where there is none, so that
 * all samples stand for it.
 */
export function productionBasis(db: Database.Database): { sources: number[]; samples: Set<number> | null } {
  const sources = db
    .prepare<[], { id: number }>(
      `SELECT p.source_id AS id FROM production_source p JOIN source o ON o.id = p.source_id
       WHERE p.profile IS NULL AND o.removed_at IS NULL ORDER BY 1`,
    )
    .all()
    .map(({ id }) => id);
  const samples = db
    .prepare<[string], { id: number }>(
      `SELECT s.id FROM sample s WHERE s.source_id IN (SELECT j.value FROM json_each(?) j) AND ${VISIBLE_SAMPLE}`,
    )
    .all(JSON.stringify(sources));
  return { sources, samples: samples.length === 0 ? null : new Set(samples.map(({ id }) => id)) };
}

/** Replaces the map of a scope. Samples that went meanwhile are left out. */
export function putMap(db: Database.Database, map: NewMap): void {
  const { scope } = map;
  db.prepare('DELETE FROM sample_map WHERE scope = ?').run(scope);
  db.prepare('INSERT INTO sample_map (scope, made_at, seed, total, embedders, basis) VALUES (?, ?, ?, ?, ?, ?)').run(
    scope,
    map.at,
    map.seed,
    map.total,
    JSON.stringify(map.embedders),
    JSON.stringify(map.basis),
  );
  const cluster = db.prepare('INSERT INTO map_cluster (scope, cluster, sample_id) VALUES (?, ?, ?)');
  for (const [at, sampleId] of map.clusters.entries()) cluster.run(scope, at, sampleId);
  const point = db.prepare(
    `INSERT INTO map_point (scope, sample_id, x, y, cluster, touches, content_key)
     SELECT ?, id, ?, ?, ?, ?, ? FROM sample WHERE id = ?`,
  );
  for (const { id, x, y, cluster: own, touches, contentKey } of map.points)
    point.run(scope, x, y, own, touches ? 1 : 0, contentKey, id);
}

const Embedders = z.array(z.object({ embedder: Embedder, count: z.int() }));
const Basis = z.array(z.int());

/** @returns null before the map was made */
export function mapRow(db: Database.Database, scope: SimilarScope): MapRow | null {
  const row = db
    .prepare<[string], { madeAt: number; seed: number; total: number; embedders: string; basis: string }>(
      'SELECT made_at AS madeAt, seed, total, embedders, basis FROM sample_map WHERE scope = ?',
    )
    .get(scope);
  if (row === undefined) return null;
  const seen = new Map(
    db
      .prepare<[string], [number, string]>('SELECT sample_id, content_key FROM map_point WHERE scope = ?')
      .raw()
      .all(scope),
  );
  const basis = Basis.parse(JSON.parse(row.basis));
  const { sources, samples } = productionBasis(db);
  const isOther = JSON.stringify(samples === null ? [] : sources) !== JSON.stringify(basis);
  const changed = changesSince(db, scope, seen, row.total);
  return {
    ...row,
    samples: seen.size,
    embedders: Embedders.parse(JSON.parse(row.embedders)),
    stale: changed > 0 || isOther,
    changed,
    basis: basis.length === 0 ? 'all' : 'production',
  };
}

/** Visible samples of the map, by id. */
export function mapPoints(db: Database.Database, scope: SimilarScope): MapPoint[] {
  return db
    .prepare<[string], Omit<MapPoint, 'touches'> & { touches: number }>(
      `SELECT p.sample_id AS id, p.x, p.y, p.cluster, p.touches FROM map_point p JOIN sample s ON s.id = p.sample_id
       WHERE p.scope = ? AND ${VISIBLE_SAMPLE} ORDER BY p.sample_id`,
    )
    .all(scope)
    .map((point) => ({ ...point, touches: point.touches === 1 }));
}

/** Clusters by number, with the sample that stands for each and its title. */
export function mapClusters(
  db: Database.Database,
  scope: SimilarScope,
): { cluster: number; sampleId: number; title: string }[] {
  return db
    .prepare<[string], { cluster: number; sampleId: number; title: string }>(
      `SELECT c.cluster, c.sample_id AS sampleId, coalesce(s.title, '') AS title FROM map_cluster c
       LEFT JOIN sample s ON s.id = c.sample_id WHERE c.scope = ? ORDER BY c.cluster`,
    )
    .all(scope);
}

/** Visible included samples in the order in which they were decided. */
export function includedInOrder(db: Database.Database): number[] {
  return db
    .prepare<[], { id: number }>(
      `SELECT s.id FROM decision d JOIN sample s ON s.id = d.sample_id
       WHERE d.state = 'include' AND ${VISIBLE_SAMPLE} ORDER BY d.decided_at, s.id`,
    )
    .all()
    .map(({ id }) => id);
}
