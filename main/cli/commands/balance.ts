import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { z } from 'zod';
import type { balance, BalancePreview } from '../../../shared/contract/balance.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import { withProject } from '../open.ts';
import type { CommandContext } from '../types.ts';

type Options = {
  json?: boolean;
  by: string;
  target: string;
  seed: string;
  apply?: boolean;
  aim?: string;
  where?: string;
  keepReviewed?: boolean;
  atLeast?: string;
};
type Spec = z.input<typeof balance.preview.input>;

const HELP = `
--target takes a number of samples in all, shared out as --aim says, or a JSON file of quotas:
  {"de": 50, "fr": 50}                        counts, by value or by the name shown
  {"shares": {"de": 0.5, "fr": 0.5}, "size": 100}  shares of a size; without one, of the set as it is
  {"de": {"search": 5}}                       counts of a pair of facets; shares likewise
Values without a quota keep nothing. A sample with several values counts once, where it helps most.`;

export function registerBalance(program: Command, context: CommandContext): void {
  program
    .command('balance')
    .description('choose samples by quotas of a facet or two; a quota is met exactly or its shortage is told')
    .argument('<project>', 'the .assay file')
    .requiredOption('--by <facets>', 'a facet, or two with a comma: lang,outcome')
    .requiredOption('--target <n or file>', 'samples in all, or a JSON file of quotas')
    .option('--seed <n>', 'the same seed chooses the same samples', '0')
    .option(
      '--aim <aim>',
      'equal, or production: like the sources marked as production, else like the whole set',
      'equal',
    )
    .option('--where <query>', 'only samples that match; those not excluded when absent')
    .option('--keep-reviewed', 'reviewed samples stay, also beyond a quota')
    .option('--at-least <n>', 'as many of every tool and language, as far as the quotas have room')
    .option('--apply', 'include what is chosen and set aside what is not; `undo` takes it back')
    .option('--json', 'one JSON document on stdout')
    .addHelpText('after', HELP)
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      const spec = specOf(options, context.resolve(options.target));
      await withProject(context.environment, context.resolve(path), { write: options.apply === true }, async (door) => {
        const preview = await door.client.balance.preview(spec);
        if (options.apply === true) await door.client.balance.apply(spec);
        output.answer(answerOf(preview, options.apply === true), () => linesOf(preview, options.apply === true));
      });
    });
}

function answerOf(preview: BalancePreview, applied: boolean): object {
  const { cells, stay, added, setAside, leftOut, belowFloor, over, chosen } = preview;
  return {
    kept: chosen.count,
    short: cells
      .filter((cell) => cell.short > 0)
      .map(({ values, label, wanted, kept, available, short }) => ({ values, label, wanted, kept, available, short })),
    cells: cells.map(({ values, label, now, available, wanted, kept, short, over: beyond }) => ({
      ...{ values, label, now, available, wanted, kept, short },
      over: beyond,
    })),
    stay: stay.count,
    added: added.count,
    setAside: setAside.count,
    over,
    leftOut: leftOut.map(({ reason, count: samples }) => ({ reason, samples })),
    belowFloor: belowFloor.map(({ facet, value, wanted, kept, available }) => ({
      facet,
      value,
      wanted,
      kept,
      available,
    })),
    applied,
  };
}

function linesOf({ cells, chosen, setAside }: BalancePreview, applied: boolean): string[] {
  return [
    ...cells
      .filter((cell) => cell.wanted > 0 || cell.over > 0)
      .map((cell) => {
        const short = cell.short > 0 ? `, short by ${cell.short}` : '';
        return `${cell.label}: ${cell.kept + cell.over} of ${cell.wanted}${short}`;
      }),
    `${count(chosen.count, 'sample')} ${applied ? 'included' : 'would be included'}, ${setAside.count} set aside.`,
  ];
}

function specOf(options: Options, file: string): Spec {
  const base = {
    filter: options.where ?? null,
    facets: options.by.split(',').map((key) => key.trim()),
    seed: wholeNumber(options.seed, '--seed'),
    keepReviewed: options.keepReviewed === true,
    floor: {
      atLeast: options.atLeast === undefined ? 0 : wholeNumber(options.atLeast, '--at-least'),
      facets: ['tool', 'lang'],
    },
  };
  if (base.facets.length > 2) throw new AppError('invalid_input', '--by takes one facet or two.');
  if (/^\d+$/u.test(options.target)) {
    if (options.aim !== 'equal' && options.aim !== 'production')
      throw new AppError('invalid_input', `--aim is equal or production, not ${options.aim ?? ''}.`);
    return { ...base, aim: options.aim, target: wholeNumber(options.target, '--target') };
  }
  return { ...base, aim: 'custom', ...readQuotas(file) };
}

function wholeNumber(text: string, option: string): number {
  const number = /^\d{1,10}$/u.test(text) ? Number(text) : Number.NaN;
  if (number <= 2_147_483_647) return number;
  throw new AppError('invalid_input', `${option} takes a whole number from 0 to 2147483647, not ${text}.`);
}

const Amounts = z.record(
  z.string(),
  z
    .number()
    .min(0)
    .or(z.record(z.string(), z.number().min(0))),
);
const Shares = z.strictObject({ shares: Amounts, size: z.int().min(0).optional() });
const Counts = z.strictObject({ counts: Amounts });

/** @throws {AppError} `invalid_input` naming the file and what is wrong in it */
function readQuotas(path: string): Pick<Spec, 'quotas' | 'unit' | 'target'> {
  if (!existsSync(path))
    throw new AppError('invalid_input', `--target takes a number or a file, and there is no ${path}.`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error';
    throw new AppError('invalid_input', `The quotas ${path} cannot be read as JSON: ${why}`, { cause: error });
  }
  const shares = Shares.safeParse(value).data;
  if (shares !== undefined) return { unit: 'share', quotas: list(shares.shares), target: shares.size ?? null };
  const counts = Counts.safeParse(value).data?.counts ?? Amounts.safeParse(value).data;
  if (counts === undefined)
    throw new AppError(
      'invalid_input',
      `The quotas ${path} are no numbers by value. \`assay help balance\` shows how to write them.`,
    );
  const quotas = list(counts);
  // Parts of a sample can be no counts.
  const areShares = quotas.some((quota) => !Number.isInteger(quota.amount));
  return { unit: areShares ? 'share' : 'count', quotas };
}

type Nested = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

function list(amounts: Nested): { values: string[]; amount: number }[] {
  return Object.entries(amounts).flatMap(([value, amount]) =>
    typeof amount === 'number'
      ? [{ values: [value], amount }]
      : Object.entries(amount).map(([other, own]) => ({ values: [value, other], amount: own })),
  );
}
