import type Database from 'better-sqlite3';
import type { JsonValue } from '../../../shared/model/json.ts';

export type ExportRow = { id: number; contentHash: string; promptHash: string };

/** @returns the samples in an order that does not depend on when they were imported: source, position, name */
export function exportRows(db: Database.Database, ids: readonly number[]): ExportRow[] {
  const wanted = new Set(ids);
  return db
    .prepare<[], ExportRow>(
      `SELECT s.id, s.content_hash AS contentHash, s.prompt_hash AS promptHash
       FROM sample s JOIN source src ON src.id = s.source_id ORDER BY src.uid, s.source_pos, s.uid`,
    )
    .all()
    .filter((row) => wanted.has(row.id));
}

/** How far the latest finished run of a grader version cannot be trusted by a trainer. */
export function erroredScores(db: Database.Database, graderId: number, version: number): number {
  const row = db
    .prepare<[number, number], { errored: number }>(
      `SELECT errored FROM score_run WHERE grader_id = ? AND grader_version = ? AND finished_at IS NOT NULL
       ORDER BY id DESC LIMIT 1`,
    )
    .get(graderId, version);
  return row?.errored ?? 0;
}

export function insertExport(
  db: Database.Database,
  row: {
    uid: string;
    exporterId: string;
    exporterVersion: number;
    options: JsonValue;
    folder: string;
    sha256: string;
    bytes: number;
    records: number;
    manifest: string;
    at: number;
  },
): number {
  const info = db
    .prepare(
      `INSERT INTO export (uid, exporter_id, exporter_version, options, folder, sha256, bytes, records, manifest, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      row.uid,
      row.exporterId,
      row.exporterVersion,
      JSON.stringify(row.options),
      row.folder,
      row.sha256,
      row.bytes,
      row.records,
      row.manifest,
      row.at,
    );
  return Number(info.lastInsertRowid);
}

export type ExportListRow = {
  id: number;
  target: string;
  folder: string;
  records: number;
  bytes: number;
  manifest: string;
  createdAt: number;
};

const COLUMNS = 'id, exporter_id AS target, folder, records, bytes, manifest, created_at AS createdAt';

export function listExports(db: Database.Database): ExportListRow[] {
  return db.prepare<[], ExportListRow>(`SELECT ${COLUMNS} FROM export ORDER BY id DESC LIMIT 200`).all();
}

export function getExport(db: Database.Database, id: number): ExportListRow | undefined {
  return db.prepare<[number], ExportListRow>(`SELECT ${COLUMNS} FROM export WHERE id = ?`).get(id);
}
