import type { Command } from 'commander';
import type { LossReport } from '../../../shared/model/source.ts';
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
    .option('--loss', 'what became of the fields of the records: mapped, kept as they are, or left out and why')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: { json?: boolean; all?: boolean; loss?: boolean }) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async ({ client }) => {
        const sources = await client.sources.list({ withRemoved: options.all === true });
        if (options.loss === true) {
          const reports = await Promise.all(
            sources.map(async ({ id, name }) => ({
              id,
              name,
              loss: await client.sources.lossReport({ sourceId: id }),
            })),
          );
          output.answer({ sources: reports }, () => reports.flatMap(({ name, loss }) => describeLoss(name, loss)));
          return;
        }
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

function describeLoss(name: string, loss: LossReport | null): string[] {
  if (loss === null) return [`${name}: no report was kept.`];
  const { mapped, kept, ignored, recordsScanned, recordsRead, paths, morePaths } = loss;
  return [
    `${name}: ${mapped} fields mapped, ${kept} kept as they are, ${ignored} left out; ${recordsScanned} of ${count(recordsRead, 'record')} looked at.`,
    ...table(
      [...paths]
        .sort((a, b) => b.fate.localeCompare(a.fate) || b.records - a.records)
        .map(({ path, fate, why, records }) => [`  ${fate}`, path, records, why ?? '']),
    ),
    ...(morePaths > 0 ? [`  and ${count(morePaths, 'more field')}.`] : []),
  ];
}
