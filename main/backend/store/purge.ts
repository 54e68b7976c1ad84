import type Database from 'better-sqlite3';
import type { Blotter } from '../engine/sample-texts.ts';

/** Tables of the file in words, as a purge tells of them; others go by their name. */
const WORDS: Readonly<Record<string, string>> = {
  sample: 'samples',
  sample_body: 'samples',
  attempt: 'attempts',
  import_issue: 'issues of imports',
  live_record: 'live records',
  change: 'steps that undo can take back',
  action: 'names of undo steps',
  job: 'jobs',
  private_value: 'originals of tokens',
  private_use: 'originals of tokens',
  review: 'reviews',
  decision: 'decisions',
  flag: 'flags',
  tag: 'tags',
  source: 'sources',
  score: 'scores',
  grader_version: 'graders',
  grader_draft: 'graders',
  saved_view: 'saved views',
  setting: 'settings',
  export: 'packages in the list',
  split_rule: 'rules of the split',
  leak_group: 'checks for leaks',
  leak_quote: 'checks for leaks',
  leak_mark: 'accepted leaks',
  template_family: 'templates of similar samples',
};

/** Columns that hold words of Assay's own, which no one's data is in. */
const OWN_COLUMNS =
  /^(?:change\.(?:tbl|op|pk)|flag\.rule_id|source\.importer_id|export\.exporter_id|(?:action|job|live_record)\.kind|setting\.key|\w+\.(?:uid|state|outcome|\w*hash))$/u;

type Column = { readonly table: string; readonly name: string };

/** Gives the connection the two functions that purging asks; they stay until the next purge. */
export function attachBlotter(db: Database.Database, { holds, blot }: Blotter): void {
  db.function('assay_holds', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' && holds(text) ? 1 : 0,
  );
  db.function('assay_blot', { deterministic: true }, (text: unknown) => (typeof text === 'string' ? blot(text) : text));
}

/** Every column that can hold text, of every table of the file but the search index and its own notes. */
function textColumns(db: Database.Database): Column[] {
  const tables = db
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name <> 'meta'`,
    )
    .all();
  return tables.flatMap(({ name: table }) =>
    db
      .prepare<[string], { name: string }>("SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'ANY', '')")
      .all(table)
      .filter(({ name }) => !OWN_COLUMNS.test(`${table}.${name}`))
      .map(({ name }) => ({ table, name })),
  );
}

/** @returns the words that the file itself is written with, in lower case: names of tables and columns, states */
export function ownWords(db: Database.Database): ReadonlySet<string> {
  const rows = db.prepare<[], { sql: string }>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
  return new Set(rows.flatMap(({ sql }) => sql.toLowerCase().match(/[a-z_]{3,}/gu) ?? []));
}

/** @returns rows that hold a value, by what they are in words */
export function countHolding(db: Database.Database): { where: string; count: number }[] {
  const counts = new Map<string, number>();
  const byTable = Map.groupBy(textColumns(db), ({ table }) => table);
  for (const [table, columns] of byTable) {
    const where = columns.map(({ name }) => `assay_holds("${name}")`).join(' OR ');
    const n = db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM "${table}" WHERE ${where}`).get()?.n ?? 0;
    if (n > 0) counts.set(WORDS[table] ?? table, (counts.get(WORDS[table] ?? table) ?? 0) + n);
  }
  return [...counts].map(([where, count]) => ({ where, count }));
}

/** @returns samples whose own texts, or those of their attempts, hold a value */
export function samplesHolding(db: Database.Database): number[] {
  return db
    .prepare<[], { id: number }>(
      `SELECT sample_id AS id FROM sample_body
         WHERE assay_holds(prompt) OR assay_holds(tools) OR assay_holds(reference) OR assay_holds(extras)
       UNION SELECT sample_id FROM attempt WHERE assay_holds(body) OR assay_holds(extras)
       UNION SELECT id FROM sample WHERE assay_holds(title) ORDER BY 1`,
    )
    .all()
    .map((row) => row.id);
}

/** Forgets what tokens stand for the values, and that they were dismissed. */
export function forgetValues(db: Database.Database, hashes: readonly string[]): void {
  db.exec(`DELETE FROM private_use WHERE token IN
    (SELECT token FROM private_value WHERE assay_holds(value) OR assay_holds(value_key))`);
  db.exec('DELETE FROM private_value WHERE assay_holds(value) OR assay_holds(value_key)');
  db.prepare('DELETE FROM private_dismissal WHERE value_hash IN (SELECT j.value FROM json_each(?) j)').run(
    JSON.stringify(hashes),
  );
}

/**
 * Undo steps no longer say that a sample was looked through: what they bring back is not the text that it was, so it is
 * due for a scan.
 */
export function forgetScans(db: Database.Database): void {
  db.exec("DELETE FROM change WHERE tbl = 'private_scan'");
}

