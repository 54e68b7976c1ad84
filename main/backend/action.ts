import type Database from 'better-sqlite3';
import type { Table } from '../../shared/contract/tables.ts';
import type { ActionInfo, ActionResult } from './context.ts';
import type { Journal } from './db/journal.ts';
import { countChanges, deleteAction, finishAction, insertAction } from './store/actions.ts';

export type DoneAction<T> = ActionResult<T> & { readonly label: string; readonly tables: readonly Table[] };

/**
 * Runs `write` in one immediate transaction as one undoable action. One that changed nothing leaves no trace. The label
 * may depend on what was done.
 */
export function runAction<T>(
  db: Database.Database,
  journal: Journal,
  by: { readonly actor: string; readonly at: number },
  info: ActionInfo | ((value: T) => ActionInfo),
  write: () => T,
): DoneAction<T> {
  return db
    .transaction((): DoneAction<T> => {
      db.pragma('defer_foreign_keys = ON');
      const id = insertAction(db, { kind: '', label: '', params: '{}', ...by, undoOf: null });
      const value = journal.record(id, write);
      const { kind, label, tables } = typeof info === 'function' ? info(value) : info;
      const rows = countChanges(db, id);
      if (rows === 0) deleteAction(db, id);
      else finishAction(db, id, label, kind, rows);
      return { value, actionId: rows === 0 ? null : id, rows, label, tables };
    })
    .immediate();
}
