import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/rpc/errors.ts';
import { ensureHashIndexes } from './hash-indexes.ts';
import { isProjectFile, LATEST_VERSION, migrate, schemaVersion } from './migrate.ts';

export type OpenedDatabase = {
  readonly db: Database.Database;
  readonly readOnlyReason: 'newer' | 'damaged' | 'permission' | null;
  /** What the integrity check said, when it found something. */
  readonly damage: string | null;
};

/** @returns a better-sqlite3 connection with Assay's settings; `readOnly` ones refuse every write */
export function connect(path: string, options: { readonly readOnly: boolean }): Database.Database {
  const db = new Database(path, { readonly: options.readOnly, fileMustExist: options.readOnly, timeout: 5_000 });
  db.pragma('foreign_keys = ON');
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -65536');
  db.pragma('trusted_schema = OFF');
  if (!options.readOnly) {
    db.pragma('page_size = 16384');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('wal_autocheckpoint = 1000');
  }
  return db;
}

/**
 * Opens a project file for writing, or read-only when it is newer than this program, damaged, or not writable.
 *
 * @throws {AppError} `not_found` for a missing file, `unsupported_format` for a file that is no project
 */
export function openProjectFile(path: string, options: { create: boolean; readOnly: boolean }): OpenedDatabase {
  if (!options.create && !existsSync(path)) throw new AppError('not_found', `There is no project at ${path}.`);
  if (options.readOnly) return { ...openReadOnly(path), readOnlyReason: null };
  let db: Database.Database;
  try {
    db = connect(path, { readOnly: false });
  } catch (error) {
    return recoverOpen(path, error);
  }
  try {
    if (!isProjectFile(db)) throw notAProject(path);
    if (schemaVersion(db) > LATEST_VERSION) {
      db.close();
      return { ...openReadOnly(path), readOnlyReason: 'newer' };
    }
    migrate(db);
    ensureHashIndexes(db);
    const damage = needsCheck(db) ? quickCheck(db) : null;
    if (damage !== null) {
      db.close();
      return { ...openReadOnly(path), readOnlyReason: 'damaged', damage };
    }
    setCleanClose(db, false);
    return { db, readOnlyReason: null, damage: null };
  } catch (error) {
    db.close();
    return recoverOpen(path, error);
  }
}

/** Folds the log into the file and marks that it was closed in order. */
export function closeProjectFile(db: Database.Database): void {
  if (!db.open) return;
  if (!db.readonly) {
    setCleanClose(db, true);
    db.pragma('optimize');
    db.pragma('wal_checkpoint(TRUNCATE)');
  }
  db.close();
}

/** @returns null when the file is sound, else the first finding of SQLite's quick check */
export function quickCheck(db: Database.Database): string | null {
  const rows = db.prepare<[], { quick_check: string }>('PRAGMA quick_check(1)').all();
  const first = rows[0]?.quick_check;
  return first === undefined || first === 'ok' ? null : first;
}

function openReadOnly(path: string): { db: Database.Database; damage: string | null } {
  const db = connect(path, { readOnly: true });
  if (isProjectFile(db)) return { db, damage: null };
  db.close();
  throw notAProject(path);
}

function recoverOpen(path: string, error: unknown): OpenedDatabase {
  if (error instanceof AppError && error.code !== 'database_corrupt') throw error;
  const code = error instanceof Database.SqliteError ? error.code : '';
  if (code === 'SQLITE_NOTADB') throw notAProject(path);
  if (code.startsWith('SQLITE_CORRUPT') || error instanceof AppError)
    return { ...openReadOnly(path), readOnlyReason: 'damaged', damage: messageOf(error) };
  if (code.startsWith('SQLITE_READONLY') || (code === 'SQLITE_CANTOPEN' && existsSync(path)))
    return { ...openReadOnly(path), readOnlyReason: 'permission' };
  if (code.startsWith('SQLITE_FULL'))
    throw new AppError('disk_full', `The disk is full, so ${path} cannot be opened for writing.`, { cause: error });
  throw new AppError('io_failed', `${path} cannot be opened: ${messageOf(error)}.`, { cause: error });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function notAProject(path: string): AppError {
  return new AppError('unsupported_format', `${path} is not an Assay project. Pick a file that Assay made.`);
}

function needsCheck(db: Database.Database): boolean {
  const row = db.prepare<[], { value: string }>("SELECT value FROM meta WHERE key = 'clean_close'").get();
  return row?.value === '0';
}

function setCleanClose(db: Database.Database, isClean: boolean): void {
  db.prepare(
    "INSERT INTO meta (key, value) VALUES ('clean_close', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  ).run(isClean ? '1' : '0');
}

/** @returns bytes on disk, the log included */
export function fileSize(path: string): number {
  let total = 0;
  for (const file of [path, `${path}-wal`]) if (existsSync(file)) total += statSync(file).size;
  return total;
}

/**
 * Lets a long run of small transactions wait for the disk only at checkpoints. A killed process still loses nothing that
 * was committed; only a power cut could take back the last batches, and the job then repeats them.
 */
export async function withBulkWrites<T>(db: Database.Database, run: () => Promise<T>): Promise<T> {
  db.pragma('synchronous = NORMAL');
  // 64 MB of log between checkpoints: pages of the random indexes are then written once, not once a batch.
  db.pragma('wal_autocheckpoint = 16000');
  // Sorting for an index takes as much again, and a large file is to fit into little memory.
  db.pragma('cache_size = -24576');
  try {
    return await run();
  } finally {
    db.pragma('synchronous = FULL');
    db.pragma('cache_size = -65536');
    db.pragma('wal_autocheckpoint = 1000');
    db.pragma('wal_checkpoint(PASSIVE)');
  }
}
