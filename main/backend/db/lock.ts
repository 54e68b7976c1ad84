import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';

export type ProjectLock = { readonly release: () => void };

/**
 * Takes the one write lock of a project: an exclusive SQLite transaction on a file beside it. The operating system frees
 * it when the process dies, so a kill leaves nothing to clean up and no time-out to wait for.
 *
 * @returns null when another process or window holds it
 */
export function takeLock(projectPath: string): ProjectLock | null {
  const path = join(dirname(projectPath), `.${basename(projectPath)}.lock`);
  let db: Database.Database;
  try {
    db = new Database(path, { timeout: 0 });
  } catch {
    // A folder that cannot be written to: the project opens read-only with its own reason.
    return { release: () => undefined };
  }
  try {
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch {
    db.close();
    return null;
  }
  return {
    release() {
      if (!db.open) return;
      db.exec('ROLLBACK');
      db.close();
      rmSync(path, { force: true });
    },
  };
}
