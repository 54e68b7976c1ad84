import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { PackageFile } from '../../../../shared/contract/graders.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { sha256 } from '../../engine/hash.ts';
import { getExport, listExports, type ExportListRow } from '../../store/export-rows.ts';
import { zipFolder } from './zip.ts';

const READ_BYTES = 200_000;
const Manifest = z.object({
  files: z.array(PackageFile),
  counts: z.object({ leftOut: z.int() }).optional(),
});

export type WrittenPackage = {
  exportId: number;
  target: string;
  out: string;
  records: number;
  leftOut: number | null;
  bytes: number;
  manifestSha256: string;
  createdAt: number;
  files: z.infer<typeof PackageFile>[];
  /** Whether it still stands where it was written. */
  present: boolean;
};

export function listPackages(project: ProjectContext): WrittenPackage[] {
  return listExports(project.db).map((row) => ({
    exportId: row.id,
    target: row.target,
    out: row.folder,
    records: row.records,
    leftOut: manifestOf(row).counts?.leftOut ?? null,
    bytes: row.bytes,
    manifestSha256: sha256(row.manifest),
    createdAt: row.createdAt,
    files: filesOf(row),
    present: isPresent(row),
  }));
}

/** Offers one file of a package for download, or all of it as a zip when `path` is null. @returns the download's id */
export async function offerPackage(project: ProjectContext, exportId: number, path: string | null): Promise<string> {
  const { downloads, files } = project.app;
  const row = exportOf(project, exportId);
  if (path !== null) return downloads.offer(pathIn(row, path), basename(path));
  const names = ['manifest.json', ...filesOf(row).map((file) => file.path)];
  for (const name of names) pathIn(row, name);
  const zip = join(files.incomingDir, `${basename(row.folder)}-${exportId}.zip`);
  await zipFolder(row.folder, names, zip);
  return downloads.offer(zip, `${basename(row.folder)}.zip`);
}

/** The start of a file of a package as text. */
export async function readPackageFile(
  project: ProjectContext,
  exportId: number,
  path: string,
): Promise<{ text: string; truncated: boolean }> {
  const handle = await open(pathIn(exportOf(project, exportId), path), 'r');
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, READ_BYTES));
    await handle.read(buffer, 0, buffer.length, 0);
    return { text: new TextDecoder().decode(buffer), truncated: size > READ_BYTES };
  } finally {
    await handle.close();
  }
}

function exportOf(project: ProjectContext, exportId: number): ExportListRow {
  const row = getExport(project.db, exportId);
  if (row === undefined) throw new AppError('not_found', 'This package is not in the list.');
  return row;
}

function manifestOf(row: ExportListRow): z.infer<typeof Manifest> {
  return Manifest.parse(JSON.parse(row.manifest));
}

/** Files a manifest lists; it does not list itself. */
function filesOf(row: ExportListRow): z.infer<typeof PackageFile>[] {
  return manifestOf(row).files;
}

/**
 * Only files that the package's own manifest names can be read, and only where that very manifest stands on this disk:
 * a stranger's project may name any folder.
 */
function pathIn(row: ExportListRow, path: string): string {
  const isKnown = path === 'manifest.json' || filesOf(row).some((file) => file.path === path);
  if (
    !isKnown ||
    /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|:/u.test(path) ||
    !isPresent(row) ||
    !existsSync(join(row.folder, path))
  )
    throw new AppError('not_found', `${path} is not a file of this package any more.`);
  return join(row.folder, path);
}

function isPresent(row: ExportListRow): boolean {
  const manifest = join(row.folder, 'manifest.json');
  return existsSync(manifest) && readFileSync(manifest, 'utf8') === row.manifest;
}