/** Flags of scans on samples whose texts were changed by a purge: the next scan makes them again. */
export function dropPrivacyFlags(db: Database.Database, ids: readonly number[]): void {
  const list = JSON.stringify(ids);
  db.prepare(
    `DELETE FROM flag WHERE rule_id IN ('secret', 'personal-data') AND sample_id IN (SELECT j.value FROM json_each(?) j)`,
  ).run(list);
  db.prepare('DELETE FROM private_scan WHERE sample_id IN (SELECT j.value FROM json_each(?) j)').run(list);
}

/** Blots the values out of every text column that is left. */
export function blotColumns(db: Database.Database): void {
  for (const { table, name } of textColumns(db)) {
    const update = (value: string): void =>
      void db.prepare(`UPDATE "${table}" SET "${name}" = ${value} WHERE assay_holds("${name}")`).run();
    try {
      update(`assay_blot("${name}")`);
    } catch (error) {
      // Two names that must differ became one.
      if (!(error instanceof Error) || !error.message.startsWith('UNIQUE')) throw error;
      update(`assay_blot("${name}") || ' ' || hex(randomblob(4))`);
    }
  }
}

/** A purge's own job says what was purged only as long as it has not begun. */
export function forgetParams(db: Database.Database, jobId: number): void {
  db.prepare("UPDATE job SET params = '{}' WHERE id = ?").run(jobId);
}

/** Names of samples that a copy of the project knows them by. */
export function uidsOf(db: Database.Database, ids: readonly number[]): string[] {
  return db
    .prepare<[string], { uid: string }>('SELECT s.uid FROM json_each(?) j JOIN sample s ON s.id = j.value')
    .all(JSON.stringify(ids))
    .map((row) => row.uid);
}

export function idsOf(db: Database.Database, uids: readonly string[]): number[] {
  return db
    .prepare<[string], { id: number }>('SELECT s.id FROM json_each(?) j JOIN sample s ON s.uid = j.value')
    .all(JSON.stringify(uids))
    .map((row) => row.id);
}

/** Deletes samples for good, with all that hangs on them and every undo step that could bring something of them back. */
export function deleteForGood(db: Database.Database, ids: readonly number[]): void {
  db.exec(`CREATE TEMP TABLE purge_sample (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE purge_part (tbl TEXT, id INTEGER, PRIMARY KEY (tbl, id)) WITHOUT ROWID`);
  db.prepare('INSERT INTO temp.purge_sample SELECT j.value FROM json_each(?) j').run(JSON.stringify(ids));
  const S = '(SELECT id FROM temp.purge_sample)';
  // Attempts and reviews that are there, and those that an undo step could bring back.
  for (const table of ['attempt', 'review'])
    db.exec(`INSERT INTO temp.purge_part SELECT '${table}', id FROM ${table} WHERE sample_id IN ${S}
      UNION SELECT '${table}', pk ->> '$[0]' FROM change WHERE tbl = '${table}' AND before ->> '$.sample_id' IN ${S}`);
  const A = "(SELECT id FROM temp.purge_part WHERE tbl = 'attempt')";
  const R = "(SELECT id FROM temp.purge_part WHERE tbl = 'review')";
  db.exec(`DELETE FROM change WHERE tbl = 'leak_mark' AND (pk ->> '$[1]' IN ${S} OR pk ->> '$[2]' IN ${S})`);
  db.exec(`DELETE FROM change WHERE before ->> '$.sample_id' IN ${S} OR (tbl = 'sample' AND pk ->> '$[0]' IN ${S})
    OR (tbl IN ('sample_body', 'decision', 'split_member', 'sample_tag', 'private_scan', 'private_use', 'edited_field')
      AND pk ->> '$[0]' IN ${S})
    OR (tbl IN ('attempt', 'tool_call', 'joined_attempt') AND pk ->> '$[0]' IN ${A})
    OR (tbl = 'review' AND pk ->> '$[0]' IN ${R}) OR (tbl = 'review_score' AND before ->> '$.review_id' IN ${R})`);
  db.exec(`DELETE FROM sample WHERE id IN ${S}; DROP TABLE temp.purge_sample; DROP TABLE temp.purge_part`);
}

/** Forgets what tokens stood for that no sample has any more, now or by undo. */
export function forgetUnused(db: Database.Database): void {
  const used = `(SELECT token FROM private_use UNION SELECT pk ->> '$[1]' FROM change WHERE tbl = 'private_use')`;
  db.exec(`DELETE FROM change WHERE tbl = 'private_value' AND pk ->> '$[0]' NOT IN ${used}`);
  db.exec(`DELETE FROM private_value WHERE token NOT IN ${used}`);
}

/** Writes the file anew, so that nothing that was deleted is left in free pages, in the log or in the search index. */
export function rewriteFile(db: Database.Database): void {
  db.exec("INSERT INTO sample_fts (sample_fts) VALUES ('optimize')");
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.exec('VACUUM');
  db.pragma('wal_checkpoint(TRUNCATE)');
}

/** Whether pages that are freed are overwritten at once. */
export function setSecureDelete(db: Database.Database, isOn: boolean): void {
  db.pragma(`secure_delete = ${isOn ? 'ON' : 'OFF'}`);
}
