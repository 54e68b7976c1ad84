import type { Table } from '../../../../shared/contract/tables.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { countChanges, deleteAction, finishAction, insertAction, setUndoable } from '../../store/actions.ts';
import { refreshSamples } from '../../store/search-index.ts';

const TABLES: readonly Table[] = ['sample', 'attempt', 'flag', 'score', 'privacy'];

/** Begins an action that a job writes in many transactions; it can be undone once it has ended. */
export function beginLongAction(project: ProjectContext, kind: string, label: string): number {
  return project.write([], () => {
    const action = { kind, label, params: '{}', actor: project.actor(), at: project.app.clock.now(), undoOf: null };
    const id = insertAction(project.db, action);
    setUndoable(project.db, id, false);
    return id;
  });
}

/** One transaction of it. @throws {AppError} `read_only` in a project that cannot be written */
export function stepOf<T>(project: ProjectContext, actionId: number, write: () => T): T {
  const { journal } = project;
  if (journal === null)
    throw new AppError('read_only', 'This project is open read-only, so nothing can be changed in it.');
  return project.write([], () => journal.record(actionId, write));
}

/** @returns the action's id; null when it changed nothing and left no trace */
export function endLongAction(project: ProjectContext, actionId: number, kind: string, label: string): number | null {
  const rows = project.write([], () => {
    const changed = countChanges(project.db, actionId);
    if (changed === 0) deleteAction(project.db, actionId);
    else {
      finishAction(project.db, actionId, label, kind, changed);
      setUndoable(project.db, actionId, true);
    }
    return changed;
  });
  if (rows === 0) return null;
  project.announce([...TABLES, 'action'], { id: actionId, label });
  return actionId;
}

/** Takes back what a job that was cancelled or failed had written. */
export function revertLongAction(project: ProjectContext, actionId: number): void {
  project.write([...TABLES, 'action'], () => {
    project.db.pragma('defer_foreign_keys = ON');
    const changes = project.journal?.revert(actionId).changes ?? [];
    const ids = changes.flatMap(({ tbl, pk }) => {
      // The journal writes keys as a JSON array of numbers here.
      const [id] = tbl === 'sample_body' ? (JSON.parse(pk) as number[]) : [];
      return id ?? [];
    });
    refreshSamples(project.db, [...new Set(ids)]);
    deleteAction(project.db, actionId);
  });
}
