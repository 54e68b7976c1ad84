import type Database from 'better-sqlite3';

/** Which tools a sample's attempts called, each once: `sample_id`, `name`. Kept by `refreshCalledTools`. */
export const CALLED_TOOL = 'temp.called_tool';

/**
 * Makes `CALLED_TOOL` when calls changed since it was made. Reading it from half a million calls takes most of a second,
 * too long for every filter; attempts are immutable but for the sample they belong to, so a sum over them tells.
 */
export function refreshCalledTools(db: Database.Database): void {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS called_tool (
      name TEXT NOT NULL, sample_id INTEGER NOT NULL, PRIMARY KEY (name, sample_id)) WITHOUT ROWID;
    CREATE TEMP TABLE IF NOT EXISTS called_tool_state (stamp TEXT NOT NULL)`);
  const stamp = callsStamp(db);
  const known = db.prepare<[], { stamp: string }>('SELECT stamp FROM temp.called_tool_state').get();
  if (known?.stamp === stamp) return;
  db.transaction(() => {
    db.exec(`DELETE FROM temp.called_tool_state; DELETE FROM ${CALLED_TOOL}`);
    db.exec(`INSERT OR IGNORE INTO ${CALLED_TOOL} (name, sample_id)
      SELECT t.name, a.sample_id FROM attempt a INDEXED BY attempt_facts CROSS JOIN tool_call t ON t.attempt_id = a.id`);
    db.prepare('INSERT INTO temp.called_tool_state (stamp) VALUES (?)').run(stamp);
  })();
}

/** @returns a text that changes when calls do, or the samples that their attempts belong to */
export function callsStamp(db: Database.Database): string {
  const row = db
    .prepare<[], { stamp: string }>(
      `SELECT count(*) || '/' || coalesce(max(a.id), 0) || '/' || coalesce(sum((a.id * a.sample_id) % 1000003), 0) || '/'
         || coalesce(sum(a.tool_call_count), 0) AS stamp FROM attempt a`,
    )
    .get();
  return row?.stamp ?? '';
}
