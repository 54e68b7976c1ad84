import type { Migration } from '../migrate.ts';

/**
 * `production_source`: sources that are production traffic; `profile` holds their counts as JSON where only these are kept.
 * `likeness_result`: the last result of each comparison, with a fingerprint of what it was measured on.
 */
export const production: Migration = {
  version: 80,
  name: 'production',
  sql: `
CREATE TABLE production_source (
  source_id INTEGER PRIMARY KEY REFERENCES source ON DELETE CASCADE, profile TEXT, marked_at INTEGER NOT NULL) STRICT;
CREATE TABLE likeness_result (
  comparison TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, measured_at INTEGER NOT NULL,
  result TEXT NOT NULL) STRICT, WITHOUT ROWID;
`,
};
