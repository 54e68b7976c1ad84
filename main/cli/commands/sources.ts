import type { Command } from 'commander';
import { count } from '../../../shared/text/plural.ts';
import { withProject } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext } from '../types.ts';

export function registerSources(program: Command, context: CommandContext): void {
  program
    .command('sources')
    .description('list what was imported, with what was kept and refused')
    .argument('<project>', 'the .assay file')
    .option('--all', 'also sources that were removed')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: { json?: boolean; all?: boolean }) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async ({ client }) => {
        const sources = await client.sources.list({ withRemoved: options.all === true });
        output.answer({ sources }, () => [
          ...table(
            sources.map(({ name, formatTitle, per, kept, rejected, samples, state }) => [
              name,
              formatTitle,
              `per ${per}`,
              `${kept} kept`,
              `${rejected} refused`,
              count(samples, 'sample'),
              state === 'ready' ? '' : state,
            ]),
          ),
          `${count(sources.length, 'source')}.`,
        ]);
      });
    });
}
