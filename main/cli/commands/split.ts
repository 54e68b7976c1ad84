import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { SplitName, SplitRules, SplitWarning } from '../../../shared/contract/splits.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import { count } from '../../../shared/text/plural.ts';
import { withProject } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext } from '../types.ts';

type Options = {
  json?: boolean;
  train: number;
  validation: number;
  test?: number;
  seed: number;
  group: string[];
  stratify: string[];
  where?: string;
  lock?: boolean;
  dryRun?: boolean;
};

function gather(text: string, before: readonly string[]): string[] {
  return [
    ...before,
    ...text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ];
}

export function registerSplit(program: Command, context: CommandContext): void {
  program
    .command('split')
    .description('divide samples into train, validation and test; locked ones stay where they are')
    .argument('<project>', 'the .assay file')
    .requiredOption('--train <share>', 'share to train on: 0.8, 80 or 80%; shares are divided by their sum', parseShare)
    .requiredOption('--validation <share>', 'share to validate with', parseShare)
    .option('--test <share>', 'share held out for a last comparison', parseShare)
    .requiredOption('--seed <n>', 'the same seed gives the same split', parseSeed)
    .option(
      '--group <field>',
      'keep samples of the same value together: conversation, user, document, near, semantic, source, task, a facet or a reference or metadata field; may be repeated. Conversations and exact duplicates always stay together',
      gather,
      [],
    )
    .option('--stratify <facet>', 'mix the values of a facet alike in every split; may be repeated', gather, [])
    .option('--where <query>', 'samples to split; the included ones, or all that are not excluded when none is')
    .option('--lock', 'freeze the split, so that samples added later move nothing')
    .option('--dry-run', 'say what would come of it, write nothing')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      const write = options.dryRun !== true;
      await withProject(context.environment, context.resolve(path), { write }, async ({ client }) => {
        const rules = await rulesFrom(client, options);
        const planned = await client.splits.preview({ rules });
        if (write) await client.splits.apply({ rules });
        if (write && options.lock === true) await client.splits.lock({ splits: [] });
        const after = write ? await client.splits.get({}) : planned;
        const of = (what: 'count' | 'wanted' | 'locked'): Record<SplitName, number> => {
          const value = (name: SplitName): number => after.splits.find(({ split }) => split === name)?.[what] ?? 0;
          return { train: value('train'), validation: value('validation'), test: value('test') };
        };
        const { moved, added, removed } = planned;
        const { scope, groups, warnings, mixDistance } = after;
        const answer = { counts: of('count'), wanted: of('wanted'), locked: of('locked'), scope };
        output.answer(
          { ...answer, moved, added, removed, groups, mixDistance, warnings, rules, dryRun: !write },
          () => [
            ...table(
              after.splits.map((side) => [side.split, side.count, `${side.wanted} wanted`, `${side.locked} locked`]),
            ),
            `${count(scope, 'sample')} take part: ${added} placed anew, ${moved} moved, ${removed} taken out.`,
            ...warnings.map(inWords),
          ],
        );
      });
    });
}

function inWords({ severity, message }: SplitWarning): string {
  return `${severity}: ${message}`;
}

async function rulesFrom(client: Client, options: Options): Promise<SplitRules> {
  const { rules } = await client.splits.get({});
  const named = await Promise.all(options.group.map((name) => groupKey(client, name)));
  return {
    ...rules,
    filter: options.where ?? null,
    shares: { train: options.train, validation: options.validation, test: options.test ?? 0 },
    seed: options.seed,
    // Only what the words say, whatever was scanned or split before: the same command gives the same split.
    groupBy: [...new Set(['conversation', 'exact', ...named])],
    stratifyBy: [...new Set(options.stratify)],
  };
}

/** Finds what a name means: a key as the app writes it, a facet, or the last part of a field that samples share. */
async function groupKey(client: Client, name: string): Promise<string> {
  const written = name.replace(/^item\./u, 'reference.');
  const { groups } = await client.splits.options({});
  const keys = [...groups.map(({ key }) => key), 'conversation', 'user', 'document', 'task'];
  const exact = [written, `facet.${written}`, `reference.${written}`, `metadata.${written}`].find((key) =>
    keys.includes(key),
  );
  if (exact !== undefined) return exact;
  const [byEnd, ...more] = keys.filter((key) => key.endsWith(`.${written}`));
  if (byEnd !== undefined && more.length === 0) return byEnd;
  throw new AppError(
    'invalid_input',
    byEnd === undefined
      ? `No two samples share a value of anything called ${name}. There is: ${[...new Set(keys)].slice(0, 30).join(', ')}.`
      : `${name} may be ${[byEnd, ...more].slice(0, 5).join(' or ')}. Write one of them.`,
  );
}

function parseShare(text: string): number {
  const value = Number(text.replace(/\s*%$/u, ''));
  if (!Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('Give a number of 0 or more, such as 0.8 or 80%.');
  return value;
}

function parseSeed(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 2_147_483_647)
    throw new InvalidArgumentError('Give a whole number from 0 to 2147483647.');
  return value;
}
