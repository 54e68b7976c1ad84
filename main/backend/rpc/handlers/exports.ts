import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { PackageFile } from '../../../../shared/contract/graders.ts';
import { JobId } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { exporters } from '../../exporters/registry.ts';
import { slug } from '../../platform/names.ts';
import { buildPackage } from '../../services/exporting/build.ts';
import { createSink } from '../../services/exporting/sink.ts';
import { zipFolder } from '../../services/exporting/zip.ts';
import { getExport, listExports, type ExportListRow } from '../../store/export-rows.ts';
import type { Handlers } from '../types.ts';

const READ_BYTES = 200_000;
const ManifestFiles = z.object({ files: z.array(PackageFile) });

export const exports: Handlers<'exports'> = {
  targets: () => exporters.map(({ id, title, description, files }) => ({ id, title, description, files: [...files] })),
  async preview({ project, signal }, spec) {
    const built = await buildPackage(project, spec, createSink(null), { signal, report: () => undefined });
    return {
      total: built.total,
      train: built.counts.train,
      validation: built.counts.validation,
      problems: [...built.problems],
      problemCount: built.problemCount,
      passed: [...built.passed],
      files: built.files.map((file) => ({ ...file })),
    };
  },
  run({ app, project }, { folderRef, outRef, ...spec }) {
    const folder = folderRef === undefined ? app.homeDir : app.files.resolve(folderRef, 'folder').path;
    const out =
      outRef === undefined
        ? join(folder, `${slug(project.name)}-${spec.target}`)
        : app.files.resolve(outRef, 'save').path;
    return { jobId: JobId.parse(project.jobs.start('exports.run', basename(out), { ...spec, out })) };
  },
  list: ({ project }) =>
    listExports(project.db).map((row) => ({
      exportId: row.id,
      target: row.target,
      out: row.folder,
      records: row.records,
      bytes: row.bytes,
      createdAt: row.createdAt,
      files: filesOf(row),
      present: isPresent(row),
    })),
  async download({ app, project }, { exportId, path }) {
    const row = exportOf(project, exportId);
    if (path !== null) return { downloadId: app.downloads.offer(pathIn(row, path), basename(path)) };
    const names = ['manifest.json', ...filesOf(row).map((file) => file.path)];
    for (const name of names) pathIn(row, name);
    const zip = join(app.files.incomingDir, `${basename(row.folder)}-${exportId}.zip`);
    await zipFolder(row.folder, names, zip);
    return { downloadId: app.downloads.offer(zip, `${basename(row.folder)}.zip`) };
  },
  async read({ project }, { exportId, path }) {
    const handle = await open(pathIn(exportOf(project, exportId), path), 'r');
    try {
      const { size } = await handle.stat();
      const buffer = Buffer.alloc(Math.min(size, READ_BYTES));
      await handle.read(buffer, 0, buffer.length, 0);
      return { text: new TextDecoder().decode(buffer), truncated: size > READ_BYTES };
    } finally {
      await handle.close();
    }
  },
};

function exportOf(project: ProjectContext, exportId: number): ExportListRow {
  const row = getExport(project.db, exportId);
  if (row === undefined) throw new AppError('not_found', 'This package is not in the list.');
  return row;
}

/** Files a manifest lists; it does not list itself. */
function filesOf(row: ExportListRow): z.infer<typeof PackageFile>[] {
  return ManifestFiles.parse(JSON.parse(row.manifest)).files;
}

/**
 * Only files that the package's own manifest names can be read, and only where that very manifest stands on this disk:
 * a stranger's project may name any folder.
 */
function pathIn(row: ExportListRow, path: string): string {
  const isKnown = path === 'manifest.json' || filesOf(row).some((file) => file.path === path);
  if (!isKnown || /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|:/u.test(path) || !isPresent(row) || !existsSync(join(row.folder, path)))
    throw new AppError('not_found', `${path} is not a file of this package any more.`);
  return join(row.folder, path);
}

function isPresent(row: ExportListRow): boolean {
  const manifest = join(row.folder, 'manifest.json');
  return existsSync(manifest) && readFileSync(manifest, 'utf8') === row.manifest;
}
