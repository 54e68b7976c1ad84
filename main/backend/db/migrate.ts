import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { AppError, invariant } from '../../../shared/rpc/errors.ts';
import { migrations } from './migrations/index.ts';

export type Migration = { readonly version: number; readonly name: string; readonly sql: string };

/** 'ASSY' */
export const APPLICATION_ID = 0x41535359;

/** The newest schema this program knows. */
export const LATEST_VERSION = migrations.at(-1)?.version ?? 0;

/** @returns the schema version of a file; 0 for an empty one */
export function schemaVersion(db: Database.Database): number {
  // A pragma's answer is untyped; user_version is always an integer.
  return db.pragma('user_version', { simple: true }) as number;
}

/** @returns whether the file is an Assay project or still empty */
export function isProjectFile(db: Database.Database): boolean {
  const id = db.pragma('application_id', { simple: true });
  if (id === APPLICATION_ID) return true;
  const tables = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_schema').get();
  return id === 0 && tables?.n === 0;
}

/**
 * Brings a file to the newest schema, each step in its own transaction, foreign keys checked after each.
 *
 * @throws {AppError} `database_too_new` for a file from a later version, `database_corrupt` when an applied step's text
 *   is not the one this program knows
 */
export function migrate(db: Database.Database, list: readonly Migration[] = migrations): void {
  assertRising(list);
  const current = schemaVersion(db);
  const latest = list.at(-1)?.version ?? 0;
  if (current > latest)
    throw new AppError(
      'database_too_new',
      `This project was written by a newer Assay (schema ${current}, this one knows ${latest}). Update Assay to edit it.`,
    );
  for (const step of list) if (step.version > current) apply(db, step);
  verifyApplied(db, list);
}

function apply(db: Database.Database, step: Migration): void {
  db.transaction(() => {
    db.pragma('defer_foreign_keys = ON');
    db.exec(step.sql);
    db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(`migration.${step.version}`, hashOf(step));
    db.pragma(`user_version = ${step.version}`);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    const broken = db.pragma('foreign_key_check');
    invariant(Array.isArray(broken) && broken.length === 0, `migration ${step.version} left broken references`);
  }).immediate();
}

function verifyApplied(db: Database.Database, list: readonly Migration[]): void {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
  for (const step of list) {
    const stored = read.get(`migration.${step.version}`)?.value;
    if (stored !== hashOf(step))
      throw new AppError('database_corrupt', `The project's schema step ${step.version} is not the one Assay knows.`);
  }
}

function hashOf(step: Migration): string {
  return createHash('sha256').update(step.sql).digest('hex');
}

function assertRising(list: readonly Migration[]): void {
  list.forEach((step, at) => {
    const before = list[at - 1];
    invariant(before === undefined || before.version < step.version, 'migration versions rise strictly');
  });
}
