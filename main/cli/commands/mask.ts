import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { z } from 'zod';
import { privacy } from '../../../shared/contract/privacy.ts';
import { KIND_WORDS, PrivacyPolicy, PrivateKind } from '../../../shared/model/privacy.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject, type Door } from '../open.ts';
import type { CommandContext } from '../types.ts';

type Options = { json?: boolean; policy?: string; where?: string; dryRun?: boolean };
type Counts = Partial<Record<PrivateKind, number>>;

export function registerMask(program: Command, context: CommandContext): void {
  program
    .command('mask')
    .description('replace personal data by tokens, the same one for the same value; `undo` and `unmask` put it back')
    .argument('<project>', 'the .assay file')
    .option('--policy <file>', 'JSON: what to do with each kind and field; the project’s own when absent')
    .option('--where <query>', 'only samples that match')
    .option('--dry-run', 'say what would be replaced, write nothing')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      const policy = options.policy === undefined ? null : readPolicy(context.resolve(options.policy));
      const input = { filter: options.where ?? '', policy };
      await withProject(context.environment, context.resolve(path), { write: true }, async (door) => {
        await followJob(door, (await door.client.privacy.scan({ filter: input.filter })).jobId, output);
        const planned = await door.client.privacy.preview({ ...input, limit: 0 });
        const result = options.dryRun === true ? { ...planned, actionId: null } : await mask(door, input, output);
        const { samples, masked, dropped, kept, actionId } = result;
        output.answer({ samples, masked, dropped, kept, actionId, dryRun: options.dryRun === true }, () => [
          ...lines(options.dryRun === true ? 'would be masked' : 'masked', masked),
          ...lines(options.dryRun === true ? 'would be dropped' : 'dropped', dropped),
          ...lines('kept', kept),
          `${count(samples, 'sample')} ${options.dryRun === true ? 'would change' : 'changed'}.`,
        ]);
      });
    });
}

export function registerUnmask(program: Command, context: CommandContext): void {
  program
    .command('unmask')
    .description('put the originals back where tokens stand for them')
    .argument('<project>', 'the .assay file')
    .option('--where <query>', 'only samples that match')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: true }, async (door) => {
        const { jobId } = await door.client.privacy.unmask({ filter: options.where ?? '' });
        const result = privacy.unmask.result.parse((await followJob(door, jobId, output)).result);
        output.answer(result, () => [
          ...lines('put back', result.unmasked),
          `${count(result.samples, 'sample')} changed.`,
        ]);
      });
    });
}

type MaskInput = z.input<typeof privacy.mask.input>;

async function mask(door: Door, input: MaskInput, output: Parameters<typeof followJob>[2]) {
  const { jobId } = await door.client.privacy.mask(input);
  return privacy.mask.result.parse((await followJob(door, jobId, output)).result);
}

/** @throws {AppError} `invalid_input` naming the file and what is wrong in it */
function readPolicy(path: string): PrivacyPolicy {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error';
    throw new AppError('invalid_input', `The policy ${path} cannot be read as JSON: ${why}`, { cause: error });
  }
  const parsed = PrivacyPolicy.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(
    'invalid_input',
    `The policy ${path} is not valid at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

function lines(what: string, counts: Counts): string[] {
  return PrivateKind.options.flatMap((kind) => {
    const n = counts[kind];
    return n === undefined ? [] : [`${n} ${n === 1 ? KIND_WORDS[kind].one : KIND_WORDS[kind].many} ${what}`];
  });
}
