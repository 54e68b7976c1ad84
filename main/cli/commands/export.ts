import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { exports as exportsContract, type ExportSpec } from '../../../shared/contract/graders.ts';
import { FileRefId } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext } from '../types.ts';

type Options = {
  json?: boolean;
  target: string;
  out: string;
  where?: string;
  seed?: number;
  grader?: string;
  leaveOutErrors?: boolean;
  allowPersonalData?: string;
};

/** 80 of 100 samples train until a split was made by hand. */
const VALIDATION_SHARE = 0.2;

export function registerExport(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('write a package for a trainer')
    .argument('<project>', 'the .assay file')
    .requiredOption('--target <id>', 'trainer (see `assay targets`)')
    .requiredOption('--out <folder>', 'folder of the package')
    .option('--where <query>', 'samples to export; the included ones, or all that are not excluded when none is')
    .option('--seed <n>', 'seed of the split', parseSeed)
    .option('--grader <name>', 'grader of the project; the one scored last when absent')
    .option('--leave-out-errors', 'leave samples with errors out instead of refusing')
    .option(
      '--allow-personal-data <reason>',
      'let samples out with personal data open; the reason is written into the package',
    )
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async (door) => {
        const reason = options.allowPersonalData;
        const chosen = await specFor(door.client, options);
        const spec = reason === undefined ? chosen : { ...chosen, allowPersonalData: reason };
        const outRef = door.backend.files.register(context.resolve(options.out), 'save').id;
        const preview = await door.client.exports.preview(spec);
        const blocking = preview.problems.filter(
          (problem) => problem.severity === 'error' && !(spec.leaveOutErrors && problem.sampleId !== null),
        );
        if (blocking[0] !== undefined)
          throw new AppError(
            'export_invalid',
            `Nothing was written: ${refusal(blocking[0].message, blocking.length)}`,
            {
              details: preview.problems,
            },
          );
        const { jobId } = await door.client.exports.run({ ...spec, outRef: FileRefId.parse(outRef) });
        const job = await followJob(door, jobId, output);
        const result = exportsContract.run.result.parse(job.result);
        output.answer({ ...result, filter: spec.filter, seed: spec.seed }, () => [
          ...table(result.files.map((file) => [file.path, file.records ?? '', file.bytes, file.sha256.slice(0, 12)])),
          `${result.out}: ${count(preview.train, 'sample')} to train, ${preview.validation} to validate, ${result.leftOut} left out.`,
        ]);
      });
    });
}

function refusal(first: string, problems: number): string {
  return problems === 1 ? first : `${first} There are ${problems - 1} more; \`--json\` lists them.`;
}

async function specFor(client: Client, options: Options): Promise<ExportSpec> {
  const [stats, settings, graders, runs] = await Promise.all([
    client.stats.get({}),
    client.settings.project({}),
    client.graders.list({}),
    client.scores.runs({ graderId: null }),
  ]);
  const hasIncluded = (stats.decisions['include'] ?? 0) > 0;
  const named = options.grader === undefined ? undefined : graders.find((row) => row.name === options.grader);
  if (options.grader !== undefined && named === undefined)
    throw new AppError('not_found', `There is no grader called ${options.grader} in this project.`);
  const chosen = named ?? graders.find((row) => row.id === runs[0]?.graderId) ?? graders.at(-1);
  return {
    target: options.target,
    filter: options.where ?? (hasIncluded ? 'decision:include' : '-decision:exclude'),
    graderId: chosen?.id ?? null,
    version: chosen?.headVersion ?? null,
    seed: options.seed ?? (typeof settings['seed'] === 'number' ? settings['seed'] : 0),
    validationShare: VALIDATION_SHARE,
    leaveOutErrors: options.leaveOutErrors === true,
  };
}

function parseSeed(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 2_147_483_647)
    throw new InvalidArgumentError('Give a whole number from 0 to 2147483647.');
  return value;
}
