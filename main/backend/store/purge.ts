import type Database from 'better-sqlite3';
import type { Blotter } from '../privacy/blot.ts';

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
};

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
      .map(({ name }) => ({ table, name })),
  );
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

/** Deletes samples for good, with all that hangs on them and every undo step that could bring something of them back. */
export function deleteForGood(db: Database.Database, ids: readonly number[]): void {
  const list = JSON.stringify(ids);
  db.exec('CREATE TEMP TABLE IF NOT EXISTS purge_sample (id INTEGER PRIMARY KEY); DELETE FROM temp.purge_sample');
  db.prepare('INSERT INTO temp.purge_sample SELECT j.value FROM json_each(?) j').run(list);
  const S = '(SELECT id FROM temp.purge_sample)';
  const A = `(SELECT id FROM attempt WHERE sample_id IN ${S})`;
  const R = `(SELECT id FROM review WHERE sample_id IN ${S})`;
  db.exec(`DELETE FROM change WHERE before ->> '$.sample_id' IN ${S} OR (tbl = 'sample' AND pk ->> '$[0]' IN ${S})
    OR (tbl IN ('sample_body', 'decision', 'split_member', 'sample_tag', 'private_scan', 'private_use', 'edited_field')
      AND pk ->> '$[0]' IN ${S})
    OR (tbl IN ('attempt', 'tool_call', 'joined_attempt') AND pk ->> '$[0]' IN ${A})
    OR (tbl = 'review' AND pk ->> '$[0]' IN ${R}) OR (tbl = 'review_score' AND before ->> '$.review_id' IN ${R})`);
  db.exec(`DELETE FROM sample WHERE id IN ${S}; DELETE FROM temp.purge_sample`);
  // What a token stood for goes with the last sample that has it, now or by undo.
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
