import type Database from 'better-sqlite3';
import type { JsonValue } from '../../../shared/model/json.ts';
import { SourceId } from '../../../shared/model/ids.ts';
import { LossReport } from '../../../shared/model/source.ts';
import type { ImportedAs, ImportIssue, SourceRow, StoredIssue } from '../../../shared/model/source.ts';

type Row = {
  id: number;
  uid: string;
  name: string;
  format: string;
  per: string;
  sha256: string | null;
  sizeBytes: number | null;
  seen: number;
  kept: number;
  rejected: number;
  samples: number;
  attempts: number;
  importedAt: number;
  options: string;
  state: 'importing' | 'ready';
  removedAt: number | null;
};

const COLUMNS = `id, uid, name, importer_id AS format, per, sha256, bytes AS sizeBytes, records_seen AS seen,
  records_kept AS kept, records_rejected AS rejected, imported_at AS importedAt, options, state, removed_at AS removedAt,
  (SELECT count(*) FROM sample WHERE source_id = source.id AND removed_at IS NULL) AS samples,
  (SELECT coalesce(sum(attempt_count), 0) FROM sample WHERE source_id = source.id AND removed_at IS NULL) AS attempts`;

function toModel(row: Row, titleOf: (format: string) => string): SourceRow {
  const { removedAt, options, ...rest } = row;
  return {
    ...rest,
    id: SourceId.parse(row.id),
    formatTitle: titleOf(row.format),
    // Written by insertSource as JSON.
    options: JSON.parse(options) as JsonValue,
    state: row.state === 'importing' ? 'importing' : removedAt === null ? 'ready' : 'removed',
  };
}

export function listSources(
  db: Database.Database,
  withRemoved: boolean,
  titleOf: (format: string) => string,
): SourceRow[] {
  return db
    .prepare<[number], Row>(
      `SELECT ${COLUMNS} FROM source WHERE removed_at IS NULL OR state = 'importing' OR ? ORDER BY id`,
    )
    .all(withRemoved ? 1 : 0)
    .map((row) => toModel(row, titleOf));
}

export function findSource(db: Database.Database, uid: string): (Row & { isRemoved: boolean }) | undefined {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM source WHERE uid = ?`).get(uid);
  return row === undefined ? undefined : { ...row, isRemoved: row.removedAt !== null };
}

/** How a source that is shown is read; undefined when there is none. */
export function readingOf(
  db: Database.Database,
  id: number,
): { name: string; uid: string; format: string; per: string; options: JsonValue } | undefined {
  const row = db
    .prepare<[number], { name: string; uid: string; format: string; per: string; options: string }>(
      `SELECT name, uid, importer_id AS format, per, options FROM source
       WHERE id = ? AND removed_at IS NULL AND state = 'ready'`,
    )
    .get(id);
  // Written by insertSource as JSON.
  return row === undefined ? undefined : { ...row, options: JSON.parse(row.options) as JsonValue };
}

/** What to say of a file that is a source already, shown or removed; its import may be under way. */
export function importedAs(row: Row): ImportedAs {
  const { name, importedAt, samples, attempts, state } = row;
  const isRemoved = state === 'ready' && row.removedAt !== null;
  return { sourceId: SourceId.parse(row.id), name, importedAt, samples, attempts, removed: isRemoved };
}

/** A new source is hidden (`removed_at` set) until its import ends, which is one row that undo can turn back. */
export function insertSource(
  db: Database.Database,
  source: {
    uid: string;
    format: string;
    version: number;
    name: string;
    per: string;
    sha256: string | null;
    bytes: number | null;
    options: JsonValue;
    now: number;
    state: 'importing' | 'ready';
  },
): number {
  const info = db
    .prepare(
      `INSERT INTO source (uid, importer_id, importer_version, name, per, sha256, bytes, options, state, imported_at, removed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      source.uid,
      source.format,
      source.version,
      source.name,
      source.per,
      source.sha256,
      source.bytes,
      JSON.stringify(source.options),
      source.state,
      source.now,
      source.state === 'importing' ? source.now : null,
    );
  return Number(info.lastInsertRowid);
}

export function addCounts(db: Database.Database, id: number, seen: number, kept: number): void {
  db.prepare(
    `UPDATE source SET records_seen = records_seen + ?, records_kept = records_kept + ?,
       records_rejected = records_rejected + ? WHERE id = ?`,
  ).run(seen, kept, seen - kept, id);
}

