import type { ActionRow } from '../../../shared/contract/jobs.ts';
import type { Table } from '../../../shared/contract/tables.ts';
import { AppError, invariant } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { ChangeRow } from '../db/journal.ts';
import { finishAction, getAction, insertAction, markUndone, nextRedo, nextUndo } from '../store/actions.ts';
import { refreshSamples } from '../store/search-index.ts';

/** Tables of the file to the names used for invalidation. */
const TABLE_OF: Readonly<Record<string, Table>> = {
  source: 'source',
  sample: 'sample',
  sample_body: 'sample',
  attempt: 'attempt',
  tool_call: 'attempt',
  decision: 'decision',
  tag: 'tag',
  sample_tag: 'tag',
  review: 'review',
  review_score: 'review',
  flag: 'flag',
  saved_view: 'view',
  duplicate_mark: 'decision',
  duplicate_apart: 'decision',
  grader: 'grader',
  grader_version: 'grader',
  split_member: 'sample',
  private_scan: 'privacy',
  private_value: 'privacy',
  private_use: 'privacy',
  private_dismissal: 'privacy',
  import_issue: 'source',
  edited_field: 'sample',
  joined_attempt: 'attempt',
  production_source: 'production',
  split_rule: 'split',
  leak_mark: 'split',
};

/** What goes with a row that is taken away again, though no action wrote it: scores and drafts of reviews. */
const GO_WITH: Readonly<Record<string, readonly Table[]>> = {
  sample: ['attempt', 'decision', 'tag', 'flag', 'review', 'score', 'privacy', 'similar', 'split'],
  attempt: ['flag', 'review', 'score'],
  source: ['live', 'production'],
  grader: ['score'],
  grader_version: ['score'],
};

/** Takes the newest action back, as a new action of its own; null when there is none. */
export function undo(project: ProjectContext): ActionRow | null {
  const action = nextUndo(project.db);
  if (action === undefined) return null;
  return replay(project, action, 'undo');
}

/** Takes the newest undo back; null once something new was done. */
export function redo(project: ProjectContext): ActionRow | null {
  const action = nextRedo(project.db);
  if (action === undefined) return null;
  return replay(project, action, 'redo');
}

function replay(project: ProjectContext, action: ActionRow, kind: 'undo' | 'redo'): ActionRow {
  const { db, journal } = project;
  if (journal === null)
    throw new AppError('read_only', 'This project is open read-only, so nothing can be changed in it.');
  const shown = kind === 'undo' ? action : getAction(db, action.undoOf ?? 0);
  invariant(shown, 'an undo names the action it took back');
  const changes = db
    .transaction(() => {
      db.pragma('defer_foreign_keys = ON');
      const label = `${kind === 'undo' ? 'Undo' : 'Redo'}: ${shown.label}`;
      const id = insertAction(db, {
        kind,
        label,
        params: '{}',
        actor: project.actor(),
        at: project.app.clock.now(),
        undoOf: action.id,
      });
      const reverted = journal.record(id, () => journal.revert(action.id));
      finishAction(db, id, label, kind, reverted.rows);
      markUndone(db, action.id, id);
      if (kind === 'redo') markUndone(db, shown.id, null);
      refreshSamples(db, touchedSamples(reverted.changes));
      return reverted.changes;
    })
    .immediate();
  const tables = new Set<Table>(['action']);
  for (const change of changes) {
    tables.add(TABLE_OF[change.tbl] ?? 'sample');
    if (change.op === 'I') for (const table of GO_WITH[change.tbl] ?? []) tables.add(table);
  }
  project.announce([...tables], null);
  return shown;
}

/** Samples whose text changed, whose search rows must be made again. */
function touchedSamples(changes: readonly ChangeRow[]): number[] {
  const ids = new Set<number>();
  for (const change of changes) {
    if (change.tbl === 'sample' || change.tbl === 'sample_body') {
      // The journal writes keys as a JSON array of numbers here.
      const [id] = JSON.parse(change.pk) as number[];
      if (id !== undefined) ids.add(id);
    } else if (change.tbl === 'attempt' && change.before !== null) {
      // The journal writes every column of the row.
      ids.add((JSON.parse(change.before) as { sample_id: number }).sample_id);
    }
  }
  return [...ids];
}
