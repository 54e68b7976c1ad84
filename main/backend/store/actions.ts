import type Database from 'better-sqlite3';
import type { ActionRow } from '../../../shared/contract/jobs.ts';
import { ActionId } from '../../../shared/model/ids.ts';

type Row = {
  id: number;
  kind: string;
  label: string;
  actor: string;
  at: number;
  rowCount: number;
  undoable: number;
  undoneBy: number | null;
  undoOf: number | null;
};

const COLUMNS = 'id, kind, label, actor, at, row_count AS rowCount, undoable, undone_by AS undoneBy, undo_of AS undoOf';

function toModel(row: Row): ActionRow {
  return {
    id: ActionId.parse(row.id),
    kind: row.kind,
    label: row.label,
    actor: row.actor,
    at: row.at,
    rowCount: row.rowCount,
    undoable: row.undoable === 1,
    undone: row.undoneBy !== null,
    undoOf: row.undoOf === null ? null : ActionId.parse(row.undoOf),
  };
}

export function insertAction(
  db: Database.Database,
  action: { kind: string; label: string; params: string; actor: string; at: number; undoOf: number | null },
): number {
  const info = db
    .prepare('INSERT INTO action (kind, label, params, actor, at, undo_of) VALUES (?, ?, ?, ?, ?, ?)')
    .run(action.kind, action.label, action.params, action.actor, action.at, action.undoOf);
  return Number(info.lastInsertRowid);
}

export function finishAction(db: Database.Database, id: number, label: string, kind: string, rows: number): void {
  db.prepare('UPDATE action SET label = ?, kind = ?, row_count = ? WHERE id = ?').run(label, kind, rows, id);
}

/** An action under way cannot be undone yet. */
export function setUndoable(db: Database.Database, id: number, isUndoable: boolean): void {
  db.prepare('UPDATE action SET undoable = ? WHERE id = ?').run(isUndoable ? 1 : 0, id);
}

export function deleteAction(db: Database.Database, id: number): void {
  db.prepare('DELETE FROM action WHERE id = ?').run(id);
}

export function countChanges(db: Database.Database, id: number): number {
  return db.prepare<[number], { n: number }>('SELECT count(*) AS n FROM change WHERE action_id = ?').get(id)?.n ?? 0;
}

export function markUndone(db: Database.Database, id: number, by: number | null): void {
  db.prepare('UPDATE action SET undone_by = ? WHERE id = ?').run(by, id);
}

export function getAction(db: Database.Database, id: number): ActionRow | undefined {
  const row = db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM action WHERE id = ?`).get(id);
  return row === undefined ? undefined : toModel(row);
}

/** Newest first; `before` pages by id. */
export function listActions(db: Database.Database, before: number | null, limit: number): ActionRow[] {
  return db
    .prepare<[number | null, number | null, number], Row>(
      `SELECT ${COLUMNS} FROM action WHERE (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?`,
    )
    .all(before, before, limit)
    .map(toModel);
}

/** The newest action that was neither undone nor is itself an undo. A redo is an undo of an undo, so it counts again. */
export function nextUndo(db: Database.Database): ActionRow | undefined {
  const row = db
    .prepare<[], Row>(
      `SELECT ${COLUMNS} FROM action WHERE undone_by IS NULL AND undoable = 1 AND kind <> 'undo' ORDER BY id DESC LIMIT 1`,
    )
    .get();
  return row === undefined ? undefined : toModel(row);
}

/** The newest undo, as long as nothing new was done after it. */
export function nextRedo(db: Database.Database): ActionRow | undefined {
  const row = db
    .prepare<[], Row>(
      `SELECT ${COLUMNS} FROM action a WHERE kind = 'undo' AND undone_by IS NULL
         AND NOT EXISTS (SELECT 1 FROM action b WHERE b.id > a.id AND b.kind NOT IN ('undo', 'redo'))
       ORDER BY id DESC LIMIT 1`,
    )
    .get();
  return row === undefined ? undefined : toModel(row);
}
