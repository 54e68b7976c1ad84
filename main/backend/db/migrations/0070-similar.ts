import type { Migration } from '../migrate.ts';

/**
 * Which samples are like each other. A scan is filled under a new id and takes the place of the one before when it is whole
 * (`is_current`). `similar_text` tells which content of a sample the scan saw; links whose ends it does not name count no
 * more. Links name samples without a foreign key: there may be a million of them. `text_vector` keeps vectors by the text
 * they were made of, each number times 32,767 as a 16-bit integer.
 */
export const similar: Migration = {
  version: 70,
  name: 'similar',
  sql: `
CREATE TABLE text_vector (
  id INTEGER PRIMARY KEY, scope TEXT NOT NULL CHECK (scope IN ('prompt','trajectory','reference')),
  embedder TEXT NOT NULL, text_hash TEXT NOT NULL, vector BLOB NOT NULL, UNIQUE (scope, embedder, text_hash)) STRICT;
CREATE TABLE similar_scan (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN ('near','semantic')),
  scope TEXT NOT NULL CHECK (scope IN ('prompt','trajectory','reference')),
  is_current INTEGER NOT NULL DEFAULT 0 CHECK (is_current IN (0, 1)), scanned_at INTEGER NOT NULL,
  pairs INTEGER NOT NULL DEFAULT 0, floor REAL NOT NULL, method TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX similar_scan_current ON similar_scan (kind, scope) WHERE is_current = 1;
CREATE TABLE similar_text (
  scan_id INTEGER NOT NULL REFERENCES similar_scan ON DELETE CASCADE,
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, content_key TEXT NOT NULL,
  PRIMARY KEY (scan_id, sample_id)) STRICT, WITHOUT ROWID;
CREATE INDEX similar_text_sample ON similar_text (sample_id);
CREATE TABLE similar_link (
  scan_id INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL, similarity REAL NOT NULL, CHECK (a < b),
  PRIMARY KEY (scan_id, a, b)) STRICT, WITHOUT ROWID;
CREATE INDEX similar_link_other ON similar_link (scan_id, b, a, similarity);
CREATE TABLE template_family (
  scan_id INTEGER NOT NULL REFERENCES similar_scan ON DELETE CASCADE, key TEXT NOT NULL, template TEXT NOT NULL,
  PRIMARY KEY (scan_id, key)) STRICT, WITHOUT ROWID;
CREATE TABLE template_member (
  scan_id INTEGER NOT NULL REFERENCES similar_scan ON DELETE CASCADE,
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, key TEXT NOT NULL,
  PRIMARY KEY (scan_id, sample_id)) STRICT, WITHOUT ROWID;
CREATE INDEX template_member_sample ON template_member (sample_id);
`,
};
