import { createReadStream, statSync } from 'node:fs';
import type { FileOptions, Inspection } from '../../../../shared/contract/sources.ts';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import type { ImportedAs } from '../../../../shared/model/source.ts';
import type { ProjectContext } from '../../context.ts';
import { inspectInput, type ContentInspection } from '../../importers/inspect.ts';
import { importerById } from '../../importers/registry.ts';
import { findSource, importedAs } from '../../store/sources.ts';
import { hashFile, sourceUid } from './identify.ts';

/** Larger files are not hashed for a preview; the import itself finds out whether they are here already. */
const HASH_LIMIT_BYTES = 64 * 1024 * 1024;

/** Looks at the head of a file: its form, what it would give, and whether it is a source already. Writes nothing. */
export async function inspectFile(
  project: ProjectContext,
  fileRef: FileRefId,
  options: FileOptions,
  signal: AbortSignal,
): Promise<Inspection> {
  const { path, name } = project.app.files.resolve(fileRef, 'open');
  const content = await detectFile(path, options, signal);
  const sizeBytes = statSync(path).size;
  const known = sizeBytes <= HASH_LIMIT_BYTES ? await findImported(project, path, content, options) : undefined;
  return {
    ...content,
    fileRef,
    name,
    sizeBytes,
    alreadyImported: known?.removed === false,
    ...(known === undefined ? {} : { importedAs: known }),
  };
}

/** @returns what the bytes alone say */
export async function detectFile(path: string, options: FileOptions, signal: AbortSignal): Promise<ContentInspection> {
  const stream = createReadStream(path);
  try {
    return await inspectInput(stream, { ...options, signal });
  } finally {
    stream.destroy();
  }
}

async function findImported(
  project: ProjectContext,
  path: string,
  content: ContentInspection,
  options: FileOptions,
): Promise<ImportedAs | undefined> {
  const importer = importerById(content.format ?? '');
  if (importer === undefined || content.per === null) return undefined;
  const { sha256 } = await hashFile(path);
  const map = options.map ?? content.map;
  const uid = sourceUid(sha256, importer.id, importer.version, content.per, { ...options, map });
  const known = findSource(project.db, uid);
  return known?.state === 'ready' ? importedAs(known) : undefined;
}
