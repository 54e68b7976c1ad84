import { Argument } from 'commander';
import type { Command } from 'commander';
import { Decision } from '../../../shared/model/sample.ts';
import type { ActionRow } from '../../../shared/contract/jobs.ts';
import { count } from '../../../shared/text/plural.ts';
import { withProject } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext, RegisterCommand } from '../types.ts';

export function registerDecide(program: Command, context: CommandContext): void {
  program
    .command('decide')
    .description('include or exclude samples, as one action that can be undone')
    .argument('<project>', 'the .assay file')
    .addArgument(new Argument('<decision>', 'what to decide').choices(Decision.options))
    .requiredOption('--where <query>', 'the samples it is about')
    .option('--reason <text>', 'why')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, decision: string, options: { json?: boolean; where: string; reason?: string }) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: true }, async ({ client }) => {
        const state = Decision.parse(decision);
        const { changed } = await client.decisions.set({
          target: { by: 'filter', filter: options.where },
          state,
          ...(options.reason === undefined ? {} : { reason: options.reason }),
        });
        output.answer({ changed, decision: state }, () => [`${count(changed, 'sample')} changed to ${state}.`]);
      });
    });
}

function registerStep(name: 'undo' | 'redo', description: string): RegisterCommand {
  return (program, context) => {
    program
      .command(name)
      .description(description)
      .argument('<project>', 'the .assay file')
      .option('--json', 'one JSON document on stdout')
      .action(async (path: string, options: { json?: boolean }) => {
        const output = context.outputFor(options);
        await withProject(context.environment, context.resolve(path), { write: true }, async ({ client }) => {
          const { action } = await client.history[name]({});
          output.answer({ action }, () => [
            action === null
              ? `There is nothing to ${name}.`
              : `${name === 'undo' ? 'Undone' : 'Redone'}: ${action.label}`,
          ]);
        });
      });
  };
}
export const registerUndo = registerStep('undo', 'take the last action back');
export const registerRedo = registerStep('redo', 'take the last undo back');

export function registerHistory(program: Command, context: CommandContext): void {
  program
    .command('history')
    .description('list what was done, newest first')
    .argument('<project>', 'the .assay file')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: { json?: boolean }) => {
      const output = context.outputFor(options);
      await withProject(context.environment, context.resolve(path), { write: false }, async ({ client }) => {
        const { rows } = await client.history.list({ before: null, limit: 500 });
        output.answer({ actions: rows }, () =>
          table(rows.map((row) => [row.id, row.label, stateOf(row), row.rowCount])),
        );
      });
    });
}

function stateOf(row: ActionRow): string {
  return row.undone ? 'undone' : '';
}
