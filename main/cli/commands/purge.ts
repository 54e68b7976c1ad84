import type { Command } from 'commander';
import { privacy } from '../../../shared/contract/privacy.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext } from '../types.ts';

type Options = { json?: boolean; value: string[]; where?: string; yes?: boolean };

export function registerPurge(program: Command, context: CommandContext): void {
  program
    .command('purge')
    .description('take one person’s data out of the project, its undo history and its backups, for good')
    .argument('<project>', 'the .assay file')
    .option('--value <text>', 'a text to take out wherever it stands; repeatable', collect, [])
    .option('--where <query>', 'samples to delete with all that hangs on them')
    .option('--yes', 'do it; without this only what would go is listed')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      const target = { values: options.value, filter: options.where ?? null };
      if (target.values.length === 0 && target.filter === null)
        throw new AppError('invalid_input', 'Name what is to be purged: --value TEXT, or --where QUERY for samples.');
      await withProject(context.environment, context.resolve(path), { write: options.yes === true }, async (door) => {
        if (options.yes !== true) {
          const found = await door.client.privacy.purgePreview(target);
          output.answer({ ...found, purged: false }, () => [
            ...describe(found),
            'Nothing was changed. It cannot be undone; add --yes to purge.',
          ]);
          return;
        }
        const job = await followJob(door, (await door.client.privacy.purge(target)).jobId, output);
        const result = privacy.purge.result.parse(job.result);
        output.answer({ ...result, purged: true }, () => [
          ...describe(result),
          ...table(result.leftovers.map(({ where, count: n }) => ['still in', where, n])),
          result.leftovers.length === 0 ? 'Nothing of it is left in these files.' : 'Some of it is left: see above.',
        ]);
        if (result.leftovers.length > 0) context.setExitCode(1);
      });
    });
}

type Found = {
  readonly samples: number;
  readonly places: readonly { readonly where: string; readonly count: number }[];
  readonly packages: readonly { readonly out: string; readonly present: boolean }[];
  readonly backups: readonly string[];
};

function describe({ samples, places, packages, backups }: Found): string[] {
  return [
    ...table(places.map(({ where, count: n }) => [where, n])),
    `${count(samples, 'sample')}, ${count(backups.length, 'backup')}.`,
    ...packages
      .filter(({ present }) => present)
      .map(({ out }) => `A package written earlier lies at ${out}; look into it yourself.`),
  ];
}

function collect(text: string, before: string[]): string[] {
  return [...before, text];
}
