import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { JsonValue } from '../../../shared/model/json.ts';

export type RecentRow = { recentId: string; path: string; name: string; samples: number | null; lastOpenedAt: number };

/** The small file in the user's data folder: recent projects and settings of the app. */
export type AppDb = {
  readonly recents: () => readonly RecentRow[];
  readonly recentPath: (recentId: string) => string | undefined;
  readonly touchRecent: (row: RecentRow) => void;
  readonly forgetRecent: (recentId: string | null) => void;
  readonly settings: () => Readonly<Record<string, JsonValue>>;
  readonly setSetting: (key: string, value: JsonValue) => void;
  /** Grader definitions a person let run on this machine; kept here and not in projects, which come from strangers. */
  readonly isTrusted: (definitionHash: string) => boolean;
  readonly trust: (definitionHash: string, at: number) => void;
  readonly close: () => void;
};

const SCHEMA = `
CREATE TABLE IF NOT EXISTS recent (
  id TEXT PRIMARY KEY, path TEXT NOT NULL UNIQUE, name TEXT NOT NULL, samples INTEGER, last_opened_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS grader_trust (definition_hash TEXT PRIMARY KEY, trusted_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Opens `app.sqlite` in the data folder, making both when missing. */
export function openAppDb(dataDir: string): AppDb {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new Database(join(dataDir, 'app.sqlite'), { timeout: 5_000 });
  db.pragma('journal_mode = WAL');
  db.exec(SCHEMA);
  const list = db.prepare<[], RecentRow>(
    'SELECT id AS recentId, path, name, samples, last_opened_at AS lastOpenedAt FROM recent ORDER BY last_opened_at DESC LIMIT 30',
  );
  const path = db.prepare<[string], { path: string }>('SELECT path FROM recent WHERE id = ?');
  const touch = db.prepare(
    `INSERT INTO recent (id, path, name, samples, last_opened_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET name = excluded.name, samples = excluded.samples, last_opened_at = excluded.last_opened_at`,
  );
  const allSettings = db.prepare<[], { key: string; value: string }>('SELECT key, value FROM setting');
  const putSetting = db.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const findTrust = db.prepare<[string], { at: number }>(
    'SELECT trusted_at AS at FROM grader_trust WHERE definition_hash = ?',
  );
  const putTrust = db.prepare(
    'INSERT INTO grader_trust (definition_hash, trusted_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    recents: () => list.all(),
    recentPath: (recentId) => path.get(recentId)?.path,
    touchRecent: (row) => void touch.run(row.recentId, row.path, row.name, row.samples, row.lastOpenedAt),
    forgetRecent(recentId) {
      if (recentId === null) db.prepare('DELETE FROM recent').run();
      else db.prepare('DELETE FROM recent WHERE id = ?').run(recentId);
    },
    settings: () => Object.fromEntries(allSettings.all().map((row) => [row.key, parse(row.value)])),
    setSetting: (key, value) => void putSetting.run(key, JSON.stringify(value)),
    isTrusted: (hash) => findTrust.get(hash) !== undefined,
    trust: (hash, at) => void putTrust.run(hash, at),
    close: () => db.close(),
  };
}

function parse(text: string): JsonValue {
  // Written by setSetting above, always as JSON.
  return JSON.parse(text) as JsonValue;
}
