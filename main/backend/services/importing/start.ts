import type { z } from 'zod';
import type { FileOptions, sources } from '../../../../shared/contract/sources.ts';
import { Json } from '../../../../shared/model/json.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import type { ContentInspection } from '../../importers/inspect.ts';
import { importerById } from '../../importers/registry.ts';
import type { Importer } from '../../importers/types.ts';
import { detectFile } from './inspect.ts';
import type { ImportParams } from './params.ts';

type ImportInput = z.output<(typeof sources)['import']['input']>;
type PlannedFile = ImportParams['files'][number];

/**
 * Starts an import. Files without a stated format are detected first; one that cannot be told apart refuses the whole
 * job before anything is written.
 *
 * @throws {AppError} `unsupported_format` naming the file and what was found
 */
export async function startImport(project: ProjectContext, input: ImportInput, signal: AbortSignal): Promise<number> {
  const files: PlannedFile[] = [];
  for (const { fileRef, options } of input.files) {
    const { path, name } = project.app.files.resolve(fileRef, 'open');
    files.push(await planFile({ path, name }, options, signal));
  }
  const subject = files.length === 1 ? (files[0]?.name ?? '') : count(files.length, 'file');
  return project.jobs.start('import', subject, Json.parse({ files, policy: input.policy }));
}

/** Settles form, splitting and mapping of one file. */
async function planFile(
  { path, name }: { path: string; name: string },
  options: FileOptions,
  signal: AbortSignal,
): Promise<PlannedFile> {
  const isSettled = options.format !== undefined && options.map !== undefined;
  const detected = isSettled ? null : await detectFile(path, options, signal);
  const importer = importerFor(options.format, detected, name);
  const per = options.per ?? importer.per[0] ?? 'conversation';
  if (!importer.per.includes(per))
    throw new AppError(
      'invalid_input',
      `${importer.title} cannot be read as one sample per ${per}. It offers: ${importer.per.join(', ')}.`,
    );
  const map = options.map ?? detected?.map;
  return { path, name, format: importer.id, per, options: map === undefined ? options : { ...options, map } };
}

function importerFor(chosen: string | undefined, detected: ContentInspection | null, name: string): Importer {
  const format = chosen ?? detected?.format ?? null;
  const importer = format === null ? undefined : importerById(format);
  if (importer !== undefined) return importer;
  const unknown = format === null ? detected?.refusal : `There is no format called ${format}.`;
  throw new AppError('unsupported_format', unknown ?? `${name} is not of a known form. \`assay formats\` lists them.`);
}
