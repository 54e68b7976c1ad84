import type Database from 'better-sqlite3';
import { SourceId } from '../../../shared/model/ids.ts';
import type { ProductionSource } from '../../../shared/contract/likeness.ts';
import type { Facet } from '../engine/facets.ts';
import { Profile } from '../engine/likeness/profile.ts';
import type { SqlValue } from '../engine/query/fragment.ts';
import { refreshCalledTools } from './called-tools.ts';
import { facetRows, facetValue, readsCalls } from './facets.ts';

/** A profile stands for a source only while the source is out of sight: one brought back counts by its samples. */
const IS_PROFILE = 'o.removed_at IS NOT NULL AND p.profile IS NOT NULL';
const COUNTS = `(${IS_PROFILE} OR o.removed_at IS NULL AND o.state = 'ready')`;

/** Marked sources that are in sight or kept as a profile, oldest first. */
export function productionSources(db: Database.Database): ProductionSource[] {
  return db
    .prepare<[], { sourceId: number; name: string; kept: 'full' | 'profile'; samples: number; markedAt: number }>(
      `SELECT o.id AS sourceId, o.name, p.marked_at AS markedAt, CASE WHEN ${IS_PROFILE} THEN 'profile' ELSE 'full' END AS kept,
         CASE WHEN ${IS_PROFILE} THEN p.profile ->> 'samples'
           ELSE (SELECT count(*) FROM sample s WHERE s.source_id = o.id AND s.removed_at IS NULL) END AS samples
       FROM production_source p JOIN source o ON o.id = p.source_id WHERE ${COUNTS} ORDER BY o.id`,
    )
    .all()
    .map((row) => ({ ...row, sourceId: SourceId.parse(row.sourceId) }));
}

/** Whether any source is marked that counts. */
export function hasProduction(db: Database.Database): boolean {
  return (
    db
      .prepare(`SELECT 1 FROM production_source p JOIN source o ON o.id = p.source_id WHERE ${COUNTS} LIMIT 1`)
      .get() !== undefined
  );
}

/** The profiles that stand for sources out of sight. */
export function readProfiles(db: Database.Database): Profile[] {
  return db
    .prepare<[], { profile: string }>(
      `SELECT p.profile FROM production_source p JOIN source o ON o.id = p.source_id WHERE ${IS_PROFILE} ORDER BY o.id`,
    )
    .all()
    .map((row) => Profile.parse(JSON.parse(row.profile)));
}

export function markProduction(db: Database.Database, sourceId: number, at: number): number {
  return db
    .prepare('INSERT INTO production_source (source_id, marked_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(sourceId, at).changes;
}

export function unmarkProduction(db: Database.Database, sourceId: number): number {
  return db.prepare('DELETE FROM production_source WHERE source_id = ?').run(sourceId).changes;
}

export function saveProfile(db: Database.Database, sourceId: number, profile: Profile): void {
  db.prepare('UPDATE production_source SET profile = ? WHERE source_id = ?').run(JSON.stringify(profile), sourceId);
}

type ValueCount = { readonly value: string; readonly label: string; readonly term: string; readonly count: number };

/** Samples in sight of the sources, counted by a facet's values. */
export function countInSources(db: Database.Database, facet: Facet, sourceIds: readonly number[]): ValueCount[] {
  return countBy(db, facet, 's.source_id IN (SELECT value FROM json_each(?)) AND s.removed_at IS NULL', sourceIds);
}

/** Samples of these ids, counted by a facet's values. */
export function countOfIds(db: Database.Database, facet: Facet, ids: readonly number[]): ValueCount[] {
  return countBy(db, facet, 's.id IN (SELECT value FROM json_each(?))', ids);
}

function countBy(db: Database.Database, facet: Facet, where: string, list: readonly number[]): ValueCount[] {
  if (readsCalls(facet)) refreshCalledTools(db);
  const rows = facetRows(facet);
  return db
    .prepare<SqlValue[], { value: string | number | null; count: number }>(
      `SELECT r.value, count(*) AS count FROM (${rows.sql}) r JOIN sample s ON s.id = r.sample_id
       WHERE ${where} GROUP BY r.value`,
    )
    .all(...rows.params, JSON.stringify(list))
    .flatMap(({ value, count }) => {
      const named = facetValue(facet, value);
      return named === null ? [] : [{ ...named, count }];
    });
}
