import type { Migration } from '../migrate.ts';

/**
 * Where samples lie on the map of a scope. A map takes the place of the one before in one write. `basis` lists the
 * production sources whose samples made the clusters, as JSON; empty when all samples did. `touches` tells whether a
 * sample is as near to the middle of its cluster as the samples that made it.
 */
export const map: Migration = {
  version: 120,
  name: 'map',
  sql: `
CREATE TABLE sample_map (
  scope TEXT PRIMARY KEY CHECK (scope IN ('prompt','trajectory','reference')), made_at INTEGER NOT NULL,
  seed INTEGER NOT NULL, total INTEGER NOT NULL, embedders TEXT NOT NULL, basis TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE map_cluster (
  scope TEXT NOT NULL REFERENCES sample_map ON DELETE CASCADE, cluster INTEGER NOT NULL, sample_id INTEGER NOT NULL,
  PRIMARY KEY (scope, cluster)) STRICT, WITHOUT ROWID;
CREATE TABLE map_point (
  scope TEXT NOT NULL REFERENCES sample_map ON DELETE CASCADE,
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, x REAL NOT NULL, y REAL NOT NULL,
  cluster INTEGER NOT NULL, touches INTEGER NOT NULL CHECK (touches IN (0, 1)), content_key TEXT NOT NULL,
  PRIMARY KEY (scope, sample_id)) STRICT, WITHOUT ROWID;
CREATE INDEX map_point_sample ON map_point (sample_id);
`,
};
