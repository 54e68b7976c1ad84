import Database from 'better-sqlite3';
import { migrate } from '../db/migrate.ts';
import { makeSamples, type MakeOptions } from './make-samples.ts';

/** @returns an empty project in memory, with the settings a real one has */
export function createMemoryDatabase(): Database.Database {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  migrate(db);
  return db;
}

/** @returns a project in memory with made-up samples */
export function createFilledDatabase(options: MakeOptions): Database.Database {
  const db = createMemoryDatabase();
  makeSamples(db, options);
  return db;
}
