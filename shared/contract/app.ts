import { z } from 'zod';
import { FileRefId, ProjectId } from '../model/ids.ts';
import { Json } from '../model/json.ts';
import { command, query } from './define.ts';
import { Empty } from './target.ts';

export const ProjectInfo = z.object({
  project: ProjectId,
  name: z.string(),
  /** For display only. */
  path: z.string(),
  sizeBytes: z.int(),
  readOnly: z.boolean(),
  /** Why it was opened read-only: `locked` by another window, a `newer` version, `damaged`, or the file's `permission`. */
  readOnlyReason: z.enum(['locked', 'newer', 'damaged', 'permission']).nullable(),
  damage: z.string().nullable(),
  samples: z.int(),
  attempts: z.int(),
  sources: z.int(),
});
export type ProjectInfo = z.infer<typeof ProjectInfo>;

export const RecentProject = z.object({
  recentId: z.string(),
  name: z.string(),
  path: z.string(),
  samples: z.int().nullable(),
  lastOpenedAt: z.number(),
  missing: z.boolean(),
});

export const FileEntry = z.object({
  ref: FileRefId,
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  sizeBytes: z.int().nullable(),
});

export const app = {
  info: query({
    scope: 'app',
    input: Empty,
    output: z.object({
      version: z.string(),
      host: z.enum(['electron', 'web', 'cli', 'test']),
      platform: z.string(),
      demoAvailable: z.boolean(),
      /** Folder that new projects and packages go to when no other place was picked; for display. */
      homeFolder: z.string(),
    }),
    reads: [],
  }),
};

export const projects = {
  recent: query({ scope: 'app', input: Empty, output: z.array(RecentProject), reads: ['project'] }),
  /** The project that this session was started with (a file argument), if any. */
  current: query({ scope: 'app', input: Empty, output: ProjectInfo.nullable(), reads: ['project'] }),
  create: command({
    scope: 'app',
    undo: 'none',
    input: z.object({ name: z.string().min(1).max(120), saveRef: FileRefId.optional() }),
    output: ProjectInfo,
  }),
  open: command({
    scope: 'app',
    undo: 'none',
    input: z.union([
      z.object({ fileRef: FileRefId }),
      z.object({ recentId: z.string() }),
      /** A fresh copy of the demo project. */
      z.object({ demo: z.literal(true) }),
    ]),
    output: ProjectInfo,
  }),
  forget: command({
    scope: 'app',
    undo: 'none',
    input: z.object({ recentId: z.string().nullable() }),
    output: Empty,
  }),
  info: query({ input: Empty, output: ProjectInfo, reads: ['sample', 'attempt', 'source', 'decision'] }),
  /** Writes a complete copy. Without `saveRef` it goes to the home folder under a free name. */
  saveCopy: command({
    undo: 'none',
    input: z.object({ saveRef: FileRefId.optional() }),
    output: z.object({ path: z.string(), downloadId: z.string().nullable() }),
  }),
  close: command({ undo: 'none', input: Empty, output: Empty }),
};

export const files = {
  /** Folders the host lets a person pick from; null lists the roots. */
  list: query({
    scope: 'app',
    input: z.object({ folder: FileRefId.nullable() }),
    output: z.object({ folder: z.string().nullable(), parent: FileRefId.nullable(), entries: z.array(FileEntry) }),
    reads: [],
  }),
};

export const settings = {
  app: query({ scope: 'app', input: Empty, output: z.record(z.string(), Json), reads: ['setting'] }),
  setApp: command({
    scope: 'app',
    undo: 'none',
    input: z.object({ key: z.string().max(100), value: Json }),
    output: Empty,
  }),
  project: query({ input: Empty, output: z.record(z.string(), Json), reads: ['setting'] }),
  /**
   * Keys in use: `reviewer` (name), `seed`, `responseFormat` (a JSON Schema response format or null),
   * `layout.*`, `draft.*`. Only `responseFormat` and `seed` enter packages.
   */
  setProject: command({
    undo: 'none',
    input: z.object({ key: z.string().max(100), value: Json }),
    output: Empty,
  }),
};
