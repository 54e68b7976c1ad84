import type { Migration } from '../migrate.ts';

/**
 * What bringing a source up to date needs. `edited_field` tells which fields a person changed since they were imported, by
 * the hash of the imported text (`match`: the hash that finds the sample by its prompt and tools); samples edited before
 * this table was made count as edited in every field, with nothing known of what was imported. `joined_attempt` says which
 * sample of its own source an attempt came from that was joined to another source's sample. `record_idx` is the number of the
 * record an issue is about.
 */
export const collect: Migration = {
  version: 50,
  name: 'collect',
  sql: `
CREATE TABLE edited_field (
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
  field TEXT NOT NULL CHECK (field IN ('title','prompt','tools','reference','match')),
  imported_hash TEXT NOT NULL, PRIMARY KEY (sample_id, field)) STRICT, WITHOUT ROWID;
CREATE INDEX edited_field_match ON edited_field (imported_hash) WHERE field = 'match';
INSERT INTO edited_field (sample_id, field, imported_hash)
  SELECT s.id, f.value, '' FROM sample s, json_each('["title","prompt","tools","reference"]') f WHERE s.revision > 1;
CREATE TABLE joined_attempt (
  attempt_id INTEGER PRIMARY KEY REFERENCES attempt ON DELETE CASCADE,
  home_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE) STRICT;
CREATE INDEX joined_attempt_home ON joined_attempt (home_id);
CREATE TABLE loss_report (
  source_id INTEGER PRIMARY KEY REFERENCES source ON DELETE CASCADE, report TEXT NOT NULL) STRICT;
ALTER TABLE import_issue ADD COLUMN record_idx INTEGER;
CREATE INDEX IF NOT EXISTS sample_ref ON sample (source_id, source_ref) WHERE source_ref IS NOT NULL;
`,
};