export function markImported(db: Database.Database, id: number): void {
  db.prepare("UPDATE source SET state = 'ready' WHERE id = ?").run(id);
}

export function setRemoved(db: Database.Database, id: number, removedAt: number | null): number {
  return db.prepare('UPDATE source SET removed_at = ? WHERE id = ?').run(removedAt, id).changes;
}

/** Deletes up to `limit` samples of a source with all that hangs on them. @returns how many went */
export function deleteSamplesOf(db: Database.Database, sourceId: number, limit: number): number {
  return db
    .prepare('DELETE FROM sample WHERE id IN (SELECT id FROM sample WHERE source_id = ? LIMIT ?)')
    .run(sourceId, limit).changes;
}

export function deleteSource(db: Database.Database, id: number): void {
  db.prepare('DELETE FROM source WHERE id = ?').run(id);
}

export function insertIssue(
  db: Database.Database,
  sourceId: number,
): (issue: ImportIssue & { raw: string | null; rejected: boolean; index?: number | null }) => void {
  const statement = db.prepare(
    `INSERT INTO import_issue (source_id, line, byte_offset, code, message, raw, rejected, record_idx)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (issue) =>
    void statement.run(
      sourceId,
      issue.line,
      issue.offset,
      issue.code,
      issue.message,
      issue.raw,
      issue.rejected ? 1 : 0,
      issue.index ?? null,
    );
}

export type IssueState = 'open' | 'resolved' | 'all';
type IssueQuery = {
  sourceId: number | null;
  code: string | null;
  from: number;
  limit: number;
  state?: IssueState | undefined;
};
type IssueRow = Omit<StoredIssue, 'rejected' | 'resolved'> & { rejected: number; resolved: number };
const ISSUE_COLUMNS =
  'id, source_id AS sourceId, line, byte_offset AS "offset", code, message, raw, rejected, resolved_at IS NOT NULL AS resolved';
const IN_STATE = "(@state = 'all' OR (resolved_at IS NOT NULL) = (@state = 'resolved'))";
const OF_SOURCE =
  'source_id IN (SELECT id FROM source WHERE removed_at IS NULL) AND (@sourceId IS NULL OR source_id = @sourceId)';

/** Issues of the sources that are shown; those still open unless `state` says otherwise. */
export function listIssues(db: Database.Database, query: IssueQuery): { total: number; rows: StoredIssue[] } {
  const where = `${OF_SOURCE} AND (@code IS NULL OR code = @code) AND ${IN_STATE}`;
  const given = { ...query, state: query.state ?? 'open' };
  const total = db
    .prepare<[IssueQuery], { n: number }>(`SELECT count(*) AS n FROM import_issue WHERE ${where}`)
    .get(given);
  const rows = db
    .prepare<[IssueQuery], IssueRow>(
      `SELECT ${ISSUE_COLUMNS} FROM import_issue WHERE ${where} ORDER BY id LIMIT @limit OFFSET @from`,
    )
    .all(given);
  return { total: total?.n ?? 0, rows: rows.map(toIssue) };
}

function toIssue(row: IssueRow): StoredIssue {
  return { ...row, rejected: row.rejected === 1, resolved: row.resolved === 1 };
}

/** Issues of the sources that are shown, resolved ones too, one by one: there may be more than memory holds. */
export function* eachIssue(db: Database.Database, sourceId: number | null): Generator<StoredIssue, void, undefined> {
  const page = db.prepare<[{ sourceId: number | null; after: number }], IssueRow>(
    `SELECT ${ISSUE_COLUMNS} FROM import_issue WHERE ${OF_SOURCE} AND id > @after ORDER BY id LIMIT 4`,
  );
  for (let after = 0; ;) {
    const rows = page.all({ sourceId, after });
    for (const row of rows) yield toIssue(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** One issue of a source that is shown. */
export function getIssue(db: Database.Database, id: number): StoredIssue | undefined {
  const row = db
    .prepare<[{ id: number; sourceId: null }], IssueRow>(
      `SELECT ${ISSUE_COLUMNS} FROM import_issue WHERE id = @id AND ${OF_SOURCE}`,
    )
    .get({ id, sourceId: null });
  return row === undefined ? undefined : toIssue(row);
}

/** The number of the record an issue is about, from 0; null where it is not known. */
export function recordIndex(db: Database.Database, issueId: number): number | null {
  const row = db
    .prepare<[number], { idx: number | null }>('SELECT record_idx AS idx FROM import_issue WHERE id = ?')
    .get(issueId);
  return row?.idx ?? null;
}

export function resolveIssue(db: Database.Database, id: number, at: number): void {
  db.prepare('UPDATE import_issue SET resolved_at = ? WHERE id = ?').run(at, id);
}

/** First issues of one source whatever its state, for the report of an import. */
export function issuesOfSource(
  db: Database.Database,
  sourceId: number,
  limit: number,
): { issues: ImportIssue[]; count: number } {
  const issues = db
    .prepare<[number, number], ImportIssue>(
      'SELECT line, byte_offset AS "offset", code, message FROM import_issue WHERE source_id = ? ORDER BY id LIMIT ?',
    )
    .all(sourceId, limit);
  const count = db
    .prepare<[number], { n: number }>('SELECT count(*) AS n FROM import_issue WHERE source_id = ?')
    .get(sourceId);
  return { issues, count: count?.n ?? 0 };
}

/** Issues of the sources that are shown, or of one of them, by their code, with the names of just these sources. */
export function groupIssues(
  db: Database.Database,
  sourceId: number | null,
): { code: string; message: string; count: number; sources: string[]; rejected: boolean }[] {
  const rows = db
    .prepare<
      [{ sourceId: number | null }],
      { code: string; message: string; count: number; sources: string; rejected: number }
    >(
      `SELECT i.code, min(i.message) AS message, count(*) AS count, max(i.rejected) AS rejected,
         json_group_array(DISTINCT s.name) AS sources
       FROM import_issue i JOIN source s ON s.id = i.source_id
       WHERE s.removed_at IS NULL AND i.resolved_at IS NULL AND (@sourceId IS NULL OR s.id = @sourceId)
       GROUP BY i.code ORDER BY rejected DESC, count DESC, i.code`,
    )
    .all({ sourceId });
  return rows.map((row) => ({
    ...row,
    rejected: row.rejected === 1,
    // Made by json_group_array over a text column.
    sources: (JSON.parse(row.sources) as string[]).toSorted(),
  }));
}

const OF_WHICH = {
  grouped: 's.task_key IS NOT NULL',
  copied: `(s.prompt_hash IN (SELECT prompt_hash FROM sample GROUP BY prompt_hash HAVING count(*) > 1)
    OR s.id IN (SELECT sample_id FROM attempt
      WHERE content_hash IN (SELECT content_hash FROM attempt GROUP BY content_hash HAVING count(*) > 1)))`,
} as const;

/**
 * Ids of a source's samples above `after`, in order: `grouped` are those whose attempts came in pieces, `copied` those
 * that share a prompt or a trajectory with anything in the project, themselves included.
 */
export function samplesOfSource(
  db: Database.Database,
  sourceId: number,
  after: number,
  which: keyof typeof OF_WHICH,
): number[] {
  return db
    .prepare<[number, number], { id: number }>(
      `SELECT s.id FROM sample s WHERE s.source_id = ? AND s.id > ? AND ${OF_WHICH[which]} ORDER BY s.id`,
    )
    .all(sourceId, after)
    .map((row) => row.id);
}

/** How many samples the project holds, of all sources. */
export function countAllSamples(db: Database.Database): number {
  return db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sample').get()?.n ?? 0;
}

/** Keeps what became of the fields of a source's records. */
export function saveLossReport(db: Database.Database, sourceId: number, report: LossReport): void {
  db.prepare('INSERT OR REPLACE INTO loss_report (source_id, report) VALUES (?, ?)').run(
    sourceId,
    JSON.stringify(report),
  );
}

export function readLossReport(db: Database.Database, sourceId: number): LossReport | null {
  const row = db
    .prepare<[number], { report: string }>('SELECT report FROM loss_report WHERE source_id = ?')
    .get(sourceId);
  return row === undefined ? null : LossReport.parse(JSON.parse(row.report));
}

/** Records read of a source: `seen = kept + rejected`. */
export function recordCounts(
  db: Database.Database,
  sourceId: number,
): { seen: number; kept: number; rejected: number } {
  const row = db
    .prepare<[number], { seen: number; kept: number; rejected: number }>(
      'SELECT records_seen AS seen, records_kept AS kept, records_rejected AS rejected FROM source WHERE id = ?',
    )
    .get(sourceId);
  return row ?? { seen: 0, kept: 0, rejected: 0 };
}
