import type Database from 'better-sqlite3';

export type SourceFact = {
  name: string;
  format: string;
  per: string;
  sha256: string | null;
  seen: number;
  kept: number;
  rejected: number;
};

/** What a package says of where its samples came from, in an order that does not depend on when they were imported. */
export function sourceFacts(db: Database.Database): SourceFact[] {
  return db
    .prepare<[], SourceFact>(
      `SELECT name, importer_id AS format, per, sha256, records_seen AS seen, records_kept AS kept,
         records_rejected AS rejected FROM source WHERE removed_at IS NULL ORDER BY uid`,
    )
    .all();
}
