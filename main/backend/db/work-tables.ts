import type Database from 'better-sqlite3';

/** Rows about work rather than content: a package leaves the project as it is, but has a job and a line in the list. */
const WORK_TABLES = ['job', 'export'] as const;

/**
 * Lays temp tables over those of the file in a connection that only reads, so that work that writes outside of the
 * project can be done there; what it notes lasts until the project is closed. Temp tables come first when a statement
 * names no schema.
 *
 * @returns false when the file's tables cannot be read or are of a form not known here
 */
export function layWorkTables(db: Database.Database): boolean {
  try {
    for (const table of WORK_TABLES) {
      const made = db
        .prepare<[string], { sql: string }>("SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?")
        .get(table);
      if (made === undefined) return false;
      db.exec(made.sql.replace(/^CREATE TABLE/iu, 'CREATE TEMP TABLE'));
      copyRows(db, table);
    }
    return true;
  } catch {
    // Then nothing can be written from here, as the project itself cannot be.
    return false;
  }
}

function copyRows(db: Database.Database, table: (typeof WORK_TABLES)[number]): void {
  try {
    db.exec(`INSERT INTO temp.${table} SELECT * FROM main.${table}`);
  } catch {
    // The damaged part of a file may be here; earlier jobs and packages are then not listed.
    db.exec(`DELETE FROM temp.${table}`);
  }
}
