import type { Command } from 'commander';
import { openDoor } from '../open.ts';
import { table } from '../output.ts';
import type { CommandContext } from '../types.ts';

export function registerFormats(program: Command, context: CommandContext): void {
  program
    .command('formats')
    .description('list the forms that can be imported')
    .option('--json', 'one JSON document on stdout')
    .action(async (options: { json?: boolean }) => {
      const door = openDoor(context.environment);
      try {
        const formats = await door.client.sources.formats({});
        context
          .outputFor(options)
          .answer(formats, () =>
            formats.flatMap((format) => [
              `${format.id}  ${format.title}`,
              `  one sample per ${format.per.join(', or ')}`,
              `  ${format.sample}`,
              `  ${format.answer}`,
            ]),
          );
      } finally {
        await door.close();
      }
    });
}

export function registerTargets(program: Command, context: CommandContext): void {
  program
    .command('targets')
    .description('list the trainers a package can be written for')
    .option('--json', 'one JSON document on stdout')
    .action(async (options: { json?: boolean }) => {
      const door = openDoor(context.environment);
      try {
        const targets = await door.client.exports.targets({});
        context
          .outputFor(options)
          .answer(targets, () => table(targets.map((target) => [target.id, target.title, target.description])));
      } finally {
        await door.close();
      }
    });
}
