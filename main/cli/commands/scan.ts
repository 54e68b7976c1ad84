import type { Command } from 'commander';
import { sampleRef } from '../../../shared/model/ids.ts';
import { count } from '../../../shared/text/plural.ts';
import { withProject } from '../open.ts';
import { table } from '../output.ts';
import { scanFlags } from './scan-flags.ts';
import type { CommandContext } from '../types.ts';

type ScanOptions = { json?: boolean; where?: string; flags?: boolean; privacy?: boolean };

export function registerScan(program: Command, context: CommandContext): void {
  program
    .command('scan')
    .description('look for private data: mail addresses, phone numbers, cards, ids, keys, names')
    .argument('<project>', 'the .assay file')
    .option('--privacy', 'private data, the default')
    .option('--flags', 'the automatic flags: what is cut off, stuck, refused, broken, old or far out')
    .option('--where <query>', 'only samples that match')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: ScanOptions) => {
      const output = context.outputFor(options);
      if (options.flags === true && options.privacy !== true) {
        await withProject(context.environment, context.resolve(path), { write: false }, async (door, project) => {
          const { lines, ...answer } = await scanFlags(door, project, options.where ?? '', output);
          output.answer(answer, lines);
        });
        return;
      }
      await withProject(context.environment, context.resolve(path), { write: false }, async ({ client }) => {
        const report = await client.privacy.scan({ filter: options.where ?? '' });
        const { findings, byKind, partial, samples, total } = report;
        const answer = {
          samples,
          total,
          byRule: byKind,
          partial,
          findings: findings.map(({ sampleId, kind, ...rest }) => ({
            sample: sampleRef(sampleId),
            rule: kind,
            ...rest,
          })),
        };
        output.answer(answer, () => [
          ...table(findings.map(({ sampleId, kind, place, hint }) => [sampleRef(sampleId), kind, place, hint])),
          `${count(total, 'finding')} in ${count(samples, 'sample')}.`,
          ...(total > findings.length ? [`The first ${findings.length} are listed.`] : []),
          `Found by pattern and dictionary only, so not all: ${partial.join(', ')}.`,
        ]);
      });
    });
}
