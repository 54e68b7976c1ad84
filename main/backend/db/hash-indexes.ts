import type Database from 'better-sqlite3';

/**
 * Indexes in whose order new rows come at random: a large import would write nearly all their pages again with every
 * batch. They are dropped before one and made at its end, where one sort does it.
 */
const HASH_INDEXES = {
  sample_prompt: 'CREATE INDEX IF NOT EXISTS sample_prompt ON sample (prompt_hash)',
  attempt_content: 'CREATE INDEX IF NOT EXISTS attempt_content ON attempt (content_hash)',
  sample_ref: 'CREATE INDEX IF NOT EXISTS sample_ref ON sample (source_id, source_ref) WHERE source_ref IS NOT NULL',
} as const;

/** Only lookups by hash need them, and an import makes none until its end. */
export function dropHashIndexes(db: Database.Database): void {
  for (const name of Object.keys(HASH_INDEXES)) db.exec(`DROP INDEX IF EXISTS ${name}`);
}

/** Makes those that are missing: after an import, and on opening a project whose import was cut off. */
export function ensureHashIndexes(db: Database.Database): void {
  for (const sql of Object.values(HASH_INDEXES)) db.exec(sql);
}
