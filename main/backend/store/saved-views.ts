import type Database from 'better-sqlite3';
import { Sort } from '../../../shared/contract/target.ts';

export type SavedViewRow = { id: number; name: string; filter: string; sort: Sort; columns: string[] };

type Row = Omit<SavedViewRow, 'sort' | 'columns'> & { sort: string; columns: string };

export function listSavedViews(db: Database.Database): SavedViewRow[] {
  return db
    .prepare<[], Row>('SELECT id, name, filter, sort, columns FROM saved_view ORDER BY created_at, id')
    .all()
    .map((row) => ({
      ...row,
      sort: Sort.parse(JSON.parse(row.sort)),
      // Written by putSavedView from a list of names.
      columns: JSON.parse(row.columns) as string[],
    }));
}

/** Adds a view, or changes the one with that id. @returns its id */
export function putSavedView(
  db: Database.Database,
  view: { id: number | null; name: string; filter: string; sort: Sort; columns: readonly string[]; at: number },
): number {
  const values = [view.name, view.filter, JSON.stringify(view.sort), JSON.stringify(view.columns)];
  if (view.id !== null) {
    db.prepare('UPDATE saved_view SET name = ?, filter = ?, sort = ?, columns = ? WHERE id = ?').run(
      ...values,
      view.id,
    );
    return view.id;
  }
  const info = db
    .prepare('INSERT INTO saved_view (name, filter, sort, columns, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(...values, view.at);
  return Number(info.lastInsertRowid);
}

export function removeSavedView(db: Database.Database, id: number): string | undefined {
  return db.prepare<[number], { name: string }>('DELETE FROM saved_view WHERE id = ? RETURNING name').get(id)?.name;
}
