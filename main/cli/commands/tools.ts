import type { Command } from 'commander';
import { TOOL_MEASURES, type ToolUseStats } from '../../../shared/model/tool-use.ts';
import { withProject } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext } from '../types.ts';

type Options = { json?: boolean; by?: string; filter?: string; against?: string };

export function registerTools(program: Command, context: CommandContext): void {
  program
    .command('tools')
    .description('how attempts use tools: calls, parallelism, errors, retries, latency and tokens with their tails')
    .argument('<project>', 'the .assay file')
    .option('--by <facet>', 'also by the values of a facet, such as model, outcome or split')
    .option('--filter <query>', 'only samples that match (see resources/help/filters.md)')
    .option('--against <query>', 'beside the samples that match this')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async ({ client }) => {
        const filter = options.filter ?? '';
        const summary = await client.toolUse.summary({ filter, by: options.by ?? null });
        const { all, groups } = summary;
        if (options.against === undefined) {
          output.answer({ all, groups, more: summary.more }, () => [
            ...lines(all),
            ...groups.flatMap((group) => ['', group.label, ...lines(group.stats)]),
          ]);
          return;
        }
        const { one, other } = await client.toolUse.compare({ filter, against: options.against });
        output.answer({ all: one, against: other, groups, more: summary.more }, () => [
          ...lines(one),
          '',
          `against ${options.against ?? ''}`,
          ...lines(other),
        ]);
      });
    });
}

function lines(stats: ToolUseStats): string[] {
  return [
    ...table([
      ['samples', stats.samples],
      ['attempts', stats.attempts],
      ['calls', stats.calls],
      ['failed calls', rate(stats.errorRate)],
      ['tried again', rate(stats.retryRate)],
      ['repeated calls', rate(stats.repeatRate)],
    ]),
    ...table([
      ['', 'mean', 'p50', 'p95', 'p99', 'max'],
      ...TOOL_MEASURES.map((measure) => {
        const spread = stats.spreads[measure];
        return spread === null
          ? [measure, 'not measured']
          : [
              measure,
              ...[spread.mean, spread.p50, spread.p95, spread.p99, spread.max].map((value) => value.toFixed(1)),
            ];
      }),
    ]),
  ];
}

function rate(share: number | null): string {
  return share === null ? 'none' : `${(share * 100).toFixed(1)} %`;
}
