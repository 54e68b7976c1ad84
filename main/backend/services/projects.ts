import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ProjectInfo } from '../../../shared/contract/app.ts';
import { ProjectId } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { AppContext, ProjectContext } from '../context.ts';
import { fileSize } from '../db/open.ts';
import { contentUid } from '../engine/hash.ts';
import { freeName, slug } from '../platform/names.ts';
import { openProject, type OpenOptions, type OpenProject } from '../project.ts';
import { countRows } from '../store/counts.ts';

export type ProjectRegistry = {
  /** @throws {AppError} `not_found` when no such project is open */
  readonly get: (id: string | null) => ProjectContext;
  /** Opens a file, or answers with the one already open in this process. */
  readonly open: (path: string, options: OpenOptions) => ProjectContext;
  readonly all: () => readonly ProjectContext[];
  readonly close: (id: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
};

/** Projects of this process by file: two windows on one file share one writing connection. */
export function createProjectRegistry(app: AppContext): ProjectRegistry {
  const byPath = new Map<string, OpenProject>();
  const byId = new Map<string, OpenProject>();
  return {
    get(id) {
      const found = id === null ? undefined : byId.get(id);
      if (found === undefined) throw new AppError('not_found', 'No project is open here. Open or make one first.');
      return found.context;
    },
    open(path, options) {
      const key = realPath(path);
      const known = byPath.get(key);
      if (known !== undefined) return known.context;
      const opened = openProject(app, key, options);
      byPath.set(key, opened);
      byId.set(opened.context.id, opened);
      return opened.context;
    },
    all: () => [...byId.values()].map((opened) => opened.context),
    async close(id) {
      const opened = byId.get(id);
      if (opened === undefined) return;
      byId.delete(id);
      byPath.delete(opened.context.path);
      await opened.close();
    },
    async closeAll() {
      const all = [...byId.values()];
      byId.clear();
      byPath.clear();
      for (const opened of all) await opened.close();
    },
  };
}

function realPath(path: string): string {
  const full = resolve(path);
  if (existsSync(full)) return realpathSync(full);
  return existsSync(dirname(full)) ? join(realpathSync(dirname(full)), basename(full)) : full;
}

/** @returns what a window shows of its project */
export function describeProject(project: ProjectContext): ProjectInfo {
  return {
    project: ProjectId.parse(project.id),
    name: project.name,
    path: project.path,
    sizeBytes: fileSize(project.path),
    readOnly: project.readOnlyReason !== null || project.journal === null,
    readOnlyReason: project.readOnlyReason,
    damage: project.damage,
    ...countRows(project.db),
  };
}

export function rememberProject(project: ProjectContext): void {
  project.app.appDb.touchRecent({
    recentId: contentUid('recent', project.path),
    path: project.path,
    name: project.name,
    samples: countRows(project.db).samples,
    lastOpenedAt: project.app.clock.now(),
  });
}

/** @returns a free path for a new project of that name in the home folder */
export function newProjectPath(app: AppContext, name: string): string {
  mkdirSync(app.homeDir, { recursive: true });
  return freeName(app.homeDir, slug(name), '.assay');
}

/** Copies the demo project into the home folder, so that the shipped one stays as it is. */
export function copyDemo(app: AppContext): string {
  const demo = demoPath(app);
  if (!existsSync(demo)) throw new AppError('not_found', 'The sample project is not part of this installation.');
  const path = newProjectPath(app, 'sample-project');
  cpSync(demo, path);
  return path;
}

function demoPath(app: AppContext): string {
  return join(app.resourcesDir, 'demo', 'demo.assay');
}

/**
 * An uploaded project lies in a folder that is emptied when the backend closes: it is copied to the home folder first.
 *
 * @returns the path to open
 */
export function keepUpload(app: AppContext, file: { readonly path: string; readonly name: string }): string {
  if (dirname(file.path) !== app.files.incomingDir) return file.path;
  const path = newProjectPath(app, file.name.replace(/\.assay$/iu, ''));
  cpSync(file.path, path);
  return path;
}

export function hasDemo(app: AppContext): boolean {
  return existsSync(demoPath(app));
}

export function fileExists(path: string): boolean {
  return existsSync(path);
}

/**
 * Writes a complete copy of an open project.
 *
 * @param target null picks a free name in the home folder
 * @returns its path
 */
export async function saveProjectCopy(project: ProjectContext, target: string | null): Promise<string> {
  if (target === project.path)
    throw new AppError('conflict', 'A copy cannot replace the project it is made from. Pick another name.');
  mkdirSync(project.app.homeDir, { recursive: true });
  const path = target ?? freeName(project.app.homeDir, `${slug(project.name)}-copy`, '.assay');
  await project.db.backup(path);
  return path;
}
