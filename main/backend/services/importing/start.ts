import type { z } from 'zod';
import type { sources } from '../../../../shared/contract/sources.ts';
import { Json } from '../../../../shared/model/json.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { importerById } from '../../importers/registry.ts';
import type { ImportParams } from './params.ts';
import { detectFile } from './inspect.ts';

type ImportInput = z.output<(typeof sources)['import']['input']>;

/**
 * Starts an import. Files without a stated format are detected first; one that cannot be told apart refuses the whole
 * job before anything is written.
 *
 * @throws {AppError} `unsupported_format` naming the file and what was found
 */
export async function startImport(project: ProjectContext, input: ImportInput, signal: AbortSignal): Promise<number> {
  const files: ImportParams['files'] = [];
  for (const { fileRef, options } of input.files) {
    const { path, name } = project.app.files.resolve(fileRef, 'open');
    const detected =
      options.format === undefined || options.map === undefined ? await detectFile(path, options, signal) : null;
    const format = options.format ?? detected?.format ?? undefined;
    const importer = format === undefined ? undefined : importerById(format);
    if (importer === undefined)
      throw new AppError(
        'unsupported_format',
        format === undefined
          ? (detected?.refusal ?? `${name} is not of a known form.`)
          : `There is no format called ${format}.`,
      );
    const per = options.per ?? importer.per[0] ?? 'conversation';
    if (!importer.per.includes(per))
      throw new AppError(
        'invalid_input',
        `${importer.title} cannot be read as one sample per ${per}. It offers: ${importer.per.join(', ')}.`,
      );
    const map = options.map ?? detected?.map;
    files.push({
      path,
      name,
      format: importer.id,
      per,
      options: { ...options, ...(map === undefined ? {} : { map }) },
    });
  }
  const subject = files.length === 1 ? (files[0]?.name ?? '') : count(files.length, 'file');
  return project.jobs.start('import', subject, Json.parse({ files, policy: input.policy }));
}
