import type { Migration } from '../migrate.ts';

/**
 * Rules of the split, and what a check for leaks found. What two samples share is kept whatever split they are in
 * (`leak_group` with its members, `leak_quote` for a reference that stands in another sample's tool result), so that
 * moving samples shows at once. `leak_mark` is a pair that a person accepted, with `a < b`.
 */
export const splits: Migration = {
  version: 90,
  name: 'splits',
  sql: `
CREATE TABLE split_rule (
  id INTEGER PRIMARY KEY CHECK (id = 1), rules TEXT NOT NULL) STRICT;
CREATE TABLE leak_check (
  id INTEGER PRIMARY KEY CHECK (id = 1), checked_at INTEGER NOT NULL, samples INTEGER NOT NULL,
  seen TEXT NOT NULL, facts TEXT NOT NULL) STRICT;
CREATE TABLE leak_group (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('group','result','reference')), evidence TEXT NOT NULL) STRICT;
CREATE TABLE leak_member (
  group_id INTEGER NOT NULL REFERENCES leak_group ON DELETE CASCADE,
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, PRIMARY KEY (group_id, sample_id)) STRICT, WITHOUT ROWID;
CREATE INDEX leak_member_sample ON leak_member (sample_id);
CREATE TABLE leak_quote (
  answer_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
  result_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, evidence TEXT NOT NULL,
  PRIMARY KEY (answer_id, result_id)) STRICT, WITHOUT ROWID;
CREATE INDEX leak_quote_result ON leak_quote (result_id);
CREATE TABLE leak_mark (
  kind TEXT NOT NULL CHECK (kind IN ('exact','near','semantic','group','result','reference','quoted')),
  a INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, b INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
  reason TEXT NOT NULL, reviewer TEXT NOT NULL, at INTEGER NOT NULL, CHECK (a < b),
  PRIMARY KEY (kind, a, b)) STRICT, WITHOUT ROWID;
CREATE INDEX leak_mark_a ON leak_mark (a);
CREATE INDEX leak_mark_b ON leak_mark (b);
`,
};
