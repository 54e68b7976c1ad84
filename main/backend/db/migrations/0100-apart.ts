import type { Migration } from '../migrate.ts';

/** Pairs that a person said are no duplicates: they are never linked again, whatever the threshold. */
export const apart: Migration = {
  version: 100,
  name: 'apart',
  sql: `
CREATE TABLE duplicate_apart (
  a INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
  b INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, CHECK (a < b), PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
CREATE INDEX duplicate_apart_other ON duplicate_apart (b);
`,
};
