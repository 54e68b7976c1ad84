import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError } from '../../../shared/rpc/errors.ts';

export type FilePurpose = 'open' | 'save' | 'folder';
export type FileRef = { readonly id: string; readonly name: string; readonly sizeBytes: number | null };
type Entry = {
  readonly path: string;
  readonly name: string;
  readonly purpose: FilePurpose;
  readonly isUpload: boolean;
};

/**
 * Paths the hosts told us about, by opaque id. The renderer names ids only, so it cannot reach a path that no person
 * picked. Uploads lie in `incomingDir` under random names and go when the backend closes.
 */
export type FileRegistry = {
  readonly incomingDir: string;
  readonly register: (path: string, purpose: FilePurpose, options?: { name?: string; isUpload?: boolean }) => FileRef;
  /** @throws {AppError} `not_found` for an unknown id or another purpose */
  readonly resolve: (id: string, purpose: FilePurpose) => { readonly path: string; readonly name: string };
  /** Entries of a folder within the roots; null lists the roots. */
  readonly list: (folderId: string | null) => Promise<FolderListing>;
  readonly close: () => void;
};
export type FolderListing = {
  readonly folder: string | null;
  readonly parent: string | null;
  readonly entries: readonly { ref: string; name: string; kind: 'file' | 'folder'; sizeBytes: number | null }[];
};

/** @param roots folders a person may browse; real paths are compared, so a symlink that leaves them is hidden */
export function createFileRegistry(options: { dataDir: string; roots: readonly string[] }): FileRegistry {
  const entries = new Map<string, Entry>();
  const incomingDir = join(options.dataDir, 'incoming', randomBytes(8).toString('hex'));
  mkdirSync(incomingDir, { recursive: true, mode: 0o700 });
  const roots = options.roots.filter((root) => existsSync(root)).map((root) => realpathSync(root));
  const isWithin = (path: string): boolean => roots.some((root) => path === root || path.startsWith(root + sep));

  function register(path: string, purpose: FilePurpose, extra: { name?: string; isUpload?: boolean } = {}): FileRef {
    const id = randomBytes(16).toString('hex');
    const name = extra.name ?? basename(path);
    entries.set(id, { path, name, purpose, isUpload: extra.isUpload ?? false });
    const info = statSync(path, { throwIfNoEntry: false });
    return { id, name, sizeBytes: info?.isFile() === true ? info.size : null };
  }

  async function list(folderId: string | null): Promise<FolderListing> {
    if (folderId === null)
      return {
        folder: null,
        parent: null,
        entries: roots.map((root) => ({
          ref: register(root, 'folder').id,
          name: root,
          kind: 'folder',
          sizeBytes: null,
        })),
      };
    const folder = entries.get(folderId);
    if (folder?.purpose !== 'folder' || !isWithin(realpathSync(folder.path)))
      throw new AppError('not_found', 'This folder is not one of those Assay may show.');
    const found: FolderListing['entries'][number][] = [];
    for (const name of (await readdir(folder.path)).toSorted()) {
      if (name.startsWith('.')) continue;
      const path = join(folder.path, name);
      const info = await stat(path).catch(() => undefined);
      if (info === undefined || !isWithin(realpathSync(path))) continue;
      if (info.isDirectory()) found.push({ ref: register(path, 'folder').id, name, kind: 'folder', sizeBytes: null });
      else if (info.isFile()) found.push({ ref: register(path, 'open').id, name, kind: 'file', sizeBytes: info.size });
    }
    const up = dirname(folder.path);
    const parent = isWithin(up) && up !== folder.path ? register(up, 'folder').id : null;
    return { folder: folder.path, parent, entries: found };
  }

  return {
    incomingDir,
    register,
    resolve(id, purpose) {
      const entry = entries.get(id);
      if (entry?.purpose !== purpose)
        throw new AppError('not_found', 'This file is not known any more. Pick it again.');
      return entry;
    },
    list,
    close: () => rmSync(incomingDir, { recursive: true, force: true }),
  };
}

/** Files a page may fetch once: a 256-bit id, 60 s, one use. */
export type Downloads = {
  readonly offer: (path: string, name: string) => string;
  readonly take: (id: string) => { readonly path: string; readonly name: string } | undefined;
};

export function createDownloads(now: () => number): Downloads {
  const offered = new Map<string, { path: string; name: string; until: number }>();
  return {
    offer(path, name) {
      for (const [id, entry] of offered) if (entry.until < now()) offered.delete(id);
      const id = randomBytes(32).toString('hex');
      offered.set(id, { path, name, until: now() + 60_000 });
      return id;
    },
    take(id) {
      const entry = offered.get(id);
      offered.delete(id);
      return entry === undefined || entry.until < now() ? undefined : entry;
    },
  };
}
