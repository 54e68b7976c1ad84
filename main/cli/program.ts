import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { registerBalance } from './commands/balance.ts';
import { registerCollect } from './commands/collect.ts';
import { registerDrift } from './commands/drift.ts';
import { registerDecide, registerHistory, registerRedo, registerUndo } from './commands/decide.ts';
import { registerDedupe } from './commands/dedupe.ts';
import { registerExport } from './commands/export.ts';
import { registerGrade } from './commands/grade.ts';
import { registerImport } from './commands/import.ts';
import { registerMask, registerUnmask } from './commands/mask.ts';
import { registerPurge } from './commands/purge.ts';
import { registerLeaks } from './commands/leaks.ts';
import { registerList, registerShow, registerStats } from './commands/read.ts';
import { registerFormats, registerTargets } from './commands/registries.ts';
import { registerSources } from './commands/sources.ts';
import { registerScan } from './commands/scan.ts';
import { registerSplit } from './commands/split.ts';
import { registerTools } from './commands/tools.ts';
import type { Environment } from './open.ts';
import { createOutput, describeError, type Streams } from './output.ts';

/** Every command. Add a file, then a line. */
const COMMANDS = [
  registerImport,
  registerStats,
  registerList,
  registerShow,
  registerGrade,
  registerBalance,
  registerDedupe,
  registerDecide,
  registerUndo,
  registerRedo,
  registerHistory,
  registerExport,
  registerFormats,
  registerTargets,
  registerScan,
  registerMask,
  registerUnmask,
  registerPurge,
  registerSources,
  registerCollect,
  registerDrift,
  registerTools,
  registerSplit,
  registerLeaks,
];

/**
 * Runs the command line.
 *
 * @param argv words after the program's name
 * @returns 0 ok, 1 refused or failed with one sentence, 2 usage
 */
export async function runCli(argv: readonly string[], environment: Environment, streams: Streams): Promise<number> {
  let exitCode = 0;
  const isJson = argv.includes('--json');
  const program = new Command('assay')
    .description('Turn agent traffic into a dataset for reinforcement fine-tuning.')
    .version(environment.version)
    .showHelpAfterError('(`assay help COMMAND` tells more)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void streams.stdout.write(text),
      writeErr: (text) => void streams.stderr.write(text),
    });
  const context = {
    environment,
    outputFor: (options: { readonly json?: boolean }) => createOutput(streams, options.json === true),
    resolve: (path: string) => resolve(environment.cwd, path),
    setExitCode: (code: number) => {
      exitCode = code;
    },
  };
  for (const register of COMMANDS) register(program, context);
  for (const command of program.commands) command.exitOverride().configureOutput(program.configureOutput());
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const described = describeError(error);
    if (isJson) streams.stdout.write(`${JSON.stringify({ error: described }, null, 2)}\n`);
    streams.stderr.write(`assay: ${described.message}\n`);
    return 1;
  }
}
