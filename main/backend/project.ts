import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import type { Table } from '../../shared/contract/tables.ts';
import { AppError } from '../../shared/rpc/errors.ts';
import type { ActionInfo, ActionResult, AppContext, ProjectContext } from './context.ts';
import { runAction } from './action.ts';
import { attachJournal, type Journal } from './db/journal.ts';
import { takeLock } from './db/lock.ts';
import { closeProjectFile, openProjectFile } from './db/open.ts';
import { layWorkTables } from './db/work-tables.ts';
import { createJobRunner } from './jobs/runner.ts';
import { jobKinds } from './jobs/registry.ts';
import { createCollector } from './live/collector.ts';
import { getSetting, setSetting } from './store/settings.ts';

/** `name` is what a person called a new project; its file has a plainer name. */
export type OpenOptions = { readonly create: boolean; readonly readOnly?: boolean; readonly name?: string };

export type OpenProject = { readonly context: ProjectContext; readonly close: () => Promise<void> };

/**
 * Opens a project file. A second opener gets it read-only; so does anybody where the file is newer, damaged or not
 * writable.
 */
export function openProject(app: AppContext, path: string, options: OpenOptions): OpenProject {
  const lock = options.readOnly === true ? null : takeLock(path);
  const isLockedOut = lock === null && options.readOnly !== true;
  const opened = openGuarded(path, { create: options.create, readOnly: lock === null }, () => lock?.release());
  const readOnlyReason = isLockedOut ? 'locked' : opened.readOnlyReason;
  const isWritable = lock !== null && opened.readOnlyReason === null;
  const journal = isWritable ? attachJournal(opened.db) : null;
  const canNote = isWritable || layWorkTables(opened.db);
  const id = app.ids.uuid();
  if (isWritable && options.name !== undefined) setSetting(opened.db, 'name', options.name);
  let revision = 0;

  function announce(tables: readonly Table[], action: { id: number; label: string } | null): void {
    revision += 1;
    app.broadcast('changed', {
      // The project's id is a uuid and an action's id a row id, both made here.
      project: id as never,
      tables: [...tables],
      revision,
      actionId: (action?.id ?? null) as never,
      label: action?.label ?? null,
    });
  }

  function writable(): Journal {
    if (journal === null)
      throw new AppError('read_only', 'This project is open read-only, so nothing can be changed in it.');
    return journal;
  }

  function act<T>(
    info: ActionInfo | ((value: T) => ActionInfo),
    write: () => T,
    tables: readonly Table[] = [],
  ): ActionResult<T> {
    const done = runAction(opened.db, writable(), { actor: actor(), at: app.clock.now() }, info, write);
    if (done.actionId !== null)
      announce([...new Set([...done.tables, ...tables, 'action' as const])], { id: done.actionId, label: done.label });
    return done;
  }

  function actor(): string {
    const name = getSetting(opened.db, 'reviewer');
    return typeof name === 'string' && name !== '' ? name : 'local';
  }

  const jobs = createJobRunner(() => context, jobKinds);
  const live = createCollector(() => context);
  const context: ProjectContext = {
    app,
    id,
    path,
    name: nameOf(opened.db, path),
    db: opened.db,
    readOnlyReason,
    damage: opened.damage,
    journal,
    jobs,
    live,
    act,
    write(tables, write) {
      writable();
      const value = opened.db.transaction(write).immediate();
      if (tables.length > 0) announce(tables, null);
      return value;
    },
    canNote,
    note(tables, write) {
      if (!canNote) writable();
      const value = runNote(opened.db, write);
      if (tables.length > 0) announce(tables, null);
      return value;
    },
    fill: (write) => writable().unrecorded(() => opened.db.transaction(write).immediate()),
    revision: () => revision,
    announce,
    actor,
  };
  if (isWritable) {
    jobs.recover();
    live.recover();
  }
  return { context, close: () => closeProject(context, live, lock) };
}

async function closeProject(
  { jobs, db }: ProjectContext,
  live: { readonly close: () => Promise<void> },
  lock: { readonly release: () => void } | null,
): Promise<void> {
  await live.close();
  await jobs.close();
  closeProjectFile(db);
  lock?.release();
}

/** A connection that only reads may not begin an immediate transaction. */
function runNote<T>(db: Database.Database, write: () => T): T {
  const run = db.transaction(write);
  return db.readonly ? run.deferred() : run.immediate();
}

function openGuarded(
  path: string,
  options: { create: boolean; readOnly: boolean },
  release: () => void,
): ReturnType<typeof openProjectFile> {
  try {
    return openProjectFile(path, options);
  } catch (error) {
    release();
    throw error;
  }
}

function nameOf(db: Database.Database, path: string): string {
  const given = getSetting(db, 'name');
  return typeof given === 'string' && given !== '' ? given : basename(path).replace(/\.assay$/iu, '');
}
