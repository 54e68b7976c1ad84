import type Database from 'better-sqlite3';

export type Candidate = {
  readonly id: number;
  readonly sourceRef: string | null;
  readonly taskKey: string | null;
  readonly promptHash: string;
  /** The prompt's hash as imported, where a person edited it since. */
  readonly importedHash: string | null;
  /** Number of the record and of the part of it. */
  readonly place: string;
};

const CANDIDATES = `SELECT s.id, s.source_ref AS sourceRef, s.task_key AS taskKey, s.prompt_hash AS promptHash,
    (SELECT imported_hash FROM edited_field e WHERE e.sample_id = s.id AND e.field = 'match') AS importedHash,
    substr(s.uid, 17) AS place
  FROM sample s WHERE s.source_id = ? AND s.id > ? ORDER BY s.id LIMIT ?`;

/** What finds the samples of a source again, page by page. */
export function listCandidates(db: Database.Database, sourceId: number, after: number, limit: number): Candidate[] {
  return db.prepare<[number, number, number], Candidate>(CANDIDATES).all(sourceId, after, limit);
}

/** @returns a function that tells whether two samples hold the same in every field that a source brings */
export function createSameTeller(db: Database.Database): (targetId: number, stagedId: number) => boolean {
  const same = db
    .prepare<[{ target: number; staged: number }], number>(
      `SELECT 1 FROM sample a JOIN sample_body ab ON ab.sample_id = a.id, sample b JOIN sample_body bb ON bb.sample_id = b.id
       WHERE a.id = @target AND b.id = @staged AND a.title = b.title AND a.source_pos = b.source_pos
         AND a.source_ref IS b.source_ref AND a.attempt_count = b.attempt_count AND ab.prompt = bb.prompt
         AND ab.tools = bb.tools AND ab.reference = bb.reference AND ab.extras IS bb.extras
         AND NOT EXISTS (SELECT 1 FROM edited_field e WHERE e.sample_id = a.id)
         AND NOT EXISTS (SELECT 1 FROM attempt x LEFT JOIN attempt y ON y.sample_id = a.id AND y.idx = x.idx
           WHERE x.sample_id = b.id AND (y.id IS NULL OR y.body <> x.body OR y.content_hash <> x.content_hash
             OR y.extras IS NOT x.extras OR y.reward IS NOT x.reward OR y.outcome <> x.outcome OR y.model IS NOT x.model
             OR y.latency_ms IS NOT x.latency_ms OR y.token_count IS NOT x.token_count
             OR y.started_at IS NOT x.started_at))`,
    )
    .pluck();
  return (target, staged) => same.get({ target, staged }) !== undefined;
}

/** @returns the stored prompt of a sample as JSON text */
export function promptJson(db: Database.Database, sampleId: number): string {
  const row = db
    .prepare<[number], { prompt: string }>('SELECT prompt FROM sample_body WHERE sample_id = ?')
    .get(sampleId);
  return row?.prompt ?? '[]';
}

/** Samples of a source that are shown, in order. */
export function shownSamples(db: Database.Database, sourceId: number): number[] {
  return db
    .prepare<[number], { id: number }>('SELECT id FROM sample WHERE source_id = ? AND removed_at IS NULL ORDER BY id')
    .all(sourceId)
    .map(({ id }) => id);
}

/**
 * Makes a source what the staged one is: name by content, counts, issues. Issues of records that a person repaired or
 * skipped stay that, when the same record is refused again.
 */
export function takeSourceOver(db: Database.Database, targetId: number, stagedId: number, importedAt: number): void {
  const staged = db.prepare<[number], { uid: string }>('SELECT uid FROM source WHERE id = ?').get(stagedId);
  // The staged row goes after this; until then, names of sources are unique.
  db.prepare('UPDATE source SET uid = ? WHERE id = ?').run(`staged ${stagedId}`, stagedId);
  db.prepare(
    `UPDATE source SET uid = @uid, (importer_version, sha256, bytes, options, records_seen, records_kept, records_rejected) =
       (SELECT importer_version, sha256, bytes, options, records_seen, records_kept, records_rejected FROM source
        WHERE id = @stagedId), imported_at = @importedAt WHERE id = @targetId`,
  ).run({ uid: staged?.uid ?? '', targetId, stagedId, importedAt });
  replaceIssues(db, targetId, stagedId);
  db.prepare(
    'INSERT OR REPLACE INTO loss_report (source_id, report) SELECT ?, report FROM loss_report WHERE source_id = ?',
  ).run(targetId, stagedId);
}

function replaceIssues(db: Database.Database, targetId: number, stagedId: number): void {
  const last = db
    .prepare<[number], { id: number | null }>('SELECT max(id) AS id FROM import_issue WHERE source_id = ?')
    .get(targetId);
  db.prepare(
    `INSERT INTO import_issue (source_id, line, byte_offset, code, message, raw, rejected, record_idx, resolved_at)
     SELECT @targetId, line, byte_offset, code, message, raw, rejected, record_idx,
       (SELECT max(o.resolved_at) FROM import_issue o WHERE o.source_id = @targetId AND o.code = n.code AND o.raw = n.raw)
     FROM import_issue n WHERE n.source_id = @stagedId ORDER BY id`,
  ).run({ targetId, stagedId });
  // What a person's edit withheld from an earlier update is still to be looked at.
  db.prepare("DELETE FROM import_issue WHERE source_id = ? AND id <= ? AND code <> 'edit_kept'").run(
    targetId,
    last?.id ?? 0,
  );
}
