import type Database from 'better-sqlite3';

/** @returns a text that differs after any row was written, by this connection or by another one */
export function writeStamp(db: Database.Database): string {
  const own = db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
  return `${own}:${Number(db.pragma('data_version', { simple: true }))}`;
}
