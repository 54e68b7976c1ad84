import { basename } from 'node:path';
import { FileRefId } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import {
  copyDemo,
  describeProject,
  fileExists,
  hasDemo,
  keepUpload,
  newProjectPath,
  rememberProject,
  saveProjectCopy,
} from '../../services/projects.ts';
import { allSettings, setSetting } from '../../store/settings.ts';
import type { Handlers } from '../types.ts';

export const app: Handlers<'app'> = {
  info: ({ app: context, session }) => ({
    version: context.version,
    host: session.host,
    platform: process.platform,
    demoAvailable: hasDemo(context),
    homeFolder: context.homeDir,
  }),
};

export const projects: Handlers<'projects'> = {
  recent: ({ app: context }) => context.appDb.recents().map((row) => ({ ...row, missing: !fileExists(row.path) })),
  current({ projects: registry, session }) {
    if (session.openPath === null) return null;
    const project = registry.open(session.openPath, { create: !fileExists(session.openPath) });
    rememberProject(project);
    return describeProject(project);
  },
  create({ app: context, projects: registry }, input) {
    const path =
      input.saveRef === undefined
        ? newProjectPath(context, input.name)
        : context.files.resolve(input.saveRef, 'save').path;
    if (fileExists(path))
      throw new AppError('conflict', `${basename(path)} exists already. Pick another name, or open it.`);
    const project = registry.open(path, { create: true, name: input.name });
    rememberProject(project);
    return describeProject(project);
  },
  open({ app: context, projects: registry }, input) {
    let path: string | undefined;
    if ('fileRef' in input) path = keepUpload(context, context.files.resolve(input.fileRef, 'open'));
    else if ('recentId' in input) path = context.appDb.recentPath(input.recentId);
    else path = copyDemo(context);
    if (path === undefined) throw new AppError('not_found', 'This project is not in the list any more.');
    const project = registry.open(path, { create: false });
    rememberProject(project);
    return describeProject(project);
  },
  forget({ app: context }, input) {
    context.appDb.forgetRecent(input.recentId);
    return {};
  },
  info: ({ project }) => describeProject(project),
  async saveCopy({ app: context, project, session }, input) {
    const target = input.saveRef === undefined ? null : context.files.resolve(input.saveRef, 'save').path;
    const path = await saveProjectCopy(project, target);
    return { path, downloadId: session.host === 'web' ? context.downloads.offer(path, basename(path)) : null };
  },
  async close({ projects: registry, project }) {
    rememberProject(project);
    await registry.close(project.id);
    return {};
  },
};

export const files: Handlers<'files'> = {
  async list({ app: context }, input) {
    const listing = await context.files.list(input.folder);
    return {
      folder: listing.folder,
      parent: listing.parent === null ? null : FileRefId.parse(listing.parent),
      entries: listing.entries.map((entry) => ({ ...entry, ref: FileRefId.parse(entry.ref) })),
    };
  },
};

export const settings: Handlers<'settings'> = {
  app: ({ app: context }) => ({ ...context.appDb.settings() }),
  setApp({ app: context }, input) {
    context.appDb.setSetting(input.key, input.value);
    return {};
  },
  project: ({ project }) => allSettings(project.db),
  setProject({ project }, input) {
    project.write(['setting'], () => setSetting(project.db, input.key, input.value));
    return {};
  },
};
