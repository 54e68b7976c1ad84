import type Database from 'better-sqlite3';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import { GraderId } from '../../../shared/model/ids.ts';

export type GraderRow = {
  id: GraderId;
  uid: string;
  name: string;
  type: string;
  headVersion: number;
  createdAt: number;
  mean: number | null;
};
export type VersionRow = { version: number; note: string | null; createdAt: number; definitionHash: string };

const COLUMNS = `g.id, g.uid, g.name, v.type, g.head_version AS headVersion, g.created_at AS createdAt,
  (SELECT r.mean FROM score_run r WHERE r.grader_id = g.id AND r.grader_version = g.head_version
     AND r.finished_at IS NOT NULL ORDER BY r.id DESC LIMIT 1) AS mean`;
const FROM = 'FROM grader g JOIN grader_version v ON v.grader_id = g.id AND v.version = g.head_version';

type Row = Omit<GraderRow, 'id'> & { id: number };
function toModel(row: Row): GraderRow {
  return { ...row, id: GraderId.parse(row.id) };
}

export function listGraders(db: Database.Database): GraderRow[] {
  return db.prepare<[], Row>(`SELECT ${COLUMNS} ${FROM} WHERE g.archived_at IS NULL ORDER BY g.id`).all().map(toModel);
}

export function getGrader(db: Database.Database, id: number): GraderRow | undefined {
  const row = db.prepare<[number], Row>(`SELECT ${COLUMNS} ${FROM} WHERE g.id = ?`).get(id);
  return row === undefined ? undefined : toModel(row);
}

export function listVersions(db: Database.Database, graderId: number): VersionRow[] {
  return db
    .prepare<[number], VersionRow>(
      `SELECT version, note, created_at AS createdAt, definition_hash AS definitionHash FROM grader_version
       WHERE grader_id = ? ORDER BY version DESC`,
    )
    .all(graderId);
}

/** @returns the files of a version, undefined when there is none */
export function versionFiles(
  db: Database.Database,
  graderId: number,
  version: number,
): { files: GraderFiles; definitionHash: string } | undefined {
  const row = db
    .prepare<[number, number], { definition: string; definitionHash: string }>(
      'SELECT definition, definition_hash AS definitionHash FROM grader_version WHERE grader_id = ? AND version = ?',
    )
    .get(graderId, version);
  if (row === undefined) return undefined;
  // Written by insertVersion from this very type.
  return { files: JSON.parse(row.definition) as GraderFiles, definitionHash: row.definitionHash };
}

export function insertGrader(db: Database.Database, grader: { uid: string; name: string; at: number }): number {
  const info = db
    .prepare('INSERT INTO grader (uid, name, head_version, created_at) VALUES (?, ?, 1, ?)')
    .run(grader.uid, grader.name, grader.at);
  return Number(info.lastInsertRowid);
}

/** Versions are never changed: the same files again give the version that has them. */
export function insertVersion(
  db: Database.Database,
  version: {
    graderId: number;
    type: string;
    files: GraderFiles;
    definitionHash: string;
    note: string | null;
    at: number;
  },
): { version: number; unchanged: boolean } {
  const same = db
    .prepare<[number, string], { version: number }>(
      'SELECT version FROM grader_version WHERE grader_id = ? AND definition_hash = ?',
    )
    .get(version.graderId, version.definitionHash);
  const head = same?.version ?? nextVersion(db, version.graderId);
  if (same === undefined)
    db.prepare(
      `INSERT INTO grader_version (grader_id, version, type, definition, definition_hash, note, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      version.graderId,
      head,
      version.type,
      JSON.stringify(version.files),
      version.definitionHash,
      version.note,
      version.at,
    );
  db.prepare('UPDATE grader SET head_version = ? WHERE id = ?').run(head, version.graderId);
  return { version: head, unchanged: same !== undefined };
}

function nextVersion(db: Database.Database, graderId: number): number {
  const row = db
    .prepare<[number], { n: number | null }>('SELECT max(version) AS n FROM grader_version WHERE grader_id = ?')
    .get(graderId);
  return (row?.n ?? 0) + 1;
}

export function renameGrader(db: Database.Database, id: number, name: string): void {
  db.prepare('UPDATE grader SET name = ? WHERE id = ?').run(name, id);
}

export function archiveGrader(db: Database.Database, id: number, at: number): void {
  db.prepare('UPDATE grader SET archived_at = ? WHERE id = ?').run(at, id);
}

export function getDraft(db: Database.Database, graderId: number): GraderFiles | null {
  const row = db
    .prepare<[number], { files: string }>('SELECT files FROM grader_draft WHERE grader_id = ?')
    .get(graderId);
  // Written by putDraft from this very type.
  return row === undefined ? null : (JSON.parse(row.files) as GraderFiles);
}

export function putDraft(db: Database.Database, graderId: number, files: GraderFiles | null, at: number): void {
  if (files === null) db.prepare('DELETE FROM grader_draft WHERE grader_id = ?').run(graderId);
  else
    db.prepare(
      `INSERT INTO grader_draft (grader_id, files, saved_at) VALUES (?, ?, ?)
       ON CONFLICT (grader_id) DO UPDATE SET files = excluded.files, saved_at = excluded.saved_at`,
    ).run(graderId, JSON.stringify(files), at);
}
