import { createReadStream, statSync } from 'node:fs';
import type { FileOptions, Inspection } from '../../../../shared/contract/sources.ts';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import { SourceId } from '../../../../shared/model/ids.ts';
import type { ImportedAs } from '../../../../shared/model/source.ts';
import type { ProjectContext } from '../../context.ts';
import { inspectSamples, type ContentInspection, type InspectOptions } from '../../importers/inspect.ts';
import { importerById } from '../../importers/registry.ts';
import type { ParsedSample } from '../../importers/types.ts';
import { compareWith, countKnown, findFeed, type Probe } from '../../store/known-samples.ts';
import { findSource, importedAs } from '../../store/sources.ts';
import { hashFile, sourceUid } from './identify.ts';
import { recallMapping } from './mappings.ts';
import { prepareUntold } from './prepare.ts';
import { actionsFor } from './repair-actions.ts';

/** Larger files are not hashed for a preview; the import itself finds out whether they are here already. */
const HASH_LIMIT_BYTES = 64 * 1024 * 1024;

/** Looks at the head of a file: its form, what it would give, and what of it is here already. Writes nothing. */
export async function inspectFile(
  project: ProjectContext,
  fileRef: FileRefId,
  options: FileOptions,
  signal: AbortSignal,
): Promise<Inspection> {
  const { path, name } = project.app.files.resolve(fileRef, 'open');
  const { content, samples } = await lookInto(path, {
    ...options,
    signal,
    recall: (columns) => recallMapping(project.app, columns),
  });
  const sizeBytes = statSync(path).size;
  const known = sizeBytes <= HASH_LIMIT_BYTES ? await findImported(project, path, content, options) : undefined;
  const probes = samples.map(toProbe);
  const updateOf = known === undefined ? offerUpdate(project, name, content, probes) : undefined;
  return {
    ...content,
    issues: content.issues.map((issue) => ({ ...issue, actions: actionsFor(issue.code, issue.rejected) })),
    fileRef,
    name,
    sizeBytes,
    alreadyImported: known?.removed === false,
    ...(known === undefined ? {} : { importedAs: known }),
    ...(updateOf === undefined ? {} : { updateOf }),
    known: countKnown(project.db, probes),
  };
}

/** @returns what the bytes alone say */
export async function detectFile(path: string, options: FileOptions, signal: AbortSignal): Promise<ContentInspection> {
  return (await lookInto(path, { ...options, signal })).content;
}

async function lookInto(path: string, options: InspectOptions): ReturnType<typeof inspectSamples> {
  const stream = createReadStream(path);
  try {
    return await inspectSamples(stream, options);
  } finally {
    stream.destroy();
  }
}

function toProbe(parsed: ParsedSample): Probe {
  const { sourceRef, taskKey, promptHash, contentHash, attempts } = prepareUntold(parsed, '');
  return { sourceRef, taskKey, promptHash, contentHash, attemptHashes: attempts.map((attempt) => attempt.contentHash) };
}

function offerUpdate(
  project: ProjectContext,
  name: string,
  { format, per }: ContentInspection,
  probes: readonly Probe[],
): Inspection['updateOf'] {
  if (format === null || per === null) return undefined;
  const feed = findFeed(project.db, { name, format, per });
  if (feed === undefined) return undefined;
  const { id, ...rest } = feed;
  return { sourceId: SourceId.parse(id), ...rest, ...compareWith(project.db, id, probes) };
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
