import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { z } from 'zod';
import { FileRefId } from '../../../shared/model/ids.ts';
import { Per } from '../../../shared/model/sample.ts';
import type { SourceReport } from '../../../shared/model/source.ts';
import { sources } from '../../../shared/contract/sources.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject, type Door } from '../open.ts';
import type { Output } from '../output.ts';
import type { CommandContext } from '../types.ts';
import { existsSync } from 'node:fs';

type Options = {
  json?: boolean;
  format?: string;
  per?: string;
  map: Record<string, string>;
  encoding?: string;
  delimiter?: string;
  dryRun?: boolean;
};
type Result = z.output<(typeof sources)['import']['result']>;

/** Issues shown as text; `--json` gives up to 1,000 a file. */
const ISSUES_SHOWN = 5;

export function registerImport(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('read files of agent traffic into a project, which is made when missing')
    .argument('<project>', 'the .assay file')
    .argument('<file...>', 'files to read')
    .option('--format <id>', 'form of the files; detected when absent (see `assay formats`)')
    .addOption(new Option('--per <what>', 'one sample per').choices(Per.options))
    .option('--map <key=column>', 'where a field comes from; repeatable', collectMap, {})
    .option('--encoding <name>', 'text encoding of delimited files')
    .option('--delimiter <character>', 'delimiter of delimited files')
    .option('--dry-run', 'read everything, write nothing')
    .option('--json', 'one JSON document on stdout')
    .action(async (project: string, files: string[], options: Options) => {
      const output = context.outputFor(options);
      const result = await runImport(context, context.resolve(project), files, options, output);
      output.answer(toAnswer(result, options), () => describe(result));
      if (result.sources.every((source) => source.kept === 0)) context.setExitCode(1);
    });
}

function collectMap(text: string, before: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write KEY=COLUMN, as in --map prompt=question.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

async function runImport(
  context: CommandContext,
  project: string,
  files: readonly string[],
  options: Options,
  output: Output,
): Promise<Result> {
  const paths = files.map((file) => context.resolve(file));
  for (const path of paths) if (!existsSync(path)) throw new AppError('not_found', `There is no file at ${path}.`);
  if (options.dryRun !== true) return importInto(context, project, paths, options, output);
  // A dry run is a real import into a project that is thrown away, so its counts are the real ones.
  const folder = mkdtempSync(join(tmpdir(), 'assay-dry-run-'));
  try {
    return await importInto(context, join(folder, 'dry-run.assay'), paths, options, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function importInto(
  context: CommandContext,
  project: string,
  paths: readonly string[],
  options: Options,
  output: Output,
): Promise<Result> {
  return withProject(context.environment, project, { create: true, write: true }, async (door) => {
    const files: ImportFile[] = [];
    for (const path of paths) files.push(await fileOf(door, path, options));
    const { jobId } = await door.client.sources.import({ policy: 'good', files });
    const job = await followJob(door, jobId, output);
    return sources.import.result.parse(job.result);
  });
}

type ImportFile = Parameters<Door['client']['sources']['import']>[0]['files'][number];

/** One file with its options; fields given by `--map` stand over what Assay guesses from the names of the columns. */
async function fileOf(door: Door, path: string, options: Options): Promise<ImportFile> {
  const fileRef = FileRefId.parse(door.backend.files.register(path, 'open', { name: basename(path) }).id);
  const given = {
    ...(options.format === undefined ? {} : { format: options.format }),
    ...(options.per === undefined ? {} : { per: Per.parse(options.per) }),
    ...(options.encoding === undefined ? {} : { encoding: options.encoding }),
    ...(options.delimiter === undefined ? {} : { delimiter: options.delimiter }),
  };
  if (Object.keys(options.map).length === 0) return { fileRef, options: given };
  const guessed = (await door.client.sources.inspect({ fileRef, options: given })).map;
  const taken = new Set(Object.values(options.map));
  const kept = Object.entries(guessed).filter(([, column]) => !taken.has(column));
  return { fileRef, options: { ...given, map: { ...Object.fromEntries(kept), ...options.map } } };
}

function toAnswer(result: Result, options: Options): unknown {
  return { ...result, dryRun: options.dryRun === true };
}

function describe(result: Result): string[] {
  const lines = result.sources.flatMap(describeSource);
  return [...lines, `${count(result.samplesAdded, 'sample')} and ${count(result.attemptsAdded, 'attempt')} added.`];
}

function describeSource(source: z.output<typeof SourceReport>): string[] {
  if (source.alreadyImported) return [describeKnown(source)];
  const head = `${source.name}: ${source.format}, ${count(source.seen, 'record')} read, ${source.kept} kept, ${source.rejected} refused.`;
  const issues = source.issues
    .slice(0, ISSUES_SHOWN)
    .map((issue) => `  line ${issue.line ?? '?'}: ${issue.message} (${issue.code})`);
  const more = source.issueCount - issues.length;
  return [head, ...issues, ...(more > 0 ? [`  and ${count(more, 'more issue')}; \`--json\` lists them`] : [])];
}

function describeKnown({ name, format, importedAs }: z.output<typeof SourceReport>): string {
  if (importedAs?.removed === true)
    return `${name}: imported before and removed; it is back with ${count(importedAs.samples, 'sample')}.`;
  const other = importedAs === undefined || importedAs.name === name ? '' : ` as ${importedAs.name}`;
  return `${name}: imported before${other} (${format}), nothing to add.`;
}
