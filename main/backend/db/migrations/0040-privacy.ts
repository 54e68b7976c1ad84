import type { Migration } from '../migrate.ts';

/**
 * What privacy scans remember. `private_scan`: how a sample stood when it was looked through, and the tokens its texts hold
 * by themselves. `private_value`: what a token stands for; never part of a package. `private_use`: where tokens stand.
 */
export const privacy: Migration = {
  version: 40,
  name: 'privacy',
  sql: `
CREATE TABLE private_scan (
  sample_id INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE, engine INTEGER NOT NULL, revision INTEGER NOT NULL,
  content_hash TEXT NOT NULL, attempts INTEGER NOT NULL, tokens TEXT) STRICT;
CREATE TABLE private_value (
  token TEXT PRIMARY KEY, kind TEXT NOT NULL, number INTEGER NOT NULL, value_key TEXT NOT NULL,
  value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX private_value_key ON private_value (kind, value_key);
CREATE TABLE private_use (
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, token TEXT NOT NULL, count INTEGER NOT NULL,
  spellings TEXT NOT NULL DEFAULT '[]', PRIMARY KEY (sample_id, token)) STRICT, WITHOUT ROWID;
CREATE INDEX private_use_token ON private_use (token);
CREATE TABLE private_dismissal (
  kind TEXT NOT NULL, value_hash TEXT NOT NULL, PRIMARY KEY (kind, value_hash)) STRICT, WITHOUT ROWID;
`,
};
