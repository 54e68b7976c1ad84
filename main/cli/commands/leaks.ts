import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { LeakPair } from '../../../shared/contract/splits.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext } from '../types.ts';

type Options = { json?: boolean; near?: number; semantic?: number; limit: number };
const PAGE = 200;

export function registerLeaks(program: Command, context: CommandContext): void {
  program
    .command('leaks')
    .description('check the splits for leaks; exits with 1 while one is open, with 0 when none is')
    .argument('<project>', 'the .assay file')
    .option(
      '--near <similarity>',
      'prompts of that share of the same words are near-duplicates: 0.5 to 1',
      parseSimilarity,
    )
    .option('--semantic <similarity>', 'prompts of that cosine have the same meaning: 0.5 to 1', parseSimilarity)
    .option('--limit <n>', 'pairs listed', parseLimit, 1_000)
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: true }, async (door) => {
        const { near, semantic } = options;
        const settings = { ...(near === undefined ? {} : { near }), ...(semantic === undefined ? {} : { semantic }) };
        await followJob(door, (await door.client.leaks.check({ settings })).jobId, output);
        const { checkedAt: _when, fix, ...summary } = await door.client.leaks.summary({});
        const pairs = await listPairs(door.client, options.limit);
        output.answer({ ...summary, fix, pairs: pairs.map(shape) }, () =>
          summary.isSplit
            ? [
                ...table(
                  summary.kinds.map(({ title, open, accepted }) => [title, `${open} open`, `${accepted} accepted`]),
                ),
                ...table(pairs.filter(({ state }) => state === 'open').map(row)),
                `${count(summary.compared, 'pair')} compared: ${summary.open} open, ${summary.accepted} accepted.`,
              ]
            : ['This project has no split, so nothing can leak between splits. `assay split` makes one.'],
        );
        if (summary.open > 0) context.setExitCode(1);
      });
    });
}

async function listPairs(client: Client, limit: number): Promise<LeakPair[]> {
  const pairs: LeakPair[] = [];
  for (;;) {
    const size = Math.min(PAGE, limit - pairs.length);
    if (size <= 0) return pairs;
    const { rows } = await client.leaks.pairs({ state: null, from: pairs.length, limit: size });
    pairs.push(...rows);
    if (rows.length < size) return pairs;
  }
}

function shape({ a, b, fix, acceptedBy: _who, ...pair }: LeakPair): unknown {
  return {
    ...pair,
    a: { sample: sampleRef(a.sampleId), split: a.split, locked: a.locked },
    b: { sample: sampleRef(b.sampleId), split: b.split, locked: b.locked },
    fix: fix.action === 'move' ? { action: fix.action, sample: sampleRef(fix.sampleId), to: fix.to } : fix,
  };
}

function row({ a, b, evidence, fix }: LeakPair): string[] {
  const words = fix.action === 'move' ? `move ${sampleRef(fix.sampleId)} to ${fix.to}` : 'review';
  return [`${sampleRef(a.sampleId)} ${a.split}`, `${sampleRef(b.sampleId)} ${b.split}`, evidence, words];
}

function parseSimilarity(text: string): number {
  const value = Number(text);
  if (!(value >= 0.5 && value <= 1)) throw new InvalidArgumentError('Give a number from 0.5 to 1.');
  return value;
}

function parseLimit(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError('Give a whole number of 0 or more.');
  return value;
}
