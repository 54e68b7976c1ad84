import type { z } from 'zod';
import type { FileOptions, PassedOver, sources } from '../../../../shared/contract/sources.ts';
import { Json } from '../../../../shared/model/json.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import type { ContentInspection } from '../../importers/inspect.ts';
import { importerById } from '../../importers/registry.ts';
import type { Importer } from '../../importers/types.ts';
import { readingOf } from '../../store/sources.ts';
import { expandRef, type GivenFile } from './folder.ts';
import { detectFile } from './inspect.ts';
import { rememberMapping } from './mappings.ts';
import type { ImportParams } from './params.ts';

type ImportInput = z.output<(typeof sources)['import']['input']>;
type PlannedFile = ImportParams['files'][number];
type Planned = Omit<PlannedFile, 'updates'>;

/**
 * Starts an import. Files without a stated format are detected first; one that cannot be told apart refuses the whole
 * job before anything is written.
 *
 * @throws {AppError} `unsupported_format` naming the file and what was found
 */
export async function startImport(project: ProjectContext, input: ImportInput, signal: AbortSignal): Promise<number> {
  const files: PlannedFile[] = [];
  const passedOver: PassedOver[] = [];
  for (const { fileRef, options, updates } of input.files) {
    if (updates !== undefined) expectSource(project, updates);
    const given = await expandRef(project.app, fileRef);
    passedOver.push(...given.passedOver);
    for (const file of given.files) {
      const planned = await tryPlan(project, file, options, signal);
      if (planned instanceof AppError) {
        if (!given.isFolder) throw planned;
        passedOver.push({ name: file.name, why: planned.message });
      } else files.push({ ...planned, updates: updates ?? null });
    }
  }
  if (files.length === 0) throw new AppError('unsupported_format', nothingToRead(passedOver));
  const subject = files.length === 1 ? (files[0]?.name ?? '') : count(files.length, 'file');
  const { policy, join = 'never', privacy, mask } = input;
  return project.jobs.start('import', subject, Json.parse({ files, policy, join, passedOver, privacy, mask }));
}

function expectSource(project: ProjectContext, id: number): void {
  if (readingOf(project.db, id) === undefined)
    throw new AppError(
      'not_found',
      'The source to bring up to date is not in this project. Import the file as a new one.',
    );
}

function nothingToRead(passedOver: readonly PassedOver[]): string {
  const [first] = passedOver;
  return first === undefined
    ? 'The folder holds no files.'
    : `The folder holds no file that can be read. ${first.name}: ${first.why}`;
}

/** Of a folder, what is no traffic is passed over; a file that a person named is refused. */
async function tryPlan(
  project: ProjectContext,
  file: GivenFile,
  options: FileOptions,
  signal: AbortSignal,
): Promise<Planned | AppError> {
  try {
    return await planFile(project, file, options, signal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported_format') return error;
    throw error;
  }
}

/** Settles form, splitting and mapping of one file; a mapping that a person gave is remembered for its columns. */
async function planFile(
  project: ProjectContext,
  { path, name }: { path: string; name: string },
  options: FileOptions,
  signal: AbortSignal,
): Promise<Planned> {
  const isMapped = importerById(options.format ?? '')?.mappable === true;
  const isSettled = options.format !== undefined && options.map !== undefined && !isMapped;
  const detected = isSettled ? null : await detectFile(path, options, signal);
  const importer = importerFor(options.format, detected, name);
  const per = options.per ?? importer.per[0] ?? 'conversation';
  if (!importer.per.includes(per))
    throw new AppError(
      'invalid_input',
      `${importer.title} cannot be read as one sample per ${per}. It offers: ${importer.per.join(', ')}.`,
    );
  const map = options.map ?? detected?.map;
  if (options.map !== undefined && detected !== null && importer.mappable)
    rememberMapping(
      project.app,
      detected.columns.map((column) => column.name),
      options.map,
    );
  return { path, name, format: importer.id, per, options: map === undefined ? options : { ...options, map } };
}

function importerFor(chosen: string | undefined, detected: ContentInspection | null, name: string): Importer {
  const format = chosen ?? detected?.format ?? null;
  const importer = format === null ? undefined : importerById(format);
  if (importer !== undefined) return importer;
  const unknown = format === null ? detected?.refusal : `There is no format called ${format}.`;
  throw new AppError('unsupported_format', unknown ?? `${name} is not of a known form. \`assay formats\` lists them.`);
}
