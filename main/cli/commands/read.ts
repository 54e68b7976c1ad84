import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { SampleId, sampleRef } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { messageText } from '../../../shared/model/message.ts';
import { withProject } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext } from '../types.ts';

type WhereOptions = { json?: boolean; where?: string; limit?: number };
const PAGE = 1_000;

export function registerStats(program: Command, context: CommandContext): void {
  program
    .command('stats')
    .description('count what a project holds')
    .argument('<project>', 'the .assay file')
    .option('--where <query>', 'only samples that match')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: WhereOptions) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async ({ client }) => {
        const stats = await client.stats.get(options.where === undefined ? {} : { filter: options.where });
        output.answer(stats, () => [
          ...table([
            ['samples', stats.samples],
            ['attempts', stats.attempts],
            ['steps', stats.steps],
            ['tool calls', stats.toolCalls],
            ['tool results', stats.toolResults],
            ['tools called', Object.keys(stats.toolCallsByName).length],
            ['tools offered', stats.toolsOffered],
            ['rewards', stats.rewards.count],
          ]),
          `mean reward  ${stats.rewards.mean === null ? 'none recorded' : stats.rewards.mean.toFixed(4)}`,
          ...table(Object.entries(stats.decisions)),
          ...table(stats.sources.map((source) => [source.name, source.format, source.kept, source.rejected])),
        ]);
      });
    });
}

export function registerList(program: Command, context: CommandContext): void {
  program
    .command('list')
    .description('list samples')
    .argument('<project>', 'the .assay file')
    .option('--where <query>', 'only samples that match (see resources/help/filters.md)')
    .option('--limit <n>', 'at most so many', parseLimit)
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: WhereOptions) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async ({ client }) => {
        const view = await client.views.open({ filter: options.where ?? '', sort: { key: 'id', descending: false } });
        const wanted = Math.min(view.total, options.limit ?? view.total);
        const rows: Awaited<ReturnType<typeof client.views.rows>> = [];
        for (let from = 0; from < wanted; from += PAGE)
          rows.push(...(await client.views.rows({ viewId: view.viewId, from, to: Math.min(from + PAGE, wanted) })));
        const shown = rows.map((row) => ({ ref: sampleRef(row.id), ...row }));
        output.answer({ total: view.total, rows: shown }, () => [
          ...table(shown.map((row) => [row.ref, row.decision, row.attempts.length, row.title.slice(0, 80)])),
          `${view.total} in all`,
        ]);
      });
    });
}

export function registerShow(program: Command, context: CommandContext): void {
  program
    .command('show')
    .description('show one sample with its attempts')
    .argument('<project>', 'the .assay file')
    .argument('<sample>', 'its name (S-0187), number or uid', String)
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, name: string, options: { json?: boolean }) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async ({ client }) => {
        const detail = await client.samples.get({ sampleId: toSampleId(name) });
        const attempts: Awaited<ReturnType<typeof client.samples.attempt>>[] = [];
        for (const { id } of detail.attempts) attempts.push(await client.samples.attempt({ attemptId: id }));
        const { row, ...rest } = detail;
        output.answer({ ref: sampleRef(row.id), ...row, ...rest, attempts }, () => [
          `${sampleRef(row.id)}  ${row.title}`,
          ...detail.prompt.map((message) => `${message.role}: ${messageText(message).slice(0, 2_000)}`),
          `reference: ${JSON.stringify(detail.reference).slice(0, 2_000)}`,
          ...attempts.map(
            ({ summary }) =>
              `attempt ${summary.idx + 1}: ${summary.outcome}, reward ${summary.reward ?? 'none'}, ${summary.calls} calls in ${summary.steps} steps`,
          ),
        ]);
      });
    });
}

function parseLimit(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return value;
}

/** @throws {AppError} `invalid_input` when the text is no sample's name */
function toSampleId(name: string): SampleId {
  const match = /^(?:S-)?0*(\d{1,12})$/iu.exec(name);
  const id = SampleId.safeParse(Number(match?.[1] ?? Number.NaN));
  if (!id.success) throw new AppError('invalid_input', `${name} is not a sample. Write it as S-0187.`);
  return id.data;
}
