import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { z } from 'zod';
import { FileRefId, type SourceId } from '../../../shared/model/ids.ts';
import { Per } from '../../../shared/model/sample.ts';
import type { SourceReport } from '../../../shared/model/source.ts';
import { sources } from '../../../shared/contract/sources.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject, type Door } from '../open.ts';
import type { Output } from '../output.ts';
import type { CommandContext } from '../types.ts';

type Options = {
  json?: boolean;
  format?: string;
  per?: string;
  map: Record<string, string>;
  encoding?: string;
  delimiter?: string;
  join?: boolean;
  update?: string;
  issues?: string;
  dryRun?: boolean;
  privacy: boolean;
  mask?: boolean;
};
type Result = z.output<(typeof sources)['import']['result']>;

/** Issues shown as text; `--json` gives up to 1,000 a file. */
const ISSUES_SHOWN = 5;

export function registerImport(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('read files or folders of agent traffic into a project, which is made when missing')
    .argument('<project>', 'the .assay file')
    .argument('<file...>', 'files to read, and folders whose files are read')
    .option('--format <id>', 'form of the files; detected when absent (see `assay formats`)')
    .addOption(new Option('--per <what>', 'one sample per').choices(Per.options))
    .option('--map <key=column>', 'where a field comes from; repeatable', collectMap, {})
    .option('--encoding <name>', 'text encoding of delimited files')
    .option('--delimiter <character>', 'delimiter of delimited files')
    .option('--join', 'add attempts on a prompt that another source has to its sample')
    .option('--update <source>', 'name or number of the source that the file brings up to date')
    .option('--issues <file>', 'write what could not be read, with the raw records, as JSON lines')
    .option('--no-privacy', 'do not look for personal data in what was read')
    .option('--mask', 'replace the personal data that is found by tokens')
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
  if (options.update !== undefined && (paths.length > 1 || options.dryRun === true))
    throw new AppError('invalid_input', '--update takes one file, and no --dry-run.');
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
    const updates = options.update === undefined ? undefined : await sourceNamed(door, options.update);
    const files: ImportFile[] = [];
    for (const path of paths)
      files.push({ ...(await fileOf(door, path, options)), ...(updates === undefined ? {} : { updates }) });
    const join = options.join === true ? 'same_prompt' : 'never';
    const looks = {
      privacy: options.privacy && options.dryRun !== true,
      mask: options.mask === true && options.dryRun !== true,
    };
    const { jobId } = await door.client.sources.import({ policy: 'good', join, files, ...looks });
    const job = await followJob(door, jobId, output);
    const result = sources.import.result.parse(job.result);
    for (const next of result.followUps) await followJob(door, next, output);
    if (options.issues !== undefined) await writeIssues(door, context.resolve(options.issues), result);
    return result;
  });
}

/** @returns the id of the source of this number or name, the newest where several share it */
async function sourceNamed(door: Door, text: string): Promise<SourceId> {
  const all = await door.client.sources.list({});
  const found = all.findLast(({ id, name }) => String(id) === text || name === text);
  if (found === undefined)
    throw new AppError('not_found', `There is no source called ${text} in this project; \`assay sources\` lists them.`);
  return found.id;
}

const ISSUES_A_PAGE = 20;

/** Writes all issues of the imported sources with their raw records, a few at a time, since records may be large. */
async function writeIssues(door: Door, path: string, result: Result): Promise<void> {
  const file = openSync(path, 'w', 0o600);
  try {
    for (const { sourceId } of result.sources)
      for (let from = 0; sourceId !== null;) {
        const page = { sourceId, code: null, from, limit: ISSUES_A_PAGE, state: 'all' } as const;
        const { rows } = await door.client.sources.issues(page);
        for (const row of rows) writeSync(file, `${JSON.stringify(row)}\n`);
        from += rows.length;
        if (rows.length < ISSUES_A_PAGE) break;
      }
  } finally {
    closeSync(file);
  }
}

type ImportFile = Parameters<Door['client']['sources']['import']>[0]['files'][number];

/** One file with its options; fields given by `--map` stand over what Assay guesses from the names of the columns. */
async function fileOf(door: Door, path: string, options: Options): Promise<ImportFile> {
  const isFolder = statSync(path).isDirectory();
  const purpose = isFolder ? 'folder' : 'open';
  const fileRef = FileRefId.parse(door.backend.files.register(path, purpose, { name: basename(path) }).id);
  const given = {
    ...(options.format === undefined ? {} : { format: options.format }),
    ...(options.per === undefined ? {} : { per: Per.parse(options.per) }),
    ...(options.encoding === undefined ? {} : { encoding: options.encoding }),
    ...(options.delimiter === undefined ? {} : { delimiter: options.delimiter }),
  };
  if (Object.keys(options.map).length === 0) return { fileRef, options: given };
  if (isFolder) return { fileRef, options: { ...given, map: options.map } };
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
  const passed = result.passedOver.map(({ name, why }) => `passed over ${name}: ${why}`);
  return [
    ...lines,
    ...passed,
    `${count(result.samplesAdded, 'sample')} and ${count(result.attemptsAdded, 'attempt')} added.`,
  ];
}

function describeSource(source: z.output<typeof SourceReport>): string[] {
  if (source.alreadyImported) return [describeKnown(source)];
  const head = `${source.name}: ${source.format}, ${count(source.seen, 'record')} read, ${source.kept} kept, ${source.rejected} refused.`;
  const { update, attemptsJoined } = source;
  const changes =
    update === undefined
      ? []
      : [
          `  ${count(update.updated, 'sample')} changed, ${update.added} added, ${update.unchanged} as before; ${update.missing} no longer in the file, kept.`,
          ...(update.conflicts > 0
            ? [`  ${count(update.conflicts, 'field')} edited here and changed in the file: the edits stand.`]
            : []),
          ...(update.masked > 0
            ? [`  ${count(update.masked, 'masked sample')}: their answers stand as they are.`]
            : []),
        ];
  const joined = attemptsJoined === undefined ? [] : [`  ${count(attemptsJoined, 'attempt')} joined to other sources.`];
  const issues = source.issues
    .slice(0, ISSUES_SHOWN)
    .map((issue) => `  line ${issue.line ?? '?'}: ${issue.message} (${issue.code})`);
  const more = source.issueCount - issues.length;
  return [
    head,
    ...changes,
    ...joined,
    ...issues,
    ...(more > 0 ? [`  and ${count(more, 'more issue')}; \`--json\` lists them`] : []),
  ];
}

function describeKnown({ name, format, importedAs }: z.output<typeof SourceReport>): string {
  if (importedAs?.removed === true)
    return `${name}: imported before and removed; it is back with ${count(importedAs.samples, 'sample')}.`;
  const other = importedAs === undefined || importedAs.name === name ? '' : ` as ${importedAs.name}`;
  return `${name}: imported before${other} (${format}), nothing to add.`;
}
