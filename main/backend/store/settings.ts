import type Database from 'better-sqlite3';
import type { JsonValue } from '../../../shared/model/json.ts';

/** @returns a project setting, undefined when it was never set */
export function getSetting(db: Database.Database, key: string): JsonValue | undefined {
  const row = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE key = ?').get(key);
  // Written by setSetting as JSON.
  return row === undefined ? undefined : (JSON.parse(row.value) as JsonValue);
}

export function allSettings(db: Database.Database): Record<string, JsonValue> {
  const rows = db.prepare<[], { key: string; value: string }>('SELECT key, value FROM setting ORDER BY key').all();
  // Written by setSetting as JSON.
  return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as JsonValue]));
}

export function setSetting(db: Database.Database, key: string, value: JsonValue): void {
  if (value === null) db.prepare('DELETE FROM setting WHERE key = ?').run(key);
  else
    db.prepare('INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
      key,
      JSON.stringify(value),
    );
}
